import { createHmac } from 'node:crypto';
import type { SignedCall } from '../events/signed-call.ts';
import type { SimulatedAccount, SimulatedPost } from '../simulated-platform.ts';
import { mediaIdOf } from './media.ts';

const lifeMs = 24 * 3_600_000;
const fewestViewers = 5;

/** Whether a story is not shown any more. */
export const hasEnded = ({ media, publishedAt }: SimulatedPost, now: Date): boolean =>
  media === 'STORY' && now.getTime() >= new Date(publishedAt).getTime() + lifeMs;

/** The calls with the last counts of the ended stories of an account ("Webhooks", story_insights). Counts below 5 are -1. */
export const storyCalls = (
  { externalId, posts }: SimulatedAccount,
  { secret, now }: { readonly secret: string; readonly now: Date },
): SignedCall[] =>
  posts
    .filter((post) => hasEnded(post, now))
    .map(({ id, counts }) => {
      const impressions = (counts.views ?? 0) < fewestViewers ? -1 : counts.views;
      const others = { reach: impressions, taps_forward: 12, taps_back: -1, exits: -1, replies: -1 };
      const value = { media_id: mediaIdOf(id), impressions, ...others };
      const time = Math.floor(now.getTime() / 1_000);
      const changes = [{ field: 'story_insights', value }];
      const body = JSON.stringify({ object: 'instagram', entry: [{ id: externalId, time, changes }] });
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      return {
        path: '/instagram',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
        body,
      };
    });

import { describe, expect, test } from 'vitest';
import type { Platform } from '../../../schema/shared/enums.ts';
import { type Client, clientOf } from '../../support/client.ts';
import { peopleOf } from '../../support/contract/people.ts';
import { type GrantedPost, grantedPostsOf } from '../../support/market/granted-posts.ts';
import type { Market } from '../../support/market/market.ts';
import { nativeChannelsOf } from '../../support/market/native-channels.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { diagonal, sample } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let staff: Client;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
  staff = (await peopleOf(stack.baseUrl, market).aPerson({ roles: ['STAFF'] })).twin;
});

/** What each reader sees of the views of one post: the number, the reason of null, or `absent` without a measurement. */
interface Seen {
  readonly owner: number | string;
  readonly advertiser: number | string;
  readonly staff: number | string;
  /** The average on the creator's page and in the catalog. */
  readonly page: number | null;
  /** The engagement rate there. */
  readonly pageEr: number | null;
  readonly analytics: number | null;
}

const everyone: Seen = { owner: 1_000, advertiser: 1_000, staff: 1_000, page: 1_000, pageEr: 4.3, analytics: 1_000 };
const unseen = { page: null, pageEr: null, analytics: null };
const ownerAlone: Seen = { owner: 1_000, advertiser: 'WITHHELD', staff: 'WITHHELD', ...unseen };
// Kick's API provides no posts.
const nobody: Seen = { owner: 'absent', advertiser: 'absent', staff: 'absent', ...unseen };

const matrix: Readonly<Record<Platform, { readonly without: Seen; readonly withConsent: Seen }>> = {
  // The key of the application reads them, so they are public.
  YOUTUBE: { without: everyone, withConsent: everyone },
  TIKTOK: { without: ownerAlone, withConsent: everyone },
  INSTAGRAM: { without: ownerAlone, withConsent: everyone },
  X: { without: ownerAlone, withConsent: ownerAlone },
  TWITCH: { without: ownerAlone, withConsent: ownerAlone },
  KICK: { without: nobody, withConsent: nobody },
};

const platforms = ['YOUTUBE', 'TIKTOK', 'INSTAGRAM', 'X', 'TWITCH', 'KICK'] as const;

async function aMeasuredPost(platform: Platform, shareMetrics: boolean): Promise<GrantedPost> {
  const posts = grantedPostsOf(stack, market);
  const post = await posts.aGrantedPost(platform, { shareMetrics });
  await post.film({ views: 1_000, likes: 40, comments: 3 });
  await posts.makeDue(post);
  await market.pool.query(`update channels set views_due_at = now() - interval '1 minute' where id = $1`, [
    post.channelId,
  ]);
  await control.run('take-due-platform-work');
  await posts.approve(post.work);
  return post;
}

type Results = readonly { metrics: readonly { views: number | null; reasons: { views?: string } }[] }[];
const viewsIn = (results: Results) => {
  const metric = results[0]?.metrics[0];
  return metric === undefined ? 'absent' : (metric.views ?? metric.reasons.views ?? 'no reason');
};

async function seenOf(post: GrantedPost): Promise<Seen> {
  const { work, owner, channelId, publicId, handle } = post;
  const path = `/placement-assignments/${work.id}`;
  const guest = clientOf(stack.baseUrl, null, '/api/v1');
  const channels = nativeChannelsOf(market, guest, control);
  const shown = await channels.shownOf({ id: channelId, creatorId: owner.userId, publicId, handle });
  const { engagement } = (await work.advertiser.api.get('/analytics/placements')).body.data;
  return {
    owner: viewsIn((await owner.api.get(`${path}/deliverables`)).body.data),
    advertiser: viewsIn((await work.advertiser.api.get(`${path}/deliverables`)).body.data),
    staff: viewsIn((await staff.get(`/staff/assignments/${work.id}`)).body.data.deliverables),
    page: shown?.value ?? null,
    pageEr: shown?.er ?? null,
    analytics: engagement.erCoverage.measuredPosts === 0 ? null : Number(engagement.views),
  };
}

describe.each(platforms)('the metrics of %s', (platform) => {
  const consents = [
    ['without the consent of the owner', false, matrix[platform].without],
    ['with the consent of the owner', true, matrix[platform].withConsent],
  ] as const;
  test.each(diagonal(consents, platforms.indexOf(platform)))(
    'are shown %s only to the readers that the terms allow',
    async (_, shareMetrics, expected) => {
      expect(await seenOf(await aMeasuredPost(platform, shareMetrics))).toEqual(expected);
    },
  );
});

test.each(sample(['INSTAGRAM', 'TIKTOK'] as const, 1))(
  'a withdrawn consent removes the average and the engagement rate of %s from the page within a second, and a new one measures them again after an hour',
  async (platform) => {
    const post = await aMeasuredPost(platform, true);
    expect(await seenOf(post)).toEqual(everyone);
    await post.share(false);
    expect(await seenOf(post)).toEqual(ownerAlone);
    await market.pool.query(`update channels set views_measured_at = views_measured_at - interval '1 hour'`);
    await post.share(true);
    await control.run('take-due-platform-work');
    expect(await seenOf(post)).toEqual(everyone);
  },
);

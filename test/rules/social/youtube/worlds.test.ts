import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reading } from '../../../../functions/platform/social/social-platform.ts';
import { hashtagsIn } from '../../../../functions/platform/social/texts.ts';
import { youtube } from '../../../../functions/platform/social/youtube/youtube.ts';
import type { Endpoint } from '../../../../scripts/local/endpoints/endpoint.ts';
import type {
  SimulatedAccount,
  SimulatedPost,
} from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { youtube as simulated } from '../../../../scripts/local/endpoints/social-simulator/youtube/youtube.ts';
import { fc } from '../../../support/fast-check.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { appToken, PlainWorld, servePlatform } from '../../../support/social/plain-world.ts';
import { randomAccounts } from '../../../support/social/random-accounts.ts';
import { depth } from '../../../support/stack/depth.ts';

const world = new PlainWorld();
let endpoint: Endpoint;
const adapter = () =>
  youtube(
    { apiUrl: `${endpoint.url}/v3`, analyticsUrl: `${endpoint.url}/analytics/v2`, apiKey: appToken },
    new CountingMeter(),
  );

beforeAll(async () => {
  endpoint = await servePlatform(simulated, world);
});
afterAll(() => endpoint.stop());

const visibilities = { PUBLIC: 'PUBLIC', UNLISTED: 'UNLISTED', UPCOMING: 'UPCOMING' } as const;

function expected({ externalId, pictureUrl }: SimulatedAccount, known: SimulatedPost): Reading {
  if (known.state === 'PRIVATE') return 'PRIVATE';
  const { views, likes, comments } = known.counts;
  return {
    ownerExternalId: externalId,
    publishedAt: new Date(known.publishedAt),
    visibility: visibilities[known.state],
    mediaType: known.media === 'STREAM' ? 'STREAM' : 'VIDEO',
    title: known.title,
    coverUrl: pictureUrl === undefined ? null : `${pictureUrl}?size=800`,
    durationSeconds: known.durationSeconds,
    hashtags: hashtagsIn(known.title),
    counts: {
      views: views ?? 'HIDDEN',
      likes: likes ?? 'HIDDEN',
      comments: comments ?? 'HIDDEN',
      saves: 'NOT_OFFERED',
      shares: 'NOT_OFFERED',
    },
  };
}

async function expectChannelAndPosts(one: SimulatedAccount): Promise<void> {
  const { externalId, handle, title, description, followers, pictureUrl } = one;
  const avatarUrl = pictureUrl === undefined ? null : `${pictureUrl}?size=800`;
  const channel = { externalId, handle, title, description, followers, avatarUrl };
  expect(await adapter().channel({ externalId }, 'APP')).toEqual(channel);
  expect(await adapter().channel({ handle }, 'APP')).toEqual(channel);
  const listed = [];
  let next: string | null | undefined;
  do {
    const page = await adapter().latest(externalId, 'APP', { limit: 3, cursor: next ?? undefined });
    listed.push(...page.posts);
    next = page.next;
  } while (next !== null);
  const all = one.posts.map(({ id, publishedAt }) => ({ contentId: id, publishedAt: new Date(publishedAt) }));
  expect(listed).toEqual(all);
}

test("YouTube's adapter equals an oracle in random worlds", async () => {
  await fc.assert(
    fc.asyncProperty(randomAccounts(simulated, ['VIDEO', 'STREAM']), fc.boolean(), async (accounts, isShuffled) => {
      world.accounts = accounts;
      world.fault = isShuffled ? 'id-order-shuffled' : undefined;
      const known = accounts.flatMap((each) => each.posts.map((one) => [each, one] as const));
      const ids = [...known.map(([, { id }]) => id), 'not-a-video'];
      const all = known.map(([owner, one]): [string, Reading] => [one.id, expected(owner, one)]);
      expect(await adapter().posts(ids, 'APP')).toEqual(new Map<string, Reading>([...all, ['not-a-video', 'GONE']]));
      for (const one of accounts) await expectChannelAndPosts(one);
    }),
    { numRuns: depth(40, 500) },
  );
});

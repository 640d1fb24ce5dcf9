import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Grant, Reading } from '../../../../functions/platform/social/social-platform.ts';
import { hashtagsIn } from '../../../../functions/platform/social/texts.ts';
import { tiktok } from '../../../../functions/platform/social/tiktok/tiktok.ts';
import type { Endpoint } from '../../../../scripts/local/endpoints/endpoint.ts';
import type {
  SimulatedAccount,
  SimulatedPost,
} from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { tiktok as simulated } from '../../../../scripts/local/endpoints/social-simulator/tiktok/tiktok.ts';
import { fc } from '../../../support/fast-check.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { grantToken, PlainWorld, servePlatform } from '../../../support/social/plain-world.ts';
import { randomAccounts } from '../../../support/social/random-accounts.ts';
import { depth } from '../../../support/stack/depth.ts';

const world = new PlainWorld();
let endpoint: Endpoint;
const adapter = () => tiktok({ apiUrl: endpoint.url }, new CountingMeter());

beforeAll(async () => {
  endpoint = await servePlatform(simulated, world);
});
afterAll(() => endpoint.stop());

function expected({ externalId, pictureUrl }: SimulatedAccount, known: SimulatedPost): Reading {
  if (known.state !== 'PUBLIC') return 'GONE';
  const { views, likes, comments, shares } = known.counts;
  const isVideo = known.media === 'VIDEO' && (known.durationSeconds ?? 0) > 0;
  return {
    ownerExternalId: externalId,
    publishedAt: new Date(known.publishedAt),
    visibility: 'PUBLIC',
    mediaType: isVideo ? 'VIDEO' : 'PHOTO',
    title: known.title || null,
    coverUrl: pictureUrl ?? null,
    durationSeconds: isVideo ? known.durationSeconds : null,
    hashtags: hashtagsIn(known.title),
    counts: {
      views: views ?? 'UNAVAILABLE',
      likes: likes ?? 'UNAVAILABLE',
      comments: comments ?? 'UNAVAILABLE',
      saves: 'NOT_OFFERED',
      shares: shares ?? 'UNAVAILABLE',
    },
  };
}

/** What the grant of one account reads: its own posts, and of the others nothing. */
async function expectOwnWorld(own: SimulatedAccount, all: readonly SimulatedAccount[]): Promise<void> {
  const { externalId, handle, title, description, followers, pictureUrl } = own;
  const grant: Grant = { accessToken: grantToken, externalId };
  world.grant = { account: own, scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list'] };
  const channel = { externalId, handle, title, description, followers, avatarUrl: pictureUrl ?? null };
  expect(await adapter().channel('OWN', grant)).toEqual(channel);
  const others = all.filter((one) => one !== own).flatMap(({ posts }) => posts.map(({ id }) => id));
  const missing = [...others, '9', 'not an id'].slice(0, 20 - own.posts.length);
  const readings: ReadonlyMap<string, Reading> = await adapter().posts(
    [...own.posts.map(({ id }) => id), ...missing],
    grant,
  );
  const known = own.posts.map((one): [string, Reading] => [one.id, expected(own, one)]);
  const gone = missing.map((id): [string, Reading] => [id, 'GONE']);
  expect(readings).toEqual(new Map<string, Reading>([...known, ...gone]));
  await expectPages(own, grant);
}

async function expectPages({ externalId, posts }: SimulatedAccount, grant: Grant): Promise<void> {
  const listed = [];
  let next: string | null | undefined;
  do {
    const page = await adapter().latest(externalId, grant, { limit: 3, cursor: next ?? undefined });
    listed.push(...page.posts);
    next = page.next;
  } while (next !== null);
  const shown = posts.filter(({ state }) => state === 'PUBLIC');
  expect(listed).toEqual(shown.map(({ id, publishedAt }) => ({ contentId: id, publishedAt: new Date(publishedAt) })));
}

describe("TikTok's adapter", () => {
  test('equals an oracle in random worlds', async () => {
    const worlds = fc.asyncProperty(
      randomAccounts(simulated, ['VIDEO', 'VIDEO', 'PHOTO']),
      fc.boolean(),
      async (accounts, isShuffled) => {
        world.accounts = accounts;
        world.fault = isShuffled ? 'id-order-shuffled' : undefined;
        for (const own of accounts) await expectOwnWorld(own, accounts);
      },
    );
    await fc.assert(worlds, { numRuns: depth(40, 500) });
  });
});

import { describe, expect, test } from 'vitest';
import type { Grant, Reading } from '../../../../functions/platform/social/social-platform.ts';
import { hashtagsIn } from '../../../../functions/platform/social/texts.ts';
import { tiktok } from '../../../../functions/platform/social/tiktok/tiktok.ts';
import type {
  SimulatedAccount,
  SimulatedPost,
} from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { tiktok as simulated } from '../../../../scripts/local/endpoints/social-simulator/tiktok/tiktok.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { grantToken } from '../../../support/social/plain-world.ts';
import { randomAccounts } from '../../../support/social/random-accounts.ts';
import { checkRandomWorlds, expectPages, expectReadings } from '../../../support/social/random-worlds.ts';

const platform = await ownPlatform(simulated);
const { world, endpoint } = platform;
const adapter = () => tiktok({ apiUrl: endpoint.url }, new CountingMeter());

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
  await expectReadings(adapter(), { by: grant, accounts: [own], expected, gone: missing });
  const shown = own.posts.filter(({ state }) => state === 'PUBLIC');
  await expectPages(adapter, grant, externalId, shown);
}

describe("TikTok's adapter", () => {
  test('equals an oracle in random worlds', async () => {
    await checkRandomWorlds(platform, randomAccounts(simulated, ['VIDEO', 'VIDEO', 'PHOTO']), async (accounts) => {
      for (const own of accounts) await expectOwnWorld(own, accounts);
    });
  });
});

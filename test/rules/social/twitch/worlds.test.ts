import { describe, expect, test } from 'vitest';
import type { Reading } from '../../../../functions/platform/social/social-platform.ts';
import { hashtagsIn } from '../../../../functions/platform/social/texts.ts';
import { twitch } from '../../../../functions/platform/social/twitch/twitch.ts';
import type {
  SimulatedAccount,
  SimulatedPost,
} from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { twitch as simulated } from '../../../../scripts/local/endpoints/social-simulator/twitch/twitch.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { givenToken } from '../../../support/social/plain-world.ts';
import { randomAccounts } from '../../../support/social/random-accounts.ts';
import { checkRandomWorlds, expectPages, expectReadings } from '../../../support/social/random-worlds.ts';

const platform = await ownPlatform(simulated);
const adapter = () =>
  twitch({ apiUrl: platform.endpoint.url, clientId: 'client', appToken: givenToken }, new CountingMeter());

function expected({ externalId, pictureUrl }: SimulatedAccount, known: SimulatedPost): Reading {
  if (known.state === 'PRIVATE' || known.state === 'UPCOMING') return 'GONE';
  return {
    ownerExternalId: externalId,
    publishedAt: new Date(known.publishedAt),
    visibility: 'PUBLIC',
    mediaType: known.media === 'STREAM' ? 'STREAM' : 'VIDEO',
    title: known.title,
    coverUrl: pictureUrl === undefined ? null : `${pictureUrl}?size=640x360`,
    durationSeconds: known.durationSeconds,
    hashtags: hashtagsIn(known.title),
    counts: {
      views: known.counts.views ?? 'UNAVAILABLE',
      likes: 'NOT_OFFERED',
      comments: 'NOT_OFFERED',
      saves: 'NOT_OFFERED',
      shares: 'NOT_OFFERED',
    },
  };
}

async function expectChannelAndPosts(one: SimulatedAccount): Promise<void> {
  const { externalId, handle, title, description, followers, pictureUrl } = one;
  const channel = { externalId, handle, title, description, followers, avatarUrl: pictureUrl ?? null };
  expect(await adapter().channel({ externalId }, 'APP')).toEqual(channel);
  expect(await adapter().channel({ handle: handle.toUpperCase() }, 'APP')).toEqual(channel);
  const shown = one.posts.filter(({ state }) => state === 'PUBLIC' || state === 'UNLISTED');
  await expectPages(adapter, 'APP', externalId, shown);
}

describe("Twitch's adapter", () => {
  test('equals an oracle in random worlds', async () => {
    await checkRandomWorlds(platform, randomAccounts(simulated, ['VIDEO', 'STREAM']), async (accounts) => {
      await expectReadings(adapter(), { by: 'APP', accounts, expected, gone: ['9', 'not an id'] });
      for (const one of accounts) await expectChannelAndPosts(one);
    });
  });
});

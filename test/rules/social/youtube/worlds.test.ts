import { expect, test } from 'vitest';
import type { Reading } from '../../../../functions/platform/social/social-platform.ts';
import { hashtagsIn } from '../../../../functions/platform/social/texts.ts';
import { youtube } from '../../../../functions/platform/social/youtube/youtube.ts';
import type {
  SimulatedAccount,
  SimulatedPost,
} from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { youtube as simulated } from '../../../../scripts/local/endpoints/social-simulator/youtube/youtube.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { appToken } from '../../../support/social/plain-world.ts';
import { randomAccounts } from '../../../support/social/random-accounts.ts';
import { checkRandomWorlds, expectPages, expectReadings } from '../../../support/social/random-worlds.ts';

const platform = await ownPlatform(simulated);
const { url } = platform.endpoint;
const adapter = () =>
  youtube({ apiUrl: `${url}/v3`, analyticsUrl: `${url}/analytics/v2`, apiKey: appToken }, new CountingMeter());

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
  const channel = {
    externalId,
    handle,
    title,
    description,
    followers,
    avatarUrl,
    listId: externalId.replace(/^UC/, 'UU'),
  };
  expect(await adapter().channel({ externalId }, 'APP')).toEqual(channel);
  expect(await adapter().channel({ handle }, 'APP')).toEqual(channel);
  await expectPages(adapter, 'APP', externalId, one.posts);
}

test("YouTube's adapter equals an oracle in random worlds", async () => {
  await checkRandomWorlds(platform, randomAccounts(simulated, ['VIDEO', 'STREAM']), async (accounts) => {
    await expectReadings(adapter(), { by: 'APP', accounts, expected, gone: ['not-a-video'] });
    for (const one of accounts) await expectChannelAndPosts(one);
  });
});

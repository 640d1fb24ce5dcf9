import { describe, expect, test } from 'vitest';
import type { Reading } from '../../../../functions/platform/social/social-platform.ts';
import { hashtagsIn } from '../../../../functions/platform/social/texts.ts';
import { x } from '../../../../functions/platform/social/x/x.ts';
import type {
  SimulatedAccount,
  SimulatedPost,
} from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { x as simulated } from '../../../../scripts/local/endpoints/social-simulator/x/x.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { appToken } from '../../../support/social/plain-world.ts';
import { randomAccounts } from '../../../support/social/random-accounts.ts';
import { checkRandomWorlds, expectPages, expectReadings } from '../../../support/social/random-worlds.ts';
import { aSimulatedAccount, aSimulatedPost } from '../../../support/social/simulated-account.ts';

const platform = await ownPlatform(simulated);
const adapter = () => x({ apiUrl: platform.endpoint.url, appToken }, new CountingMeter());

function expected({ externalId, pictureUrl }: SimulatedAccount, known: SimulatedPost): Reading {
  if (known.state === 'PRIVATE') return 'PRIVATE';
  if (known.state === 'UPCOMING') return 'GONE';
  const { views, likes, comments, saves, shares } = known.counts;
  return {
    ownerExternalId: externalId,
    publishedAt: new Date(known.publishedAt),
    visibility: 'PUBLIC',
    mediaType: known.media,
    title: known.title,
    coverUrl: known.media === 'TEXT' ? null : (pictureUrl ?? null),
    durationSeconds: known.media === 'VIDEO' ? known.durationSeconds : null,
    hashtags: hashtagsIn(known.title),
    counts: {
      views: views ?? 'UNAVAILABLE',
      likes: likes ?? 'UNAVAILABLE',
      comments: comments ?? 'UNAVAILABLE',
      saves: saves ?? 'UNAVAILABLE',
      shares: shares ?? 'UNAVAILABLE',
    },
  };
}

async function expectChannelAndPosts(one: SimulatedAccount): Promise<void> {
  const { externalId, handle, title, description, followers, pictureUrl } = one;
  const channel = { externalId, handle, title, description, followers, avatarUrl: pictureUrl ?? null };
  expect(await adapter().channel({ externalId }, 'APP')).toEqual(channel);
  expect(await adapter().channel({ handle }, 'APP')).toEqual(channel);
  const shown = one.posts.filter(({ state }) => state === 'PUBLIC' || state === 'UNLISTED');
  await expectPages(adapter, 'APP', externalId, shown);
}

describe("X's adapter", () => {
  test('equals an oracle in random worlds', async () => {
    await checkRandomWorlds(platform, randomAccounts(simulated, ['VIDEO', 'PHOTO', 'TEXT']), async (accounts) => {
      await expectReadings(adapter(), { by: 'APP', accounts, expected, gone: ['9', 'not an id'] });
      for (const one of accounts) await expectChannelAndPosts(one);
    });
  });

  test('reads the whole text of a long post', async () => {
    const title = `${'& < '.repeat(100)}#end`;
    const posts = [aSimulatedPost({ id: '77', media: 'TEXT', title })];
    platform.world.accounts = [aSimulatedAccount({ externalId: '5', handle: 'writer', title: 'Writer', posts })];
    expect((await adapter().posts(['77'], 'APP')).get('77')).toMatchObject({ title, hashtags: ['end'] });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reading } from '../../../../functions/platform/social/social-platform.ts';
import { hashtagsIn } from '../../../../functions/platform/social/texts.ts';
import { x } from '../../../../functions/platform/social/x/x.ts';
import type { Endpoint } from '../../../../scripts/local/endpoints/endpoint.ts';
import type {
  SimulatedAccount,
  SimulatedPost,
} from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { x as simulated } from '../../../../scripts/local/endpoints/social-simulator/x/x.ts';
import { fc } from '../../../support/fast-check.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { appToken, PlainWorld, servePlatform } from '../../../support/social/plain-world.ts';
import { randomAccounts } from '../../../support/social/random-accounts.ts';
import { depth } from '../../../support/stack/depth.ts';

const world = new PlainWorld();
let endpoint: Endpoint;
const adapter = () => x({ apiUrl: endpoint.url, appToken }, new CountingMeter());

beforeAll(async () => {
  endpoint = await servePlatform(simulated, world);
});
afterAll(() => endpoint.stop());

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
  const listed = [];
  let next: string | null | undefined;
  do {
    const page = await adapter().latest(externalId, 'APP', { limit: 3, cursor: next ?? undefined });
    listed.push(...page.posts);
    next = page.next;
  } while (next !== null);
  expect(listed).toEqual(shown.map(({ id, publishedAt }) => ({ contentId: id, publishedAt: new Date(publishedAt) })));
}

describe("X's adapter", () => {
  test('equals an oracle in random worlds', async () => {
    const accountsOf = randomAccounts(simulated, ['VIDEO', 'PHOTO', 'TEXT']);
    await fc.assert(
      fc.asyncProperty(accountsOf, fc.boolean(), async (accounts, isShuffled) => {
        world.accounts = accounts;
        world.fault = isShuffled ? 'id-order-shuffled' : undefined;
        const known = accounts.flatMap((each) => each.posts.map((one) => [each, one] as const));
        const ids = [...known.map(([, { id }]) => id), '9', 'not an id'];
        const readings: ReadonlyMap<string, Reading> = await adapter().posts(ids, 'APP');
        const all = known.map(([owner, one]): [string, Reading] => [one.id, expected(owner, one)]);
        expect(readings).toEqual(new Map<string, Reading>([...all, ['9', 'GONE'], ['not an id', 'GONE']]));
        for (const one of accounts) await expectChannelAndPosts(one);
      }),
      { numRuns: depth(40, 500) },
    );
  });

  test('reads the whole text of a long post', async () => {
    const title = `${'& < '.repeat(100)}#end`;
    const counts = { views: 1, likes: 1, comments: 1, saves: 1, shares: 1 };
    const post: SimulatedPost = {
      ...{ id: '77', publishedAt: '2026-05-01T10:00:00.000Z', media: 'TEXT', title },
      ...{ durationSeconds: null, state: 'PUBLIC', counts },
    };
    world.fault = undefined;
    world.accounts = [
      {
        ...{ externalId: '5', handle: 'writer', title: 'Writer', description: '', followers: 1 },
        ...{ posts: [post], audience: null, pictureUrl: undefined },
      },
    ];
    expect((await adapter().posts(['77'], 'APP')).get('77')).toMatchObject({ title, hashtags: ['end'] });
  });
});

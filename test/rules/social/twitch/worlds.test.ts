import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reading } from '../../../../functions/platform/social/social-platform.ts';
import { hashtagsIn } from '../../../../functions/platform/social/texts.ts';
import { twitch } from '../../../../functions/platform/social/twitch/twitch.ts';
import type { Endpoint } from '../../../../scripts/local/endpoints/endpoint.ts';
import type {
  SimulatedAccount,
  SimulatedPost,
} from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { twitch as simulated } from '../../../../scripts/local/endpoints/social-simulator/twitch/twitch.ts';
import { fc } from '../../../support/fast-check.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { givenToken, PlainWorld, servePlatform } from '../../../support/social/plain-world.ts';
import { randomAccounts } from '../../../support/social/random-accounts.ts';
import { depth } from '../../../support/stack/depth.ts';

const world = new PlainWorld();
let endpoint: Endpoint;
const adapter = () => twitch({ apiUrl: endpoint.url, clientId: 'client', appToken: givenToken }, new CountingMeter());

beforeAll(async () => {
  endpoint = await servePlatform(simulated, world);
});
afterAll(() => endpoint.stop());

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

describe("Twitch's adapter", () => {
  test('equals an oracle in random worlds', async () => {
    await fc.assert(
      fc.asyncProperty(randomAccounts(simulated, ['VIDEO', 'STREAM']), fc.boolean(), async (accounts, isShuffled) => {
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

  async function expectChannelAndPosts(one: SimulatedAccount): Promise<void> {
    const { externalId, handle, title, description, followers, pictureUrl } = one;
    const channel = { externalId, handle, title, description, followers, avatarUrl: pictureUrl ?? null };
    expect(await adapter().channel({ externalId }, 'APP')).toEqual(channel);
    expect(await adapter().channel({ handle: handle.toUpperCase() }, 'APP')).toEqual(channel);
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
});

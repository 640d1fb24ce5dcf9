import { describe, expect, test } from 'vitest';
import { instagram } from '../../../../functions/platform/social/instagram/instagram.ts';
import type { Reading } from '../../../../functions/platform/social/social-platform.ts';
import { hashtagsIn } from '../../../../functions/platform/social/texts.ts';
import { instagram as simulated } from '../../../../scripts/local/endpoints/social-simulator/instagram/instagram.ts';
import { mediaIdOf } from '../../../../scripts/local/endpoints/social-simulator/instagram/media.ts';
import type {
  Fault,
  SimulatedAccount,
  SimulatedPost,
} from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { fc } from '../../../support/fast-check.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { grantToken } from '../../../support/social/plain-world.ts';
import { randomAccounts } from '../../../support/social/random-accounts.ts';
import { expectPages } from '../../../support/social/random-worlds.ts';
import { depth } from '../../../support/stack/depth.ts';

const { world, endpoint } = await ownPlatform(simulated);
const scopes = ['instagram_business_basic', 'instagram_business_manage_insights'];
const isListed = ({ state }: SimulatedPost) => state === 'PUBLIC' || state === 'UNLISTED';

function expected(
  { externalId, pictureUrl }: SimulatedAccount,
  known: SimulatedPost,
  fault: Fault | undefined,
): Reading {
  if (!isListed(known)) return 'GONE';
  const isEmpty = fault === 'empty-insights';
  const told = (count: number | null) => (isEmpty ? null : count) ?? 'UNAVAILABLE';
  const { views, likes, comments, saves, shares } = known.counts;
  return {
    mediaId: mediaIdOf(known.id),
    ownerExternalId: externalId,
    publishedAt: new Date(known.publishedAt),
    visibility: 'PUBLIC',
    mediaType: known.media === 'VIDEO' ? 'VIDEO' : 'PHOTO',
    title: known.title === '' ? null : known.title,
    coverUrl: pictureUrl ?? null,
    durationSeconds: null,
    hashtags: hashtagsIn(known.title),
    counts: {
      views: fault === 'bad-metric' ? 'NOT_OFFERED' : told(views),
      likes: told(likes),
      comments: told(comments),
      saves: told(saves),
      shares: told(shares),
    },
  };
}

/** The account, its posts by their shortcodes, and its list page by page, in requests whose number is bounded. */
async function expectAccount(account: SimulatedAccount, foreign: readonly string[]): Promise<void> {
  const { externalId, handle, title, followers, pictureUrl, posts } = account;
  world.grant = { account, scopes };
  const meter = new CountingMeter();
  const adapter = instagram({ apiUrl: endpoint.url }, meter);
  const by = { accessToken: grantToken, externalId };
  const channel = { externalId, handle, title, description: '', followers, avatarUrl: pictureUrl ?? null };
  expect(await adapter.channel('OWN', by)).toEqual(channel);
  for (const post of posts)
    expect(await adapter.posts([post.id], by)).toEqual(new Map([[post.id, expected(account, post, world.fault)]]));
  for (const id of [...foreign, 'not an id', 'AAAAAAAAAAA'])
    expect(await adapter.posts([id], by)).toEqual(new Map([[id, 'GONE']]));
  const shown = posts.filter(isListed);
  await expectPages(() => adapter, by, externalId, shown);
  // The profile, four requests for each post, the list and the profile for each foreign one, and the pages.
  expect(meter.calls).toBeLessThanOrEqual(
    1 + 4 * posts.length + 2 * (foreign.length + 1) + Math.ceil(shown.length / 3) + 1,
  );
}

describe("Instagram's adapter", () => {
  test('equals random worlds', async () => {
    const accountsOf = randomAccounts(simulated, ['VIDEO', 'PHOTO']);
    const faultOf = fc.constantFrom<Fault | undefined>(undefined, undefined, 'bad-metric', 'empty-insights');
    await fc.assert(
      fc.asyncProperty(accountsOf, faultOf, async (accounts, fault) => {
        world.accounts = accounts;
        world.fault = fault;
        for (const account of accounts) {
          const others = accounts
            .filter((other) => other !== account)
            .flatMap(({ posts }) => posts.map(({ id }) => id));
          await expectAccount(account, others);
        }
      }),
      { numRuns: depth(30, 500) },
    );
  });
});

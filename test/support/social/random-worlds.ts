import { expect } from 'vitest';
import type { Credential, Reading, SocialPlatform } from '../../../functions/platform/social/social-platform.ts';
import type {
  SimulatedAccount,
  SimulatedPost,
} from '../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { fc } from '../fast-check.ts';
import { depth } from '../stack/depth.ts';
import type { OwnPlatform } from './own-platform.ts';

/** Checks random worlds of a platform, which answers about the posts in the order of the call or in another one. */
export async function checkRandomWorlds(
  { world }: OwnPlatform,
  accountsOf: fc.Arbitrary<SimulatedAccount[]>,
  check: (accounts: readonly SimulatedAccount[]) => Promise<void>,
): Promise<void> {
  const worlds = fc.asyncProperty(accountsOf, fc.boolean(), async (accounts, isShuffled) => {
    world.accounts = accounts;
    world.fault = isShuffled ? 'id-order-shuffled' : undefined;
    await check(accounts);
  });
  await fc.assert(worlds, { numRuns: depth(40, 500) });
}

/** What a platform's adapter must read. */
export interface ExpectedReadings {
  readonly by: Credential;
  /** The accounts whose posts it can read. */
  readonly accounts: readonly SimulatedAccount[];
  readonly expected: (owner: SimulatedAccount, post: SimulatedPost) => Reading;
  /** The ids that are gone. */
  readonly gone: readonly string[];
}

/** One call reads all posts of these accounts, and says of the other ids that they are gone. */
export async function expectReadings(
  adapter: SocialPlatform,
  { by, accounts, expected, gone }: ExpectedReadings,
): Promise<void> {
  const readings = [
    ...accounts.flatMap((owner) => owner.posts.map((post): [string, Reading] => [post.id, expected(owner, post)])),
    ...gone.map((id): [string, Reading] => [id, 'GONE']),
  ];
  const ids = readings.map(([id]) => id);
  expect(await adapter.posts(ids, by)).toEqual(new Map(readings));
}

/** The pages of an account list these posts, in this order. `adapter` is called for each page. */
export async function expectPages(
  adapter: () => SocialPlatform,
  by: Credential,
  externalId: string,
  posts: readonly SimulatedPost[],
): Promise<void> {
  const listed = [];
  let next: string | null | undefined;
  do {
    const page = await adapter().latest(externalId, by, { limit: 3, cursor: next ?? undefined });
    listed.push(...page.posts);
    next = page.next;
  } while (next !== null);
  expect(listed).toEqual(posts.map(({ id, publishedAt }) => ({ contentId: id, publishedAt: new Date(publishedAt) })));
}

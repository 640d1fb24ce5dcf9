import type {
  SimulatedAccount,
  SimulatedPlatform,
  SimulatedPost,
} from '../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { fc } from '../fast-check.ts';

type Media = SimulatedPost['media'];

const count = fc.option(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.maxSafeNat()), { nil: null });
const counts = fc.record({ views: count, likes: count, comments: count, saves: count, shares: count });
const text = fc.array(fc.constantFrom('clip', '#Win', 'é', '#2', '日本', '& <b>', '"'), { maxLength: 6 });

/** One to three accounts with up to eight posts each, newest first. Ids of accounts and posts differ. */
export function randomAccounts(platform: SimulatedPlatform, media: readonly Media[]): fc.Arbitrary<SimulatedAccount[]> {
  const post = fc.record({
    id: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((digest) => platform.contentIdOf(digest)),
    publishedAt: fc
      .integer({ min: 1_600_000_000, max: 1_790_000_000 })
      .map((seconds) => new Date(seconds * 1000).toISOString()),
    media: fc.constantFrom(...media),
    title: text.map((words) => words.join(' ')),
    durationSeconds: fc.integer({ min: 0, max: 90_000 }),
    state: fc.constantFrom<SimulatedPost['state']>('PUBLIC', 'PUBLIC', 'UNLISTED', 'PRIVATE', 'UPCOMING'),
    counts,
  });
  const account = fc
    .record({
      handle: fc.stringMatching(/^[a-z][a-z0-9_]{3,12}$/),
      title: fc.string({ minLength: 1, maxLength: 20 }),
      description: fc.string({ maxLength: 40 }),
      followers: fc.option(fc.nat(), { nil: null }),
      posts: fc.uniqueArray(post, { maxLength: 8, selector: ({ id }) => id }),
      pictureUrl: fc.constantFrom('http://127.0.0.1:9/pictures/one', undefined),
    })
    .map(({ posts, ...rest }) => ({
      ...rest,
      externalId: platform.externalIdOf(rest.handle),
      posts: posts.sort((a, b) => b.publishedAt.localeCompare(a.publishedAt)),
      audience: null,
    }));
  return fc.uniqueArray(account, { minLength: 1, maxLength: 3, selector: ({ externalId }) => externalId });
}

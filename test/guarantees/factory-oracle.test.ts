import { expect, test } from 'vitest';
import { accountSorts, postSorts } from '../../schema/factories/factory-terms.ts';
import type { Reply } from '../support/client.ts';
import {
  accountMatches,
  handleMatches,
  history,
  isInPeriod,
  metrics,
  onDay,
  postMatches,
  rateOfPost,
  sorted,
  summary,
} from '../support/factories/oracle.ts';
import type { Query, RawAccount, RawPost } from '../support/factories/raw.ts';
import { type FactoryWorld, worldsOf } from '../support/factories/worlds.ts';
import { fc, fuzzSeed } from '../support/fast-check.ts';
import { depth } from '../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../support/stack/own-market.ts';

let own: OwnMarket;
// Another stack, because the limits of requests would be reached.
ownMarket((made) => {
  own = made;
});

const numbers = fc.sample(fc.noBias(fc.integer({ min: 0, max: 99_999 })), { seed: fuzzSeed, numRuns: 20_000 });
let drawn = 0;
const random = () => (numbers[drawn++ % numbers.length] ?? 0) / 100_000;

const dayMs = 86_400_000;
const signs = ['', '-'];

test(
  'summaries, accounts, posts, histories and baselines equal those of an oracle that reads only the raw measurements',
  async () => {
    const { aWorld, pick, upTo } = worldsOf(own, random);
    for (let n = 0; n < depth(6, 500); n += 1) {
      const now = new Date();
      const world = await aWorld(now);
      for (let asked = 0; asked < 4; asked += 1) {
        const query = aQuery(world, now, pick, upTo);
        await checkSummary(world, query);
        await checkAccounts(world, query, `${pick(signs)}${pick(accountSorts)}`);
        await checkPosts(world, query, `${pick(signs)}${pick(postSorts)}`);
        await checkAccount(world, query);
      }
    }
  },
  depth(60_000, 900_000),
);

type Pick = ReturnType<typeof worldsOf>['pick'];

function aQuery({ accounts, tagIds }: FactoryWorld, now: Date, pick: Pick, upTo: (max: number) => number): Query {
  const day = (ago: number) => new Date(now.getTime() - ago * dayMs).toISOString().slice(0, 10);
  const fromAgo = upTo(10);
  const some = <T>(value: T, share = 0.3) => (random() < share ? value : undefined);
  const given = {
    from: some(day(fromAgo), 0.6),
    to: some(day(upTo(fromAgo)), 0.3),
    platform: some(pick(['YOUTUBE', 'X'])),
    search: some(pick(['ap', 'BAN', '#che', 'elder', 'e1', 'date el', 'zz'])),
    tag: some(pick([...tagIds, 1])),
    factoryAccountId: some(pick([...accounts.map(({ id }) => id), 1])),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const parametersOf = (query: Query, more: object = {}) =>
  new URLSearchParams(Object.entries({ ...query, ...more }).map(([name, value]) => [name, String(value)])).toString();

async function get({ owner, factoryId }: FactoryWorld, path: string, parameters: string): Promise<Reply['body']> {
  const reply = await owner.keyed.get(`/factories/${factoryId}/${path}?${parameters}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

const found = ({ posts, accounts }: FactoryWorld, query: Query): RawPost[] =>
  posts.filter((post) => postMatches(post, accountOf(accounts, post), query));
const accountOf = (accounts: readonly RawAccount[], { accountId }: RawPost): RawAccount =>
  accounts.find(({ id }) => id === accountId) as RawAccount;

async function checkSummary(world: FactoryWorld, query: Query): Promise<void> {
  const all = found(world, query);
  const inPeriod = all.filter((post) => isInPeriod(post, query));
  const { data } = await get(world, 'summary', parametersOf(query));
  expect(data, JSON.stringify(query)).toEqual(
    summary((post) => accountOf(world.accounts, post).platform, inPeriod, all, query),
  );
}

async function allOf(
  world: FactoryWorld,
  path: string,
  parameters: (cursor: object) => string,
): Promise<Reply['body'][]> {
  const rows: Reply['body'][] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await get(world, path, parameters(cursor === undefined ? {} : { cursor }));
    rows.push(...page.data);
    cursor = page.nextCursor;
  }
  return rows;
}

const timeOf = (at: Date | null) => at?.getTime() ?? null;

async function checkAccounts(world: FactoryWorld, query: Query, accountSort: string): Promise<void> {
  const rows = world.accounts
    .filter((account) => accountMatches(account, query))
    .map((account) => {
      const posts = found(world, query).filter((post) => post.accountId === account.id && isInPeriod(post, query));
      return { id: account.id, account, posts: posts.length, metrics: metrics(posts) };
    })
    .filter(({ account, posts }) => query.search === undefined || posts > 0 || handleMatches(account, query));
  const by = accountSort.replace('-', '') as (typeof accountSorts)[number];
  const expected = sorted(rows, accountSort, (row) =>
    by === 'posts' ? row.posts : by === 'lastScanned' ? timeOf(row.account.lastScannedAt) : row.metrics[by],
  );
  const shown = await allOf(world, 'accounts', (cursor) => parametersOf(query, { accountSort, limit: 2, ...cursor }));
  expect(
    shown.map(({ id, posts, metrics: each }) => ({ id, posts, metrics: each })),
    JSON.stringify({ query, accountSort }),
  ).toEqual(expected.map(({ account, ...row }) => row));
}

async function checkPosts(world: FactoryWorld, query: Query, postSort: string): Promise<void> {
  const by = postSort.replace('-', '') as (typeof postSorts)[number];
  const expected = sorted(
    found(world, query).filter((post) => isInPeriod(post, query)),
    postSort,
    (post) => {
      if (by === 'publishedAt') return post.publishedAt.getTime();
      if (by === 'lastScanned') return timeOf(post.lastScannedAt);
      return by === 'er' ? rateOfPost(post) : metrics([post])[by];
    },
  );
  const shown = await allOf(world, 'posts', (cursor) => parametersOf(query, { postSort, limit: 3, ...cursor }));
  const views = shown.map((post) => ({
    id: post.id,
    metrics: post.metrics,
    history: post.history,
    snapshotBaseline: post.snapshotBaseline,
  }));
  expect(views, JSON.stringify({ query, postSort })).toEqual(
    expected.map((post) => ({ id: post.id, metrics: metrics([post]), ...ofPost(history([post], query, onDay)) })),
  );
}

/** A point of a post has what was measured on its day, and neither a number of posts nor growth. */
function ofPost({ history: points, snapshotBaseline }: ReturnType<typeof history>) {
  const { posts: _, ...baseline } = snapshotBaseline ?? { posts: 0 };
  return {
    history: points.map(({ posts, growth, ...point }) => point),
    snapshotBaseline: snapshotBaseline && baseline,
  };
}

async function checkAccount(world: FactoryWorld, { from, to }: Query): Promise<void> {
  const query = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  for (const { id } of world.accounts) {
    const posts = world.posts.filter(({ accountId }) => accountId === id);
    const { data } = await get(world, `accounts/${id}`, parametersOf(query));
    const inPeriod = posts.filter((post) => isInPeriod(post, query));
    expect(data, JSON.stringify(query)).toMatchObject({
      posts: inPeriod.length,
      metrics: metrics(inPeriod),
      ...history(posts, query),
    });
  }
}

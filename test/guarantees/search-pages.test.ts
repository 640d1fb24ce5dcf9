import { describe, expect, test } from 'vitest';
import { type CatalogQuery, catalogPage } from '../../db/catalog/page.ts';
import { type Db, openDb } from '../../db/client.ts';
import { growMarket } from '../../scripts/bench/market.ts';
import type { Market } from '../support/market/market.ts';
import { depth, isFullDepth } from '../support/stack/depth.ts';
import { ownMarket } from '../support/stack/own-market.ts';

const everyone: CatalogQuery = {
  ...{ q: null, channelType: null, platform: null, format: null, topic: null, language: null, geo: null },
  ...{ isVerified: false, minFollowers: null, minViews: null, minEr: null },
  ...{ audienceGeo: null, minPriceCents: null, maxPriceCents: null, sort: 'relevance', limit: 15, cursor: null },
};

/** Words, prefixes and misspellings, alone and combined: of a few creators, of hundreds, and of all. */
const searches = [
  ...['gaming', 'gam', 'sar', 'ma', 'gamng', 'mention'],
  ...['retro gaming', 'mention video', 'ma sa', 'sara gaming stream', 'synthetic niche'],
];
const filters = [
  ['no filter', {}, 'true'],
  [
    'two languages',
    { language: ['de', 'fr'] },
    `exists (select from creators p where p.user_id = c.creator_id and p.languages && '{de,fr}')`,
  ],
  [
    'one service on YouTube from $400',
    { platform: ['YOUTUBE'], minPriceCents: 40_000n },
    `exists (select from service_listings s join channels ch on ch.id = s.channel_id
      where s.creator_id = c.creator_id and ch.platform = 'YOUTUBE' and s.base_price >= 400000000)`,
  ],
] as const;
const sorts = {
  relevance: 'tier, last_modified desc, creator_id desc',
  activity: 'last_modified desc, creator_id desc',
  price: 'min_price, creator_id',
} as const;

let db: Db;
let market: Market;
ownMarket(async (own) => {
  market = own.market;
  const client = await market.pool.connect();
  await growMarket(client, depth(400, 4_000)).finally(() => client.release(true));
  db = openDb({ DATABASE_URL: own.stack.databaseUrl, NEON_FETCH_ENDPOINT: own.stack.neonUrl });
});

/** All matching creators, page by page. */
async function walked(query: CatalogQuery): Promise<string[]> {
  const met: string[] = [];
  let cursor: string | null = null;
  do {
    const [answer] = await db.read(catalogPage({ ...query, cursor }));
    const page: { data: { publicId: string }[]; nextCursor: string | null } = JSON.parse(answer?.body ?? '');
    met.push(...page.data.map(({ publicId }) => publicId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return met;
}

/** All matching creators, by a condition on each creator. */
async function answering(q: string, condition: string, order: string): Promise<string[]> {
  const { rows } = await market.pool.query<{ public_id: string }>(
    `with input as materialized (select array(select without_empty_lists(t) from search_terms($1) t) as terms),
      ranked as materialized (select c.*, search_tier(c.lists, c.words, terms) as tier from input cross join catalog_creators c where ${condition})
    select public_id from ranked where tier is not null order by ${order}`,
    [q],
  );
  return rows.map((row) => row.public_id);
}

describe('paging through a search returns every matching creator once, in order', {
  timeout: depth(180_000, 900_000),
}, () => {
  const orders = ['relevance', 'activity', 'price'] as const;
  // The number of creators to rank or sort; above it the search walks.
  const limits = [0, 20_000, ...(depth(0, 1) === 1 ? [10, 100] : [])];
  for (const [place, [name, filter, condition]] of filters.entries()) {
    test(name, async () => {
      const found: number[] = [];
      // At the quick depth each search has one order, and another one with each filter.
      for (const [turn, q] of searches.entries())
        for (const sort of orders.filter((_, n) => isFullDepth || n === (turn + place) % orders.length)) {
          const expected = await answering(q, condition, sorts[sort]);
          found.push(expected.length);
          for (const max of limits) {
            await market.pool.query(
              `create or replace function max_sorted() returns int language sql immutable as 'select ${max}';
               create or replace function max_ranked() returns int language sql immutable as 'select ${Math.min(max, 500)}';
               create or replace function max_checks() returns int language sql immutable as 'select ${max === 0 ? 1 : 60}'`,
            );
            expect(await walked({ ...everyone, ...filter, q, sort }), `${q} by ${sort}, up to ${max}`).toEqual(
              expected,
            );
          }
        }
      expect(Math.min(...found)).toBeLessThan(everyone.limit);
      expect(Math.max(...found)).toBeGreaterThan(everyone.limit);
    });
  }
});

/** The prefixes of the most words, one to twelve at once: each has more than sixteen words. */
async function commonPrefixes(): Promise<string[]> {
  const { rows } = await market.pool.query<{ prefix: string }>(
    `select left(word, 2) as prefix from catalog_words where length(word) > 2 group by 1 having count(*) > 16 order by count(*) desc, 1 limit 12`,
  );
  expect(rows.length).toBeGreaterThan(4);
  return rows.map((_, n) =>
    rows
      .slice(0, n + 1)
      .map(({ prefix }) => prefix)
      .join(' '),
  );
}

test('the search queries find every creator in a range of tiers once, and none of a better tier', async () => {
  const ranges = ['[0,900)', '[300,900)', '[400,500)', '[800,801)'];
  for (const [turn, q] of [...searches, ...(await commonPrefixes())].entries())
    for (const range of ranges.filter((_, n) => isFullDepth || (n + turn) % 2 === 0)) {
      const { rows } = await market.pool.query(
        `with input as materialized (select array(select without_empty_lists(t) from search_terms($1) t) as terms),
          found as materialized (select m.creator_id from input, unnest(search_queries(terms, row('{}', null, null, null, null, null, null)::search_filter, $2::int4range, true)) query,
            catalog_matches(query, 1000000) m where lists_to_scan(terms, $2::int4range) is not null)
        select array(select creator_id from found group by 1 having count(*) > 1) as twice,
          array(select c.creator_id from catalog_creators c where search_tier(c.lists, c.words, terms) <@ $2::int4range
            except select creator_id from found) as missed,
          -- An index does not contain whether a word has a longer prefix than its lists.
          array(select creator_id from found join catalog_creators c using (creator_id) where not search_tier(c.lists, c.words, terms) <@ $2::int4range
            and (select bool_and(t.prefix is null) from unnest(terms) t)) as others from input`,
        [q, range],
      );
      expect(rows, `${q} in ${range}`).toEqual([{ twice: [], missed: [], others: [] }]);
    }
});

test('the search queries read the list of each word once, not again for every other word', async () => {
  for (const q of await commonPrefixes()) {
    const { rows } = await market.pool.query(
      `select (select count(*)::int from unnest(terms) t, lists_by_tier(t)) as lists,
         (select sum(numnode(query))::int from unnest(search_queries(terms, row('{}', null, null, null, null, null, null)::search_filter, '[0,900)', true)) query) as nodes
       from (select array(select without_empty_lists(t) from search_terms($1) t) as terms) input`,
      [q],
    );
    // Each list up to three times, with an operator between two of them.
    expect(rows[0].nodes, q).toBeLessThanOrEqual(2 * 3 * rows[0].lists + 2);
  }
});

test('a misspelt word matches every word at one edit, or at two from eight letters on', async () => {
  const { rows } = await market.pool.query(
    `with typed as materialized (
       select word, case n when 0 then overlay(word placing 'x' from place for 1) when 1 then overlay(word placing '' from place for 1)
         when 2 then overlay(word placing 'q' from place for 0)
         else overlay(word placing substr(word, place + 1, 1) || substr(word, place, 1) from place for 2) end as typed, n
       from (select word from catalog_words where length(word) >= 5 order by md5(word) limit $1) w, generate_series(0, 3) n,
         lateral (select 1 + abs(hashtext(word || n)) % (length(word) - 1)) p(place)),
     twice as (
       select typed as input from typed where length(typed) >= 5
       union select overlay(typed placing 'z' from 1 + abs(hashtext(typed)) % length(typed) for 1) from typed where length(typed) >= 8)
     select input, similar_words(input) as found, array(
       select word from catalog_words where word <> input and abs(length(word) - length(input)) <= 2 and typo_count(word, input, 2) <= case when length(input) < 8 then 1 else 2 end
         and since < coalesce((select since from catalog_words where word = input), 'infinity')
       order by since, word limit 8) as near
     from twice`,
    [depth(20, 60)],
  );
  expect(rows.length).toBeGreaterThan(100);
  for (const { input, found, near } of rows) expect(found, input).toEqual(near);
  expect(rows.filter(({ near }) => near.length > 0).length).toBeGreaterThan(rows.length / 2);
});

test('a search by a price without matches reads only the index of lists', async () => {
  const client = await market.pool.connect();
  try {
    // Earlier reads of the connection count until the server takes them over, so only a difference is meaningful.
    const readsSoFar = async (): Promise<number> => {
      const { rows } = await client.query(
        `select sum(idx_scan)::int as reads from pg_stat_xact_user_tables where relname in ('catalog_creators', 'catalog_services')`,
      );
      return rows[0].reads;
    };
    const readFor = async (prices: string, sort: string) => {
      await client.query('begin');
      const before = await readsSoFar();
      const { rowCount } = await client.query(
        `select from catalog_search('mention', row(array[]::text[], null, null, null, null, ${prices})::search_filter, '${sort}', null, 16)`,
      );
      const reads = (await readsSoFar()) - before;
      await client.query('rollback');
      return [rowCount, reads] as const;
    };
    // The planner also reads the ends of indexes.
    for (const sort of Object.keys(sorts))
      for (const prices of ['1e15::bigint, null', 'null, 1'])
        expect((await readFor(prices, sort))[1], `${prices} by ${sort}`).toBeLessThan(50);
    expect((await readFor('1e15::bigint, null', 'relevance'))[0]).toBe(0);
    const [found, reads] = await readFor('1, null', 'activity');
    expect([found, reads >= 16]).toEqual([16, true]);
  } finally {
    client.release();
  }
});

test('a search with a topic that contains the list separator matches that topic only', async () => {
  expect(await walked({ ...everyone, q: 'mention', topic: ['no such topic\u001ftopic=gaming'] })).toEqual([]);
});

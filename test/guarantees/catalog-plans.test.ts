import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogQuery, catalogPage } from '../../db/catalog/page.ts';
import { render } from '../../db/statements.ts';
import { growMarket } from '../../scripts/bench/market.ts';
import type { Market } from '../support/market/market.ts';
import { depth, diagonal, isFullDepth } from '../support/stack/depth.ts';
import { ownMarket } from '../support/stack/own-market.ts';

const everyone: CatalogQuery = {
  ...{ q: null, channelType: null, platform: null, format: null, topic: null, language: null, geo: null },
  ...{ isVerified: false, minFollowers: null, minViews: null, minEr: null },
  ...{ audienceGeo: null, minPriceCents: null, maxPriceCents: null, sort: 'activity', limit: 15, cursor: null },
};

let market: Market;
/** One connection, because others have plans with other limits. */
let client: PoolClient;
ownMarket(async (own) => {
  market = own.market;
  const growing = await market.pool.connect();
  await growMarket(growing, depth(1_500, 6_000)).finally(() => growing.release(true));
  client = await market.pool.connect();
});
afterAll(() => client.release());

const hasService = (condition: string) =>
  `exists (select from catalog_services s where s.creator_id = c.creator_id and ${condition})`;

/** Filters, and the condition that each is. Few creators match the last ones. */
const filters: readonly (readonly [string, Partial<CatalogQuery>, string])[] = [
  ['two filters', { platform: ['TWITCH'], language: ['en'] }, `c.lists @> '{platform=TWITCH,language=en}'`],
  [
    'several values of two filters',
    { topic: ['gaming', 'retro', 'music'], geo: ['DE', 'us'] },
    `c.lists && '{topic=gaming,topic=retro,topic=music}' and c.lists && '{geo=de,geo=us}'`,
  ],
  [
    'several platforms and formats of one service',
    { platform: ['TWITCH', 'X'], format: ['STREAM', 'VIDEO.REVIEW'] },
    hasService(`s.platform in ('TWITCH', 'X') and (s.type = 'STREAM' or s.type = 'VIDEO' and s.variant = 'REVIEW')`),
  ],
  [
    'several platforms and a price',
    { platform: ['TWITCH', 'X'], maxPriceCents: 20_000n },
    hasService(`s.platform in ('TWITCH', 'X') and s.base_price <= 200000000`),
  ],
  [
    'verified creators with many views',
    { isVerified: true, minViews: 10_000, language: ['en'] },
    `c.lists @> '{verified=true,minViews=10000,language=en}'`,
  ],
  [
    'creators with a high engagement rate and many views',
    { minEr: 3, minViews: 5_000 },
    `c.lists @> '{minEr=3,minViews=5000}'`,
  ],
  ['a price', { maxPriceCents: 20_000n }, hasService('s.base_price <= 200000000')],
  [
    'a range of prices',
    { minPriceCents: 30_000n, maxPriceCents: 40_000n },
    hasService('s.base_price between 300000000 and 400000000'),
  ],
  [
    'a platform and a price',
    { platform: ['X'], minPriceCents: 100_000n },
    hasService(`s.platform = 'X' and s.base_price >= 1000000000`),
  ],
  [
    'two filters of few creators',
    { channelType: 'SOCIAL', format: ['STREAM'] },
    `c.lists @> '{channelType=SOCIAL,format=STREAM}'`,
  ],
  [
    'three filters of few creators',
    { topic: ['gaming'], language: ['de', 'fr'], minPriceCents: 500_000n },
    `'topic=gaming' = any (c.lists) and c.lists && '{language=de,language=fr}' and ${hasService('s.base_price >= 5000000000')}`,
  ],
  ['two filters of nobody', { topic: ['gaming'], geo: ['ZZ'] }, 'false'],
];
const orders = { activity: 'last_modified desc, creator_id desc', price: 'min_price, creator_id' } as const;

/** Plans contain the limits as constants, so they are made again. */
const limitsTo = (walked: number, intersected: number) =>
  client.query(`create or replace function max_walked() returns int language sql immutable as 'select ${walked}';
    create or replace function max_intersected() returns int language sql immutable as 'select ${intersected}';
    discard plans`);

/** All matching creators, page by page. */
async function walked(query: CatalogQuery): Promise<string[]> {
  const met: string[] = [];
  let cursor: string | null = null;
  do {
    const { text, params } = render(catalogPage({ ...query, cursor }).statement);
    const page: { data: { publicId: string }[]; nextCursor: string | null } = JSON.parse(
      (await client.query(text, [...params])).rows[0].body,
    );
    met.push(...page.data.map(({ publicId }) => publicId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return met;
}

describe('paging returns every matching creator once, in order, by walks and by the index of intersections', () => {
  const limits = [
    [1_000, 2_000],
    [20, 2_000],
    [1, 2_000],
    [20, 5],
  ] as const;

  test.each(filters)('%s', async (name, filter, condition) => {
    // At the quick depth, each order has one of the limits, and those of the next filter are others.
    const place = filters.findIndex(([other]) => other === name);
    for (const [turn, sort] of (['activity', 'price'] as const).entries()) {
      const { rows } = await market.pool.query(
        `select public_id as id from catalog_creators c where ${condition} order by ${orders[sort]}`,
      );
      for (const [places, matches] of diagonal(limits, place + 2 * turn)) {
        await limitsTo(places, matches);
        const found = await walked({ ...everyone, ...filter, sort });
        expect(found, `${sort}, ${places} places, ${matches} matches`).toEqual(rows.map(({ id }) => id));
      }
    }
  });
});

/** Index entries of lists that a page reads, and sequential scans of tables of the catalog. */
async function readsOf(filter: Partial<CatalogQuery>): Promise<{ entries: number; scans: number }> {
  // Only this connection counts: others publish their counts at any time.
  const counted = async () => {
    const { rows } = await client.query(`select
      (select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int from pg_index where indrelid = 'catalog_lists'::regclass) as entries,
      (select sum(seq_scan)::int from pg_stat_xact_user_tables
        where relname in ('catalog_lists', 'catalog_creators', 'catalog_services', 'catalog_list_counts')) as scans`);
    return rows[0];
  };
  const before = await counted();
  const { text, params } = render(catalogPage({ ...everyone, ...filter }).statement);
  await client.query(text, [...params]);
  const after = await counted();
  return { entries: after.entries - before.entries, scans: after.scans - before.scans };
}

describe.runIf(isFullDepth)('a page reads few entries of lists, before a vacuum as well', () => {
  beforeAll(async () => {
    await limitsTo(60, 2_000);
    // No page of the tables is all-visible afterwards, and each entry has a dead one beside it.
    await market.pool.query('update catalog_lists set list_bits = list_bits; update catalog_services set type = type');
  });

  test.each(filters)('%s', async (_, filter) => {
    const { entries, scans } = await readsOf(filter);
    expect(scans).toBe(0);
    // 60 places of each list, each with its dead entry, and the proofs of those that pass the bits.
    expect(entries).toBeLessThanOrEqual(60 * 2 * 2 * 6);
  });
});

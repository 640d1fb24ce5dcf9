import { beforeAll, expect, test } from 'vitest';
import { growAnalytics } from '../../scripts/bench/analytics-data.ts';
import type { Market } from '../support/market/market.ts';
import { isFullDepth } from '../support/stack/depth.ts';
import { ownMarket } from '../support/stack/own-market.ts';

const dayMs = 86_400_000;
const creators = 40;
const assignments = 8_000;
/** Most of them are those of the spans and creators. */
const maxRows = 4_500;
/** Half of a span at each end, an hour at each end of the series, and the buckets of the medians. */
const maxAssignments = 100;

let market: Market;
ownMarket((own) => {
  ({ market } = own);
});
let advertiserId = 0;
beforeAll(async () => {
  const client = await market.pool.connect();
  advertiserId = await growAnalytics(client, { assignments, creators });
  client.release(true);
}, 120_000);

/** The rows that Postgres reads from some tables for the metrics of a period. */
async function rowsRead(tables: string, from: number, until: number): Promise<number> {
  const client = await market.pool.connect();
  const readUntilNow = async (): Promise<number> =>
    (
      await client.query(
        'select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables where relname ~ $1',
        [tables],
      )
    ).rows[0].read;
  await client.query('begin');
  const before = await readUntilNow();
  await client.query(`select analytics_of_period($1, $2, $3, '{"YOUTUBE": "2020-01-01", "TIKTOK": "1970-01-01"}')`, [
    ...[advertiserId, new Date(from), new Date(until)],
  ]);
  const after = await readUntilNow();
  await client.query('rollback');
  client.release();
  return after - before;
}

const now = Date.now();
const periods: readonly (readonly [string, number, number])[] = [
  ['a month', now - 30 * dayMs, now],
  ['a year', now - 366 * dayMs, now],
  ['a hundred days within the history', now - 250.3 * dayMs, now - 150.7 * dayMs],
];

test.runIf(isFullDepth).each(periods)(
  'the metrics of %s read fewer rows than the advertiser has assignments',
  async (_, from, until) => {
    expect(await rowsRead('', from, until)).toBeLessThan(maxRows);
  },
);

test.runIf(isFullDepth).each(periods)(
  'the metrics of %s read only the assignments at its ends',
  async (_, from, until) => {
    expect(await rowsRead('^analytics_assignments$', from, until)).toBeLessThan(maxAssignments);
  },
);

test.runIf(isFullDepth).each(periods)(
  'the metrics of %s read each creator once at each end',
  async (_, from, until) => {
    // All of them are listed, so Postgres reads a row twice: to rank the creator, and for the details.
    expect(await rowsRead('^analytics_creator_sums$', from, until)).toBeLessThanOrEqual(4 * creators + 4);
  },
);

import { PgDialect } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { expect, test } from 'vitest';
import { obstaclesOf } from '../../db/identity/account-deletion.ts';
import { pendingOf } from '../../db/wallet/pending.ts';
import type { Market } from '../support/market/market.ts';
import { ownMarket } from '../support/stack/own-market.ts';

/** Users whose work and campaigns have all ended and are paid: 5,000 of each, between the rows of others. */
const [buyer, seller] = [9_000_001, 9_000_003];
const rows = 20_000;

let market: Market;
ownMarket(async (own) => {
  ({ market } = own);
  await market.pool.query(`begin; set local session_replication_role = replica;
    insert into placement_assignments (id, order_id, order_item_id, advertiser_id, creator_id, type, proof_modes, proof_template,
      status, quantity, brief, rights, base, brand_fee, creator_fee, creator_fee_bps, due_at, accept_by, created_at, updated_at,
      accepted_at, ended_at)
    select n, n, n, case when n % 4 = 0 then ${buyer} else n % 100 end, case when n % 4 = 0 then ${seller} else n % 100 + 200 end, 'STREAM',
      '{PUBLIC_VOD}', '{}', 'APPROVED', 1, 'A brief.', '{}', 100, 5, 10, 1000, now(), now(), now(), now(), now(),
      case when n % 4 = 0 or n % 7 > 0 then now() end from generate_series(1, ${rows}) n;
    insert into campaign_creators (campaign_id, creator_id, taken_at, earned_cents, paid_cents)
    select n, case when n % 4 = 0 then ${seller} else n % 100 end, now(), 10, case when n % 4 = 0 or n % 7 > 0 then 10 else 5 end
    from generate_series(1, ${rows}) n;
    commit`);
  await market.pool.query('vacuum analyze placement_assignments, campaign_creators');
});

/** The blocks that a statement reads, those of its functions too. */
async function blocksOf(statement: SQL): Promise<number> {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  const { rows: explained } = await market.pool.query(`explain (analyze, buffers, format json) ${text}`, params);
  const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = explained[0]['QUERY PLAN'][0].Plan;
  return hit + read;
}

test.each([
  ['pending amounts of a creator', () => pendingOf(seller).statement as SQL],
  ['obstacles of a creator', () => sql`select ${obstaclesOf(seller)}`],
  ['obstacles of an advertiser', () => sql`select ${obstaclesOf(buyer)}`],
])('the %s are read without the work and the campaigns that have ended', async (_, statement) => {
  const read = await blocksOf(statement());
  await blocksOf(statement());
  // The rows that have ended fill more than 500 blocks.
  expect(Math.min(read, await blocksOf(statement()))).toBeLessThan(300);
});

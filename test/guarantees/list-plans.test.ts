import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { expect, test } from 'vitest';
import { assignmentsPage } from '../../db/assignments.ts';
import { type Db, openDb } from '../../db/client.ts';
import { casesPage } from '../../db/disputes.ts';
import type { Market } from '../support/market.ts';
import { ownMarket } from '../support/own-market.ts';
import type { OwnStack } from '../support/stack.ts';

const [buyer, seller, others] = [9_000_001, 9_000_002, 9_000_010];

let stack: OwnStack;
let market: Market;
let db: Db;
ownMarket(async (own) => {
  ({ stack, market } = own);
  db = openDb({ DATABASE_URL: stack.databaseUrl, NEON_FETCH_ENDPOINT: stack.neonUrl });
  // Two old parties with a fifth of all work each: by what the statistics say of them, their work might lie anywhere.
  await market.pool.query(`begin; set local session_replication_role = replica;
    insert into placement_assignments (id, order_id, order_item_id, advertiser_id, creator_id, type, proof_modes, proof_template,
      status, quantity, brief, rights, base, brand_fee, creator_fee, creator_fee_bps, due_at, accept_by, created_at, updated_at)
    select n, n, n, case when n <= 8000 then ${buyer} else ${others} + n % 100 end,
      case when n <= 8000 then ${seller} else ${others} + 200 + n % 100 end, 'STREAM', '{PUBLIC_VOD}', '{}',
      case when n > 36000 then 'DISPUTED' when n > 16000 and n % 2 = 0 then 'PENDING' else 'APPROVED' end, 1,
      'A brief.', '{}', 100, 5, 10, 1000, now(), now(), now(), now() from generate_series(1, 40000) n;
    commit`);
  const client = await market.pool.connect();
  // Every row is looked at, so that the statistics are no matter of chance.
  await client.query('set default_statistics_target = 200');
  await client.query('vacuum analyze placement_assignments');
  client.release(true);
});

/** How many rows of the table were read and thrown away, or read for nothing but their order. */
async function wasted(page: SQL): Promise<number> {
  const plan = await db.rows<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, costs off, timing off, summary off) ${page}`,
  );
  const removed = plan.map((line) => /Rows Removed by Filter: (\d+)/.exec(line['QUERY PLAN'])?.[1] ?? '0');
  const whole = plan.some((line) => /Seq Scan on placement_assignments/.test(line['QUERY PLAN']));
  return whole ? Number.POSITIVE_INFINITY : Math.max(...removed.map(Number));
}

test.each([
  ['has ordered long ago', buyer, {}],
  ['has worked long ago', seller, {}],
  ['has ordered long ago, as the advertiser', buyer, { role: 'ADVERTISER' }],
  ['has ordered long ago, from within the list', buyer, { cursor: 4_000 }],
  ['has nothing in the state asked for', buyer, { status: 'PENDING' }],
  ['has nothing in the state asked for, as the creator', seller, { status: 'PENDING', role: 'CREATOR' }],
  ['has no work at all', 1, {}],
] as const)("the list of assignments reads its page and no other's work for who %s", async (_, userId, asked) => {
  expect(await wasted(assignmentsPage(userId, { limit: 20, ...asked }))).toBeLessThanOrEqual(1);
});

test.each([
  ['DISPUTED', undefined],
  ['DISPUTED', 38_000],
  ['PENDING', undefined],
  ['EXPIRED', undefined],
])("staff's list of what is %s after %s reads its page and nothing else", async (status, cursor) => {
  expect(await wasted(casesPage({ limit: 20, cursor, status }))).toBeLessThanOrEqual(1);
});

import { afterAll, expect, test } from 'vitest';
import type { Work } from '../../support/market/assignments.ts';
import { type Market, marketOf } from '../../support/market/market.ts';
import { postsOf } from '../../support/market/posts.ts';
import { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import { openPool } from '../../support/stack/pool.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let posts: ReturnType<typeof postsOf>;
ownMarket((own) => {
  ({ stack } = own);
  market = marketOf(stack);
  posts = postsOf(market, stack.baseUrl);
});
const closed: { end(): Promise<void> }[] = [];
afterAll(() => Promise.all(closed.map((pool) => pool.end())));

const everyMinute = () => controlOf(stack.controlUrl).fireCron('* * * * *');
const marks = async () => (await market.pool.query('select order_id from analytics_changes')).rows.length;
const statusOf = async ({ id }: Work) =>
  (await market.pool.query('select status from analytics_assignments where assignment_id = $1', [id])).rows[0]?.status;

async function aWork(): Promise<Work> {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const [work] = await posts.ordered(advertiser, [await posts.aService()]);
  if (!work) throw new Error('an order has work');
  return work;
}

/** Changes the assignment in a transaction that stays open, and returns its commit. */
async function changedInTransaction({ id }: Work): Promise<() => Promise<void>> {
  const pool = openPool(stack.adminDatabaseUrl);
  closed.push(pool);
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`update placement_assignments set status = 'ACCEPTED', accepted_at = created_at where id = $1`, [
    id,
  ]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

test('the cron of each minute summarizes changed orders', async () => {
  const work = await aWork();
  expect(await marks()).toBeGreaterThan(0);
  await everyMinute();
  expect([await marks(), await statusOf(work)]).toEqual([0, 'PENDING']);
});

test('a change that commits after a summary began is summarized by the next one', async () => {
  const work = await aWork();
  const commit = await changedInTransaction(work);
  await everyMinute();
  expect(await statusOf(work)).toBe('PENDING');
  await commit();
  expect(await marks()).toBe(1);
  await everyMinute();
  expect([await marks(), await statusOf(work)]).toEqual([0, 'ACCEPTED']);
});

test('changes of two assignments of one advertiser do not wait for each other', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const [first] = await posts.ordered(advertiser, [await posts.aService()]);
  const [second] = await posts.ordered(advertiser, [await posts.aService()]);
  if (!first || !second) throw new Error('an order has work');
  const commit = await changedInTransaction(first);
  await (await changedInTransaction(second))();
  await commit();
  await everyMinute();
  expect([await statusOf(first), await statusOf(second)]).toEqual(['ACCEPTED', 'ACCEPTED']);
});

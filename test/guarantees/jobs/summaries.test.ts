import { readFileSync } from 'node:fs';
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

/** Statements by hand, each of which changes a summarized value of an approved video post. */
const changes: readonly (readonly [string, string])[] = [
  ['the status', `update placement_assignments set status = 'RESOLVED' where id = $1`],
  ['the price', 'update placement_assignments set base = base + 1 where id = $1'],
  ['the end', `update placement_assignments set ended_at = ended_at + interval '1 day' where id = $1`],
  ['the order', 'update placement_assignments set order_id = order_id where id = $1'],
  ['the hold', 'update ledger_holds set refunded = 0 where assignment_id = $1'],
  ['the post', `update deliverables set content_id = 'another' where assignment_id = $1`],
  ['the removal of the post', 'update deliverables set content_id = null where assignment_id = $1'],
  [
    'the measurement',
    `update deliverable_scans set views = 7 where deliverable_id in (select id from deliverables where assignment_id = $1)`,
  ],
  [
    'the removal of the measurements',
    'delete from deliverable_scans where deliverable_id in (select id from deliverables where assignment_id = $1)',
  ],
];

/** An approved assignment with a measured post, whose order is summarized. */
async function aMeasuredWork(): Promise<Work> {
  const work = await aWork();
  await market.pool.query(
    `update placement_assignments set status = 'APPROVED', accepted_at = created_at, delivered_at = created_at, ended_at = created_at where id = $1`,
    [work.id],
  );
  await market.pool.query(`update deliverables set content_id = 'a-post' where assignment_id = $1`, [work.id]);
  await market.pool.query(
    `insert into deliverable_scans (deliverable_id, platform, content_id, delivered_at, views, likes, comments, counts_measured_at)
     select id, 'YOUTUBE', 'a-post', now(), 1, 1, 1, now() from deliverables where assignment_id = $1`,
    [work.id],
  );
  await market.pool.query('select analytics_summarize(1000)');
  expect(await marks()).toBe(0);
  return work;
}

test.each(changes)('a change of %s by hand marks its order', async (_, change) => {
  const { id } = await aMeasuredWork();
  const { rowCount } = await market.pool.query(change, [id]);
  expect([rowCount, (await marks()) > 0]).toEqual([1, true]);
});

test('a change of a value that no summary has marks no order', async () => {
  const { id } = await aMeasuredWork();
  await market.pool.query('update placement_assignments set version = version + 1, updated_at = now() where id = $1', [
    id,
  ]);
  expect(await marks()).toBe(0);
});

test('the migration marks the orders that are older than the summaries', async () => {
  await aMeasuredWork();
  const migration = readFileSync('db/migrations/0015_analytics_reads.sql', 'utf8');
  const [statement] =
    /^insert into analytics_changes [^;]* from placement_assignments order by 1, 2;$/m.exec(migration) ?? [];
  await market.pool.query(statement ?? 'select 1');
  const { orders } = await market.one('select count(distinct order_id)::int as orders from placement_assignments');
  expect([await marks(), orders > 0]).toEqual([orders, true]);
});

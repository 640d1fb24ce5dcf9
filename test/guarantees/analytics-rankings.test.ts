import { beforeAll, expect, test } from 'vitest';
import { growAnalytics } from '../../scripts/bench/analytics-data.ts';
import type { Market } from '../support/market/market.ts';
import { isFullDepth } from '../support/stack/depth.ts';
import { ownMarket } from '../support/stack/own-market.ts';

const dayMs = 86_400_000;

let market: Market;
ownMarket((own) => {
  ({ market } = own);
});
let advertiserId = 0;
beforeAll(async () => {
  const client = await market.pool.connect();
  // More creators than a list has.
  advertiserId = await growAnalytics(client, { assignments: 3_000, creators: 150 });
  client.release(true);
  for (const change of [
    `update placement_assignments set status = 'CANCELLED', ended_at = greatest(created_at, accepted_at, delivered_at) + interval '1 hour'
     where id % 3 = 0 and status in ('PENDING', 'ACCEPTED', 'SUBMITTED')`,
    `update ledger_holds set released = amount / 3, refunded = amount - amount / 3
     where assignment_id % 5 = 0 and released > 0`,
    `update placement_assignments set ended_at = ended_at + interval '9 days' where id % 7 = 0 and status = 'APPROVED'`,
  ])
    await market.pool.query(change);
  await market.pool.query('select analytics_summarize(100000)');
}, 120_000);

/** What each span adds to the sums before it. A creator also has rows in later eras, which add nothing. */
const addedToCreators = `
  select advertiser_id, event, creator_id, span, assignments - lag(assignments, 1, 0) over before as assignments,
    released - lag(released, 1, 0::bigint) over before as released, delivered - lag(delivered, 1, 0) over before as delivered,
    held - lag(held, 1, 0::bigint) over before as held, refunded - lag(refunded, 1, 0::bigint) over before as refunded
  from (
    select advertiser_id, event, creator_id, era * 16 + n as span, u.* from analytics_creator_sums t
    cross join lateral unnest(t.assignments, t.released, t.delivered, t.held, t.refunded)
      with ordinality u(assignments, released, delivered, held, refunded, n)) spans
  window before as (partition by advertiser_id, event, creator_id order by span)`;

/** The sums that are not zero, as texts. Posts are not among them: a post that was shared once is read by itself from then on. */
async function sums(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [table, isUsed] of [
    ['analytics_statuses', 'assignments <> 0'],
    [`(${addedToCreators})`, '(assignments, released, delivered, held, refunded) <> (0, 0, 0, 0, 0)'],
    ['analytics_durations', 'assignments <> 0'],
    ['analytics_days', '(funded, accepted, delivered, approved, spent, refunded) <> (0, 0, 0, 0, 0, 0)'],
    ['analytics_hours', '(funded, accepted, delivered, approved, spent, refunded) <> (0, 0, 0, 0, 0, 0)'],
  ] as const) {
    const { rows } = await market.pool.query(`select t::text as sums from ${table} t where ${isUsed} order by 1`);
    found[table] = rows.map((row) => row.sums);
    expect(rows.length).toBeGreaterThan(10);
  }
  return found;
}

test.runIf(isFullDepth)('each era of an advertiser has all creators of earlier eras', async () => {
  const { rows } = await market.pool.query(
    `select event, era, count(*)::int as creators from analytics_creator_sums where advertiser_id = $1 group by 1, 2 order by 1, 2`,
    [advertiserId],
  );
  expect(new Set(rows.map(({ event }) => event)).size).toBe(2);
  for (const [index, { event, creators }] of rows.entries())
    if (rows[index - 1]?.event === event) expect(creators).toBeGreaterThanOrEqual(rows[index - 1].creators);
  expect(rows.length).toBeGreaterThan(20);
});

test.runIf(isFullDepth).each([
  ['a month', 30, 0],
  ['a year', 366, 0],
  ['a hundred days within the history', 250.3, 150.7],
])('the creators of %s are counted, and those who got the most are listed', async (_, from, until) => {
  const period = [new Date(Date.now() - from * dayMs), new Date(Date.now() - until * dayMs)];
  const { metrics } = await market.one(`select analytics_of_period($1, $2, $3, '{}') as metrics`, [
    ...[advertiserId, ...period],
  ]);
  const { rows } = await market.pool.query(
    `select c.public_id as "creatorPublicId", count(*)::int as assignments, sum(h.released)::text as spent
     from placement_assignments a join ledger_holds h on h.assignment_id = a.id join creators c on c.user_id = a.creator_id
     where a.advertiser_id = $1 and a.created_at < $3 and (a.ended_at is null or a.ended_at >= $2)
     group by c.user_id order by sum(h.released) desc, count(*) desc, c.user_id`,
    [advertiserId, ...period],
  );
  expect(rows.length).toBeGreaterThan(100);
  expect(metrics.totals.creators).toBe(rows.length);
  expect(metrics.byCreator).toMatchObject(rows.slice(0, 100));
});

test.runIf(isFullDepth)('sums that follow changes equal sums that are computed once', async () => {
  const followed = await sums();
  await market.pool.query(`truncate analytics_assignments, analytics_statuses, analytics_creator_sums, analytics_durations, analytics_days,
    analytics_hours, analytics_posts, analytics_engagement, analytics_engagement_sums`);
  await market.pool.query(`insert into analytics_changes (advertiser_id, order_id)
    select distinct advertiser_id, order_id from placement_assignments`);
  await market.pool.query('select analytics_summarize(100000)');
  expect(await sums()).toEqual(followed);
});

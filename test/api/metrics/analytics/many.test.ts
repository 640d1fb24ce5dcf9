import { afterAll, expect, test } from 'vitest';
import type { Reply } from '../../../support/client.ts';
import { type Advertiser, marketOf } from '../../../support/market/market.ts';
import { startStack } from '../../../support/stack/stack.ts';

// A separate stack: no job may find this many assignments without money, and no other test may wait for it.
const stack = await startStack();
const market = marketOf(stack);
afterAll(async () => {
  await market.close();
  await stack.stop();
});

/** Assignments of many creators, directly in the database: later creators have more of them. */
async function muchWork(advertiser: Advertiser, { creators, assignments }: { creators: number; assignments: number }) {
  const name = `many-${advertiser.id}-`;
  await market.pool.query(
    `with made as (insert into users (name, email, roles)
       select $1 || g, $1 || g || '@castline.example', '{CREATOR}' from generate_series(1, $2::int) g returning id)
     insert into creators (user_id, display_name) select id, 'One of many' from made`,
    [name, creators],
  );
  // The square root gives neighbours different shares.
  await market.pool.query(
    `with who as (select id, row_number() over (order by id) as place from users where name like $1 || '%'),
     orders as (insert into placement_orders (advertiser_id, origin, status, created_at, updated_at)
       select $2, 'LISTING', 'FUNDED', now(), now() from generate_series(1, $4::int) returning id),
     items as (insert into order_items (order_id, position, creator_id, quantity, discount_bps, due_at, brief, results, rights, base)
       select o.id, 1, w.id, 1, 0, now(), 'b', '[{}]', '{}', 1000000
       from (select id, row_number() over (order by id) as n from orders) o
       join who w on w.place = ceil($3::int * sqrt((o.n - 0.5) / $4::int)) returning *)
     insert into placement_assignments (order_id, order_item_id, advertiser_id, creator_id, type, proof_modes, proof_template, status,
       quantity, brief, rights, base, brand_fee, creator_fee, creator_fee_bps, due_at, accept_by, created_at, updated_at)
     select order_id, id, $2, creator_id, 'VIDEO', '{PUBLIC_URL}', '{}', 'PENDING', 1, 'b', '{}', base, 50000, 100000, 1000, now(), now(), now(), now()
     from items`,
    [name, advertiser.id, creators, assignments],
  );
}

test('analytics sum ten thousand assignments, and list the hundred creators with the most', async () => {
  const advertiser = await market.anAdvertiser();
  await muchWork(advertiser, { creators: 101, assignments: 10_000 });
  const startedAt = performance.now();
  const { totals, byCreator, series } = (
    await advertiser.api.get('/analytics/placements?from=1999-12-31&to=2000-01-01')
  ).body.data;
  expect([totals.assignments, byCreator, series.length]).toEqual([0, [], 2]);
  const { data } = (await advertiser.api.get('/analytics/placements')).body;
  // Measured on two cores: a third of a second. The statement times out after five.
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  expect(data.totals).toMatchObject({ orders: 10_000, assignments: 10_000, creators: 101, orderedResults: 10_000 });
  expect(data.byStatus[0]).toEqual({
    status: 'PENDING',
    assignments: 10_000,
    total: { raw: '10500000000', currency: 'USDT', decimals: 6 },
  });
  const counts: number[] = data.byCreator.map(({ assignments }: Reply['body']) => assignments);
  expect(counts).toHaveLength(100);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  // The omitted creator has the fewest; the totals include it.
  expect(10_000 - counts.reduce((sum, count) => sum + count, 0)).toBe(1);
});

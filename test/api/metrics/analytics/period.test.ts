import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import type { Work } from '../../../support/market/assignments.ts';
import type { Advertiser, Market } from '../../../support/market/market.ts';
import { aVideoId, postsOf } from '../../../support/market/posts.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import { timeOf } from '../../../support/stack/stack-time.ts';

let market: Market;
let posts: ReturnType<typeof postsOf>;
let control: ReturnType<typeof controlOf>;
let noon: Date;
ownMarket(async (own) => {
  market = own.market;
  posts = postsOf(market, own.stack.baseUrl);
  control = controlOf(own.stack.controlUrl);
  // The last day of a series is the current one, which is far from its end.
  noon = await timeOf(own.stack).nextNoon();
});
afterEach(() => market.expectSoundLedger());

const analytics = async (
  advertiser: Advertiser,
  query = '',
  path = '/analytics/placements',
): Promise<Reply['body']> => {
  const reply = await advertiser.api.get(`${path}${query && `?${query}`}`);
  expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 200, code: undefined });
  return reply.body.data;
};

/** Assignments of one order each, funded at these times. */
async function fundedAt(...times: readonly string[]): Promise<{ advertiser: Advertiser; assignments: Work[] }> {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const listing = await posts.aService();
  const assignments: Work[] = [];
  for (const at of times) {
    const [work] = await posts.ordered(advertiser, [listing]);
    if (!work) throw new Error('an order has work');
    await market.pool.query('update placement_assignments set created_at = $2 where id = $1', [work.id, at]);
    assignments.push(work);
  }
  return { advertiser, assignments };
}

/** The creator declines it at this time. */
async function endedAt(work: Work | undefined, at: string): Promise<void> {
  if (!work) throw new Error('there is work');
  await posts.must(posts.act(work, work.creator.api, 'decline'));
  await market.pool.query('update placement_assignments set ended_at = $2 where id = $1', [work.id, at]);
}

const daysAgo = (days: number) => new Date(noon.getTime() - days * 86_400_000).toISOString();

describe('the period', () => {
  let order: Awaited<ReturnType<typeof fundedAt>>;
  beforeAll(async () => {
    order = await fundedAt('2026-03-01T00:00:00.000Z');
  });

  test('can end on the last supported day', async () => {
    const advertiser = await market.anAdvertiser();
    const { series } = await analytics(advertiser, 'from=9999-12-31&to=9999-12-31');
    expect(series.map(({ date }: { date: string }) => date)).toEqual(['9999-12-31']);
    const instant = '9999-12-31T23:59:59.999Z';
    expect((await analytics(advertiser, `from=${instant}&to=${instant}`)).series).toHaveLength(1);
  });

  test('includes whole days or instants at both ends, and work that was funded before its end and ended after its start', async () => {
    const { advertiser, assignments } = await fundedAt(
      '2026-03-01T00:00:00.000Z',
      '2026-03-02T12:00:00.000Z',
      '2026-03-03T23:59:59.999Z',
    );
    await endedAt(assignments[0], '2026-03-02T12:00:00.000Z');
    await endedAt(assignments[1], '2026-03-03T23:59:59.999Z');
    const count = async (query: string) => (await analytics(advertiser, query)).totals.assignments;
    expect(await count('from=2026-03-01&to=2026-03-03')).toBe(3);
    expect(await count('from=2026-03-01&to=2026-03-02')).toBe(2);
    expect(await count('from=2026-03-01&to=2026-03-01')).toBe(1);
    expect(await count('from=2026-03-03&to=2026-03-03')).toBe(2);
    expect(await count('from=2026-03-04&to=2026-03-05')).toBe(1);
    expect(await count('from=2026-02-01&to=2026-02-28')).toBe(0);
    expect(await count('from=2026-03-02T12:00:00Z&to=2026-03-02T12:00:00Z')).toBe(2);
    expect(await count('from=2026-03-02T12:00:00.001Z&to=2026-03-03T23:59:59.998Z')).toBe(1);
    expect(await count('from=2026-03-02T14:00:00%2B02:00&to=2026-03-04')).toBe(3);
  });

  test('is the last thirty days by default', async () => {
    const { advertiser, assignments } = await fundedAt(daysAgo(32), daysAgo(29), daysAgo(0));
    await endedAt(assignments[0], daysAgo(30.01));
    const { totals, series } = await analytics(advertiser);
    expect(totals).toMatchObject({ orders: 2, assignments: 2 });
    expect(series.at(-1).date).toBe(daysAgo(0).slice(0, 10));
    expect(series[0].date).toBe(daysAgo(30).slice(0, 10));
  });

  test('includes reserved and newly paid amounts, however old the order is, and its days show what happened on them', async () => {
    const { advertiser, assignments } = await fundedAt(daysAgo(31), daysAgo(400));
    const [work] = assignments;
    if (!work) throw new Error('there is work');
    await posts.accept(work);
    await posts.name(work, [aVideoId()]);
    await posts.submit(work);
    await posts.must(posts.approve(work));
    const { totals, byStatus, byCreator, series, engagement } = await analytics(advertiser);
    const money = { reserved: { raw: '105000000' }, spent: { raw: '105000000' }, refunded: { raw: '0' } };
    expect(totals).toMatchObject({ assignments: 2, creators: 1, deliveredResults: 1, ...money });
    expect(byStatus.filter(({ assignments }: Reply['body']) => assignments > 0)).toMatchObject([
      { status: 'PENDING', total: { raw: '105000000' } },
      { status: 'APPROVED', total: { raw: '105000000' } },
    ]);
    expect(byCreator).toMatchObject([{ assignments: 2, ...money }]);
    expect(engagement.erCoverage.totalPosts).toBe(1);
    expect(series.at(-1)).toMatchObject({ approved: 1, deliveredResults: 1, spent: { raw: '105000000' } });
    for (const { funded, reserved } of series) expect([funded, reserved.raw]).toEqual([0, '0']);
  });

  test('has one row for each of its days, in order, also for empty days', async () => {
    const { advertiser } = await fundedAt('2028-02-28T10:00:00Z', '2028-03-01T23:30:00Z');
    const { series } = await analytics(advertiser, 'from=2028-02-27&to=2028-03-02');
    expect(series.map(({ date, funded, reserved }: Reply['body']) => [date, funded, reserved.raw])).toEqual([
      ['2028-02-27', 0, '0'],
      ['2028-02-28', 1, '105000000'],
      ['2028-02-29', 0, '0'],
      ['2028-03-01', 1, '105000000'],
      ['2028-03-02', 0, '0'],
    ]);
    const year = await analytics(advertiser, 'from=2028-01-01&to=2028-12-31');
    expect(year.series).toHaveLength(366);
  });

  test.each([
    'from=2026-03-02&to=2026-03-01',
    'from=2999-01-01',
    'from=2025-01-01&to=2026-01-02',
    'from=2020-01-01',
    'from=yesterday',
    'from=2026-02-30',
    'from=2026-03-01T10:00:00',
    'to=9999-12-31T23:59:59-01:00',
    'to=0000-01-01',
    'from=0001-01-01T00:00:00%2B23:59&to=0001-01-02',
    'from=&to=',
    'from=2026-03-01&from=2026-03-02&to=%00',
  ])('%s is refused with VALIDATION_FAILED, for all placements and for one order', async (query) => {
    const { advertiser, assignments } = order;
    for (const path of ['/analytics/placements', `/placement-orders/${assignments[0]?.orderId}/analytics`])
      refused(await advertiser.api.get(`${path}?${query}`), 'VALIDATION_FAILED');
  });

  test('limits only the series of an order, while its totals cover the whole order', async () => {
    const { advertiser, assignments } = await fundedAt('2026-03-01T08:00:00.000Z', '2026-03-01T09:00:00.000Z');
    const path = `/placement-orders/${assignments[0]?.orderId}/analytics`;
    const far = await analytics(advertiser, 'from=2026-06-01&to=2026-06-02', path);
    expect(far.totals).toMatchObject({ orders: 1, assignments: 1, reserved: { raw: '105000000' } });
    expect(far.series.map(({ date, funded }: Reply['body']) => [date, funded])).toEqual([
      ['2026-06-01', 0],
      ['2026-06-02', 0],
    ]);
    const near = await analytics(advertiser, 'from=2026-03-01&to=2026-03-01', path);
    expect(near.series).toMatchObject([{ date: '2026-03-01', funded: 1, reserved: { raw: '105000000' } }]);
    const later = await analytics(advertiser, 'from=2026-03-01T08:00:00.001Z&to=2026-03-01T20:00:00Z', path);
    expect(later.series).toMatchObject([{ date: '2026-03-01', funded: 0, reserved: { raw: '0' } }]);
  });
});

describe('acceptance and delivery times', () => {
  test('have a mean and a median in whole seconds over accepted work', async () => {
    const { advertiser, assignments } = await fundedAt(...Array.from({ length: 4 }, () => daysAgo(0)));
    for (const [index, seconds] of [60, 120, 600.7].entries())
      await market.pool.query(
        `update placement_assignments set status = 'ACCEPTED', accepted_at = created_at + make_interval(secs => $2) where id = $1`,
        [assignments[index]?.id, seconds],
      );
    const { totals } = await analytics(advertiser);
    expect(totals.acceptSeconds).toEqual({ average: 260, median: 120, count: 3 });
    expect(totals.deliverSeconds).toEqual({ average: null, median: null, count: 0 });
  });

  test('end at the first submission of all results', async () => {
    const { advertiser, assignments } = await fundedAt(daysAgo(0.5));
    const [work] = assignments;
    if (!work) throw new Error('there is work');
    await posts.accept(work);
    await posts.name(work, [aVideoId()]);
    await posts.submit(work);
    await market.pool.query(
      `update placement_assignments a set accepted_at = e.at - interval '500 seconds' from assignment_events e
       where a.id = $1 and e.assignment_id = a.id and e.kind = 'assignment.submitted'`,
      [work.id],
    );
    await posts.must(posts.act(work, work.advertiser.api, 'request-changes'));
    await control.moveOn(60_000); // a second submission would have a different time
    await posts.submit(work);
    const { totals, series } = await analytics(advertiser);
    expect(totals.deliverSeconds).toEqual({ average: 500, median: 500, count: 1 });
    expect(series.reduce((sum: number, { deliveredResults }: Reply['body']) => sum + deliveredResults, 0)).toBe(1);
  });
});

describe('the caller', () => {
  test('gets a row for each status and day, and no times, without orders', async () => {
    const advertiser = await market.anAdvertiser();
    const { totals, byStatus, byCreator, series, engagement } = await analytics(advertiser);
    const nothing = { raw: '0', currency: 'USDT', decimals: 6 };
    const never = { average: null, median: null, count: 0 };
    expect(totals).toEqual({
      ...{ orders: 0, assignments: 0, creators: 0, orderedResults: 0, deliveredResults: 0 },
      ...{ reserved: nothing, spent: nothing, refunded: nothing, acceptSeconds: never, deliverSeconds: never },
    });
    expect([byStatus.length, byCreator]).toEqual([10, []]);
    expect(series.length).toBeGreaterThanOrEqual(30);
    expect(engagement).toMatchObject({ views: 0, er: null, saves: null, updatedAt: null, savesUpdatedAt: null });
  });

  test('gets empty metrics for a draft of its own', async () => {
    const advertiser = await market.anAdvertiser();
    const order = (await market.aDraft(advertiser, await market.aListing())).body.data;
    const { totals } = await analytics(advertiser, '', `/placement-orders/${order.id}/analytics`);
    expect(totals).toMatchObject({ orders: 0, assignments: 0, reserved: { raw: '0' } });
  });

  test('gets the answer of an unknown order for an order of another user, also as its creator', async () => {
    const { assignments } = await fundedAt(daysAgo(0));
    const [work] = assignments;
    if (!work) throw new Error('there is work');
    await market.pool.query(`update users set roles = '{ADVERTISER,CREATOR}' where id = $1`, [work.creator.id]);
    await control.moveOn(1_000); // a key is read once a second
    const otherUser = await market.anAdvertiser();
    for (const { api } of [otherUser, work.creator]) {
      const foreign = refused(await api.get(`/placement-orders/${work.orderId}/analytics`), 'RESOURCE_NOT_FOUND');
      expect(foreign).toEqual(
        refused(await api.get('/placement-orders/9007199254740991/analytics'), 'RESOURCE_NOT_FOUND'),
      );
      expect((await api.get('/analytics/placements')).body.data.totals.assignments).toBe(0);
    }
  });

  test('is refused without the role of an advertiser', async () => {
    const { api } = await market.anAdvertiser({ roles: ['CREATOR'] });
    refused(await api.get('/analytics/placements'), 'ROLE_NOT_ALLOWED');
  });
});

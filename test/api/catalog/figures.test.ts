import { expect, test } from 'vitest';
import { wordsOf } from '../../support/html.ts';
import { assignmentsOf } from '../../support/market/assignments.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

// A separate stack, because the test runs a cron.
let own: OwnMarket;
ownMarket((ready) => {
  own = ready;
});

const entryOf = async (publicId: string) => {
  const { data } = await (await fetch(`${own.stack.baseUrl}/api/v1/creator-pages/${publicId}`)).json();
  return { completedOrders: data.completedOrders, responseTime: data.responseTime };
};
const listedOf = async (publicId: string) => {
  const { data } = await (await fetch(`${own.stack.baseUrl}/api/v1/creator-catalog`)).json();
  return data.find((entry: { publicId: string }) => entry.publicId === publicId);
};
const wordsAt = async (path: string) => wordsOf(await (await fetch(`${own.stack.baseUrl}${path}`)).text());

/** Makes lists show new metrics at once. */
const publishNow = () => own.market.pool.query(`update catalog_metrics_published set at = '-infinity'`);

test('pages and lists show completed orders and the response time of a creator once there are three answers', async () => {
  const { market, stack, control } = own;
  const { creator } = await market.aListing();
  const { assignmentIn } = assignmentsOf(market, stack.baseUrl);
  const refresh = async () => {
    await market.pool.query(
      `update placement_assignments set created_at = accepted_at - interval '150 minutes' where creator_id = $1`,
      [creator.id],
    );
    await publishNow();
    await control.fireCron('* * * * *');
  };

  expect(await entryOf(creator.publicId)).toEqual({
    completedOrders: { count: 0, latestAt: null },
    responseTime: null,
  });
  for (let times = 0; times < 2; times++) await assignmentIn('ACCEPTED', { creator });
  await refresh();
  expect(await entryOf(creator.publicId)).toMatchObject({ completedOrders: { count: 0 }, responseTime: null });

  await assignmentIn('APPROVED', { creator });
  await refresh();
  await expect
    .poll(() => entryOf(creator.publicId))
    .toMatchObject({
      completedOrders: { count: 1, latestAt: expect.any(String) },
      responseTime: { medianMinutes: 150, answers: 3, latestAt: expect.any(String) },
    });
  await expect.poll(async () => (await listedOf(creator.publicId)).completedOrders.count).toBe(1);
  for (const path of ['/creators', `/creators/${creator.publicId}`])
    expect((await wordsAt(path)).replaceAll('\u00a0', ' ')).toMatch(/1 completed order|Completed orders 1/);
  expect((await wordsAt('/creators')).replaceAll('\u00a0', ' ')).toContain('median response time 3 h, over 3 orders');
});

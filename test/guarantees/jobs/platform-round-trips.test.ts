import { beforeAll, expect, test } from 'vitest';
import { deliverPosts } from '../../support/market/delivered-posts.ts';
import type { Market } from '../../support/market/market.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket((own) => {
  ({ stack, market, control } = own);
});
beforeAll(async () => {
  await deliverPosts(market, stack.baseUrl, 1_050);
  await control.untilQueuesAreEmpty();
  await control.untilNothingIsDeferred();
  // Messages stay in their queues, so that only the delivered jobs are counted.
  await control.queues('hold');
});

const dueIds = async (): Promise<number[]> =>
  (await market.pool.query('select id::int from posts where due_at <= now() order by due_at, id')).rows.map(
    ({ id }) => id,
  );

test('the job that leases a thousand due posts makes at most three calls of the database', async () => {
  const before = await dueIds();
  await control.resetCounts();
  await control.deliver([{ kind: 'take-due-platform-work' }]);
  expect(await control.counts()).toMatchObject({ neon: 3, social: 0 });
  expect(before.length - (await dueIds()).length).toBe(1_000);
});

test('a batch of fifty posts is one read, one call of the platform and one commit', async () => {
  const leaseEnd = new Date((await control.now()).getTime() + 15 * 60_000);
  const ids = (await dueIds()).slice(0, 50);
  await market.pool.query('update posts set due_at = $2 where id = any ($1)', [ids, leaseEnd]);
  await control.resetCounts();
  await control.deliver([
    { kind: 'measure-posts', platform: 'YOUTUBE', accountId: null, leaseEnd: leaseEnd.toISOString(), ids },
  ]);
  expect(await control.counts()).toMatchObject({ neon: 2, social: 1 });
  const measured = await market.one('select count(*)::int from post_measurements where post_id = any ($1)', [ids]);
  expect(measured.count).toBe(50);
});

import { expect, test } from 'vitest';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import { scansOf } from '../../support/market/scans.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket(
  (made) => {
    own = made;
  },
  { vars: { YOUTUBE_DAILY_UNITS: '50' } },
);

const hourMs = 3_600_000;

test('a user without credits takes no units of a platform from the scans of others, however many accounts it adds', async () => {
  const scans = scansOf(own);
  const { factory } = await scans.watched(1_000, [2], { intervalHours: 4 });
  await scans.scanned();
  const api = factoriesOf(own.stack.baseUrl);
  const other = await api.anOwner();
  const theirs = await api.aFactory(other);
  for (let n = 0; n < 70; n++) {
    const handle = `nobody-${n}-here`;
    await simulatorOf(own.stack.socialUrl).change(handle, { isGone: true });
    dataOf(await api.add(other, theirs, { handle }), 201);
  }
  const scansOfFactory = async () =>
    (
      await own.market.one(
        `select count(distinct m.measured_at)::int as n from factory_measurements m join factory_accounts a on a.id = m.account_id
         where a.factory_id = $1`,
        [factory.id],
      )
    ).n;
  const unitsOfToday = async () =>
    (await own.market.pool.query('select listed from platform_user_budgets where user_id = $1', [other.userId])).rows[0]
      ?.listed ?? 0;
  const before = await scansOfFactory();
  const listed: number[] = [];
  for (let hour = 0; hour < 48; hour++) {
    await own.control.moveOn(hourMs);
    await own.control.run('take-due-factory-work');
    listed.push(await unitsOfToday());
  }
  // Each takes up to an hour, because the clock moves by hours.
  expect((await scansOfFactory()) - before).toBeGreaterThanOrEqual(9);
  // In a whole day a quarter of the forty units for such work, and the rest of the last listing.
  expect(Math.max(...listed)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...listed)).toBeLessThan(14);
});

test('the first accounts of an owner without credits are listed at once, although another owner has used its units', async () => {
  const scans = scansOf(own);
  const { factory } = await scans.watched(0, [1, 1, 1]);
  await own.control.run('take-due-factory-work');
  const { rows } = await own.market.pool.query('select status from factory_accounts where factory_id = $1', [
    factory.id,
  ]);
  expect(rows.map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
});

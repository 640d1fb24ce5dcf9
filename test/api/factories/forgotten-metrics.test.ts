import { afterEach, expect, test } from 'vitest';
import { dataOf } from '../../support/market/campaigns.ts';
import { signedInAgain } from '../../support/market/people.ts';
import { scansOf } from '../../support/market/scans.ts';
import { depth } from '../../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
// Another stack, because these tests move the clock.
let scans: ReturnType<typeof scansOf>;
ownMarket((made) => {
  own = made;
  scans = scansOf(made);
});
afterEach(async () => {
  await own.market.expectSoundLedger();
  await scans.rest();
});

const dayMs = 86_400_000;
const atNight = () => own.control.run('sweep-metrics');
const left = async (accountId: number) =>
  Number(
    (
      await own.market.one(
        `select (select count(*) from factory_measurements where account_id = $1) + (select count(*) from factory_post_days where account_id = $1)
           + (select count(*) from factory_account_days where account_id = $1) + (select count(*) from factory_posts where account_id = $1) as left`,
        [accountId],
      )
    ).left,
  );
const accountOf = async ({ id }: { readonly id: number }): Promise<number> =>
  (await own.market.one('select id::int from factory_accounts where factory_id = $1', [id])).id;

test('no history of YouTube is older than thirty days, and newer points stay as they were', async () => {
  const { owner, factory } = await scans.watched(1_000, [2], { trackingDays: 365 });
  await scans.scanned();
  const days = depth(5, 1);
  for (let day = 0; day < 33; day += days) {
    await own.control.moveOn(days * dayMs + 1_000);
    await scans.scanned();
  }
  const historyNow = async () =>
    (await owner.keyed.get(`/factories/${factory.id}/summary`)).body.data.history as { readonly takenAt: string }[];
  const before = await historyNow();
  await atNight();
  const after = await historyNow();
  const oldest = (await own.control.now()).getTime() - 30 * dayMs;
  expect(after.length).toBeGreaterThan(25 / days);
  expect(after.every(({ takenAt }) => Date.parse(takenAt) >= oldest)).toBe(true);
  expect(after).toEqual(before.filter(({ takenAt }) => Date.parse(takenAt) >= Date.parse(after[0]?.takenAt ?? '')));
  const { rows } = await own.market.pool.query('select measured_at from factory_measurements where measured_at < $1', [
    new Date(oldest),
  ]);
  expect(rows).toEqual([]);
});

test('the nightly sweep deletes all data of removed accounts and of deleted factories', async () => {
  const [removed, deleted] = [await scans.watched(50, [2]), await scans.watched(50, [2])];
  await scans.scanned();
  const [one, other] = [await accountOf(removed.factory), await accountOf(deleted.factory)];
  const again = await signedInAgain(own.stack.baseUrl, removed.owner);
  dataOf(await again.api.delete(`/factories/${removed.factory.id}/accounts/${one}`));
  const alsoAgain = await signedInAgain(own.stack.baseUrl, deleted.owner);
  dataOf(await alsoAgain.api.delete(`/factories/${deleted.factory.id}`));
  await atNight();
  expect([await left(one), await left(other)]).toEqual([0, 0]);
  expect(await scans.debitsOf(deleted.owner)).toEqual([2]);
});

test('the sweep drops whole months of measurements after ninety days, and keeps the days of the posts', async () => {
  const { factory } = await scans.watched(50, [1]);
  await scans.scanned();
  const id = await accountOf(factory);
  const now = await own.control.now();
  const old = new Date(now.getTime() - 150 * dayMs);
  await own.market.pool.query('select make_measurement_partitions($1)', [old]);
  const insert = `insert into factory_measurements (account_id, post_id, measured_at, views, source, reasons, flags)
    select $1, -1, $2, 1, 'A_SOURCE', '{}', '{}'`;
  for (const at of [old, new Date(now.getTime() - 60 * dayMs)]) await own.market.pool.query(insert, [id, at]);
  await atNight();
  const { rows } = await own.market.pool.query(
    'select measured_at from factory_measurements where account_id = $1 and post_id = -1',
    [id],
  );
  expect(rows.map(({ measured_at: at }) => at.getTime())).toEqual([now.getTime() - 60 * dayMs]);
});

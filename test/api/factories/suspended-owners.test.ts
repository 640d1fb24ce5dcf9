import { expect, test } from 'vitest';
import { scansOf } from '../../support/market/scans.ts';
import { shareLinksOf } from '../../support/market/share-links.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
// Another stack, because the scans of others would delay these.
let scans: ReturnType<typeof scansOf>;
ownMarket((made) => {
  own = made;
  scans = scansOf(made);
});

test('the reports of a suspended owner are not found, and its factories are neither listed nor scanned, until the suspension ends', async () => {
  const { owner, factory } = await scans.watched(50, [2]);
  await scans.scanned();
  const { share, read } = shareLinksOf(own.stack.baseUrl);
  const { path } = await share(owner, factory.id);
  expect((await read(path)).status).toBe(200);
  const suspend = (at: Date | null) =>
    own.market.pool.query(
      `update users set suspended_at = $2, suspension_reason = case when $2::timestamptz is not null then 'Fraud' end where id = $1`,
      [owner.userId, at],
    );
  await suspend(new Date());
  expect((await read(path)).status).toBe(404);
  await own.control.moveOn(25 * 3_600_000);
  await scans.scanned();
  expect(await scans.debitsOf(owner)).toEqual([2]);
  await suspend(null);
  // The list was put off by an hour.
  await own.control.moveOn(3_600_000 + 1_000);
  await scans.scanned();
  expect(await scans.debitsOf(owner)).toEqual([2, 2]);
  expect((await read(path)).status).toBe(200);
});

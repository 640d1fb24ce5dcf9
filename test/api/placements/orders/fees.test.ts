import { afterAll, afterEach, expect, test } from 'vitest';
import { anItem, confirmationOf, created, inDays, marketOf } from '../../../support/market/market.ts';
import { supplyOf } from '../../../support/market/supply.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const supply = supplyOf(market);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const results = Array.from({ length: 5 }, () => ({ expectedAt: inDays(9) }));

/** Five for one cent each, less 2 basis points: a base of 49,990 minor units, whose brand fee is 2,499.5. */
async function anOddlyPricedItem() {
  const listing = await market.aListing({ cents: 1 });
  await supply.offer(listing, [{ quantity: 5, discountBps: 2 }]);
  return anItem(listing, { quantity: 5, discountBps: 2, results });
}

test('fees are rounded half up for each item, and totals are sums of the items', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 100 });
  const items = [await anOddlyPricedItem(), await anOddlyPricedItem()];
  const { id } = created(await advertiser.api.post('/placement-orders', { items })).body.data;
  const quote = created(await advertiser.api.post(`/placement-orders/${id}/quote`, { expectedVersion: 1 })).body.data;
  const raw = ({ base, brandFee, total }: Record<string, { raw: string }>) => [base?.raw, brandFee?.raw, total?.raw];
  expect(quote.items.map(raw)).toEqual([
    ['49990', '2500', '52490'],
    ['49990', '2500', '52490'],
  ]);
  // The fee of the sum would be 4,999.
  expect(raw(quote.totals)).toEqual(['99980', '5000', '104980']);
  const { data } = created(await advertiser.api.post(`/placement-orders/${id}/checkout`, confirmationOf(quote))).body;
  expect(data.reserved.raw).toBe('104980');
});

test('an order of 18 billion is priced to the minor unit', async () => {
  const dear = await market.aListing({ cents: 9_000_000_000 });
  await supply.offer(dear, [{ quantity: 10, discountBps: 1 }]);
  const advertiser = await market.anAdvertiser();
  const ten = Array.from({ length: 10 }, () => ({ expectedAt: inDays(9) }));
  const items = Array.from({ length: 20 }, () => anItem(dear, { quantity: 10, discountBps: 1, results: ten }));
  const { id } = created(await advertiser.api.post('/placement-orders', { items })).body.data;
  const { totals } = created(await advertiser.api.post(`/placement-orders/${id}/quote`, { expectedVersion: 1 })).body
    .data;
  const base = ((9_000_000_000n * 10_000n * 10n * 9_999n) / 10_000n) * 20n;
  expect([totals.base.raw, totals.brandFee.raw]).toEqual([`${base}`, `${base / 20n}`]);
});

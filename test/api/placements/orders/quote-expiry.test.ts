import { afterAll, afterEach, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { confirmationOf, created, marketOf } from '../../../support/market/market.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const listing = await market.aListing();
const expire = (quoteId: string) =>
  market.pool.query(`update quotes set expires_at = now() - interval '1 second' where id = $1`, [quoteId]);

async function anExpiredQuote() {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const quoted = await market.aQuote(advertiser, listing);
  await expire(quoted.quote.quoteId);
  return { advertiser, quoted };
}

test('an order with an expired quote reads as a draft at once, alone and in the list', async () => {
  const { advertiser, quoted } = await anExpiredQuote();
  const { data } = (await advertiser.api.get(`/placement-orders/${quoted.orderId}`)).body;
  const asDraft = { status: 'DRAFT', activeQuote: null, totals: null, version: 1, allowedActions: ['update', 'quote'] };
  expect(data).toMatchObject(asDraft);
  expect((await advertiser.api.get('/placement-orders')).body.data).toEqual([data]);
});

test('the status filter treats an expired quote as a draft, and a live quote as a quoted order', async () => {
  const { advertiser, quoted } = await anExpiredQuote();
  const live = await market.aQuote(advertiser, listing);
  const idsOf = async (status: string) =>
    (await advertiser.api.get(`/placement-orders?status=${status}`)).body.data.map(({ id }: { id: number }) => id);
  expect(await idsOf('DRAFT')).toEqual([quoted.orderId]);
  expect(await idsOf('QUOTED')).toEqual([live.orderId]);
});

test('an order with an expired quote cannot be checked out, and reserves nothing', async () => {
  const { advertiser, quoted } = await anExpiredQuote();
  refused(await market.checkOut(advertiser, quoted), 'QUOTE_EXPIRED');
  expect((await advertiser.api.get('/wallet')).body.data.reserved.raw).toBe('0');
});

test('an order with an expired quote can be quoted and checked out again', async () => {
  const { advertiser, quoted } = await anExpiredQuote();
  const { orderId } = quoted;
  const again = created(await advertiser.api.post(`/placement-orders/${orderId}/quote`, { expectedVersion: 1 }));
  expect(again.body.data.quoteVersion).toBe(2);
  created(await market.checkOut(advertiser, { ...quoted, confirmation: confirmationOf(again.body.data) }));
});

test('a taken quote does not expire, and the order stays funded with its totals', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const quoted = await market.aQuote(advertiser, listing);
  created(await market.checkOut(advertiser, quoted));
  await expire(quoted.quote.quoteId);
  const { data } = (await advertiser.api.get(`/placement-orders/${quoted.orderId}`)).body;
  expect(data).toMatchObject({ status: 'FUNDED', activeQuote: null, totals: quoted.quote.totals });
});

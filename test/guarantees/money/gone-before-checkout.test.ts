import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { anOffer } from '../../support/contract/order-cases.ts';
import { type Advertiser, confirmationOf, created, type Listing, marketOf } from '../../support/market/market.ts';
import { supplyOf } from '../../support/market/supply.ts';
import { heldKey, whileHeld } from '../../support/stack/held-rows.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const supply = supplyOf(market);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

/** Holds a request between its read and its commit, while other requests run and get their answers. */
async function heldBack<Answer>(
  advertiser: Advertiser,
  send: (key: string) => Promise<Answer>,
  meanwhile: () => Promise<unknown>,
): Promise<Answer> {
  const key = randomUUID();
  return whileHeld(market.pool, heldKey(advertiser.id, key), () => send(key), meanwhile);
}

const ways: readonly (readonly [string, (listing: Listing) => Promise<unknown>])[] = [
  ['the page was unpublished', ({ creator }) => supply.unpublishPage(creator)],
  ['the creator was suspended', ({ creator }) => supply.suspend(creator)],
  ['the creator gave up its role', ({ creator }) => supply.takeRole(creator)],
];
const ofListing: typeof ways = [
  ...ways,
  ['the channel was blocked', (listing) => supply.blockChannel(listing)],
  ['the channel was removed', (listing) => supply.removeChannel(listing)],
  ['another creator has proven the channel', (listing) => supply.proveForAnother(listing)],
  ['the service was unpublished', (listing) => supply.unpublish(listing)],
  ['the price was changed', (listing) => supply.reprice(listing, 12_000)],
];

describe('a checkout in progress is refused and reserves nothing when', () => {
  test.each(ofListing)('%s before it', async (_, change) => {
    const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
    const listing = await market.aListing();
    const quoted = await market.aQuote(advertiser, listing);
    const reply = await heldBack(
      advertiser,
      (key) => market.checkOut(advertiser, quoted, key),
      () => change(listing),
    );
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 409, code: 'PRICE_CHANGED' });
    expect((await advertiser.api.get('/wallet')).body.data.reserved.raw).toBe('0');
  });
});

describe('a confirmation of an offer in progress is refused and reserves nothing when', () => {
  test.each(ways)('%s before it', async (_, change) => {
    const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
    const listing = await market.aListing();
    const quoted = created(await advertiser.api.post('/placement-offers/quote', anOffer(listing.creator.publicId)));
    const confirm = (key: string) =>
      advertiser.api.post('/placement-offers', confirmationOf(quoted.body.data), { key });
    const reply = await heldBack(advertiser, confirm, () => change(listing));
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 409, code: 'PRICE_CHANGED' });
    expect((await advertiser.api.get('/wallet')).body.data.reserved.raw).toBe('0');
  });
});

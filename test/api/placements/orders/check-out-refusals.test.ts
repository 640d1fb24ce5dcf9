import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../../schema/shared/errors.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { anOffer } from '../../../support/contract/order-cases.ts';
import {
  type Advertiser,
  anItem,
  confirmationOf,
  created,
  type Listing,
  marketOf,
  type QuotedOrder,
} from '../../../support/market/market.ts';
import { supplyOf } from '../../../support/market/supply.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const supply = supplyOf(market);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

interface Situation {
  readonly advertiser: Advertiser;
  readonly listing: Listing;
  readonly quoted: QuotedOrder;
}

async function aQuotedOrder(fundsCents = 1_000_000): Promise<Situation> {
  const [advertiser, listing] = [await market.anAdvertiser({ fundsCents }), await market.aListing()];
  return { advertiser, listing, quoted: await market.aQuote(advertiser, listing) };
}

/** Expects the refusal, with order and wallet unchanged. */
async function refuses(code: ErrorCode, { advertiser, quoted }: Situation, changes: object = {}) {
  const read = async () =>
    Promise.all(
      [`/placement-orders/${quoted.orderId}`, '/wallet'].map(async (path) => (await advertiser.api.get(path)).body),
    );
  const before = await read();
  const confirmation = { ...quoted.confirmation, ...changes };
  const body = refused(await market.checkOut(advertiser, { ...quoted, confirmation }), code);
  expect(await read()).toEqual(before);
  return body;
}

const other = { payloadHash: '0'.repeat(64) };
const expire = ({ quoted }: Situation) =>
  market.pool.query(`update quotes set expires_at = now() - interval '1 second' where id = $1`, [quoted.quote.quoteId]);

describe('a checkout with another quote', () => {
  test('returns 404 for an unknown quote, and one of another user, another order or an offer', async () => {
    const situation = await aQuotedOrder();
    const { advertiser, listing } = situation;
    const offered = created(await advertiser.api.post('/placement-offers/quote', anOffer(listing.creator.publicId)));
    const quotes = [
      { quoteId: randomUUID() },
      (await aQuotedOrder()).quoted.confirmation,
      (await market.aQuote(advertiser, listing)).confirmation,
      confirmationOf(offered.body.data),
    ];
    for (const changes of quotes) await refuses('RESOURCE_NOT_FOUND', situation, changes);
  });
});

describe('a checkout with stale data', () => {
  test('is a version conflict for another quoteVersion or payloadHash', async () => {
    const situation = await aQuotedOrder();
    for (const changes of [{ quoteVersion: 2 }, other]) await refuses('VERSION_CONFLICT', situation, changes);
    created(await market.checkOut(situation.advertiser, situation.quoted));
  });

  test('is a version conflict for a quote that a later one superseded', async () => {
    const situation = await aQuotedOrder();
    const { advertiser, quoted } = situation;
    created(await advertiser.api.post(`/placement-orders/${quoted.orderId}/quote`, { expectedVersion: 1 }));
    await refuses('VERSION_CONFLICT', situation);
  });

  test('is a version conflict for a quote from before a change of the order', async () => {
    const situation = await aQuotedOrder();
    const { advertiser, listing, quoted } = situation;
    await advertiser.api.patch(`/placement-orders/${quoted.orderId}`, { expectedVersion: 1, items: [anItem(listing)] });
    await refuses('VERSION_CONFLICT', situation);
  });
});

describe('a checkout after a change', () => {
  const changes: readonly [string, (situation: Situation) => Promise<unknown>][] = [
    ['the base price', ({ listing }) => supply.reprice(listing, 10_001)],
    ['a lower base price', ({ listing }) => supply.reprice(listing, 9_999)],
    ['the quantities on offer', ({ listing }) => supply.offer(listing, [{ quantity: 5, discountBps: 0 }])],
    ['the publication of the listing', ({ listing }) => supply.unpublish(listing)],
    ['the channel', ({ listing }) => supply.blockChannel(listing)],
    ["the creator's page", ({ listing }) => supply.unpublishPage(listing.creator)],
    ["the creator's suspension", ({ listing }) => supply.suspend(listing.creator)],
    [
      'the brand fee',
      ({ quoted }) => market.pool.query('update quotes set brand_fee_bps = 400 where id = $1', [quoted.quote.quoteId]),
    ],
    [
      'the creator fee',
      ({ quoted }) =>
        market.pool.query('update quotes set creator_fee_bps = 900 where id = $1', [quoted.quote.quoteId]),
    ],
  ];
  test.each(changes)('is refused with PRICE_CHANGED after a change of %s', async (_, change) => {
    const situation = await aQuotedOrder();
    await change(situation);
    await refuses('PRICE_CHANGED', situation);
  });

  test('is refused with PRICE_CHANGED after a change of the discount of a package', async () => {
    const [advertiser, listing] = [await market.anAdvertiser({ fundsCents: 1_000_000 }), await market.aListing()];
    const results = Array.from({ length: 5 }, () => anItem(listing).results[0]);
    const quoted = await market.aQuote(advertiser, listing, { quantity: 5, discountBps: 1_000, results });
    await supply.offer(listing, [{ quantity: 5, discountBps: 1_500 }]);
    await refuses('PRICE_CHANGED', { advertiser, listing, quoted });
  });

  test('succeeds after a change that gives the same amounts', async () => {
    const situation = await aQuotedOrder();
    await supply.reprice(situation.listing, 20_000);
    await supply.reprice(situation.listing, 10_000);
    created(await market.checkOut(situation.advertiser, situation.quoted));
  });
});

describe('a checkout with several faults', () => {
  test('checks funds last, and one minor unit decides', async () => {
    const short = await aQuotedOrder(10_499);
    await refuses('INSUFFICIENT_FUNDS', short);
    await market.deposit(short.advertiser.id, 1);
    created(await market.checkOut(short.advertiser, short.quoted));
  });

  test('succeeds under the same key after missing funds were added', async () => {
    const { advertiser, quoted } = await aQuotedOrder(0);
    const key = randomUUID();
    refused(await market.checkOut(advertiser, quoted, key), 'INSUFFICIENT_FUNDS');
    await market.deposit(advertiser.id, 1_000_000);
    created(await market.checkOut(advertiser, quoted, key));
  });

  test('reports a price change before missing funds, and an expiry before a price change', async () => {
    const situation = await aQuotedOrder(0);
    await refuses('INSUFFICIENT_FUNDS', situation);
    await supply.reprice(situation.listing, 20_000);
    await refuses('PRICE_CHANGED', situation);
    await expire(situation);
    await refuses('QUOTE_EXPIRED', situation);
    await refuses('VERSION_CONFLICT', situation, other);
    await refuses('RESOURCE_NOT_FOUND', situation, { ...other, quoteId: randomUUID() });
  });

  test('reports a quote already taken before any other fault', async () => {
    const situation = await aQuotedOrder();
    created(await market.checkOut(situation.advertiser, situation.quoted));
    await expire(situation);
    for (const changes of [{}, other, { quoteVersion: 9 }])
      expect(await refuses('INVALID_STATE', situation, changes)).toMatchObject({ allowedActions: [] });
  });
});

test('a checkout without an explicit confirmation is refused', async () => {
  const situation = await aQuotedOrder();
  const bodies = [
    { confirm: false },
    { confirm: undefined },
    { confirm: 'true' },
    { payloadHash: 'x' },
    { quoteId: '7' },
    { quoteVersion: 0 },
  ];
  for (const changes of bodies) await refuses('VALIDATION_FAILED', situation, changes);
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../../schema/shared/errors.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { anOffer } from '../../../support/contract/order-cases.ts';
import { confirmationOf, created, inDays, marketOf } from '../../../support/market/market.ts';
import { supplyOf } from '../../../support/market/supply.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const supply = supplyOf(market);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

async function aQuotedOffer({ fundsCents = 1_000_000, changes = {} as object } = {}) {
  const [advertiser, creator] = [await market.anAdvertiser({ fundsCents }), await market.aCreator()];
  const terms = anOffer(creator.publicId, changes);
  const quote = created(await advertiser.api.post('/placement-offers/quote', terms)).body.data;
  const confirm = (other: object = {}) =>
    advertiser.api.post('/placement-offers', { ...confirmationOf(quote), ...other });
  return { advertiser, creator, terms, quote, confirm };
}

type Offered = Awaited<ReturnType<typeof aQuotedOffer>>;

async function refuses(code: ErrorCode, { advertiser, confirm }: Offered, changes: object = {}) {
  const read = async () => [
    (await advertiser.api.get('/placement-orders')).body,
    (await advertiser.api.get('/wallet')).body,
  ];
  const before = await read();
  const body = refused(await confirm(changes), code);
  expect(await read()).toEqual(before);
  return body;
}

const expire = ({ quote }: Offered) =>
  market.pool.query(`update quotes set expires_at = now() - interval '1 second' where id = $1`, [quote.quoteId]);
const other = { payloadHash: 'f'.repeat(64) };

describe('a confirmed offer', () => {
  const results = [1, 2, 3, 4, 5].map((day) => ({ expectedAt: inDays(day), description: `Film ${day}.` }));
  const changes = { quantity: 5, discountBps: 500, results, rights: { months: 12 } };

  test('is a funded order of origin CUSTOM without a listing', async () => {
    const { advertiser, creator, terms, quote, confirm } = await aQuotedOffer({ changes });
    const { order, reserved } = created(await confirm()).body.data;
    expect(order).toMatchObject({
      ...{
        version: 1,
        status: 'FUNDED',
        origin: 'CUSTOM',
        activeQuote: null,
        totals: quote.totals,
        allowedActions: [],
      },
      items: [
        {
          ...{ title: null, creatorName: 'A creator' },
          ...{ serviceListingId: null, creatorPublicId: creator.publicId, quantity: 5, discountBps: 500 },
          ...{
            dueAt: terms.expectedEndAt,
            brief: terms.brief,
            results,
            rights: { months: 12 },
            base: quote.totals.base,
          },
        },
      ],
    });
    expect(reserved).toEqual(quote.totals.total);
    expect((await advertiser.api.get(`/placement-orders/${order.id}`)).body.data).toEqual(order);
    expect((await advertiser.api.get('/wallet')).body.data.reserved).toEqual(reserved);
  });

  test('has one assignment with results proven by files, without a public place or metrics', async () => {
    const { quote, confirm } = await aQuotedOffer({ changes });
    const { assignments } = created(await confirm()).body.data;
    const { serviceListingId: _, ...amounts } = quote.items[0];
    expect(assignments).toMatchObject([
      {
        ...{ status: 'PENDING', type: 'UGC', serviceListingId: null, quantity: 5, role: 'ADVERTISER', amounts },
        ...{ title: null, counterpartName: 'A creator' },
      },
    ]);
    expect(assignments[0].deliverables).toEqual(
      results.map(({ expectedAt, description }, index) => ({
        ...{ id: expect.any(Number), position: index + 1, kind: 'FILE', expectedAt, description, version: 1 },
        ...{
          channelRef: null,
          publishedRevision: null,
          url: null,
          contentId: null,
          metrics: [],
          proofs: [],
          publishedAt: null,
          note: null,
        },
      })),
    );
    const { proof_template: template, kind } = await market.one(
      `select a.proof_template, e.kind from placement_assignments a join assignment_events e on e.assignment_id = a.id
       where a.id = $1`,
      [assignments[0].id],
    );
    expect({ template, kind }).toEqual({ template: { allowPdf: true }, kind: 'assignment.funded' });
  });

  test('is listed with other orders', async () => {
    const { advertiser, confirm } = await aQuotedOffer();
    const { order } = created(await confirm()).body.data;
    expect((await advertiser.api.get('/placement-orders?status=FUNDED')).body.data).toEqual([order]);
  });

  test('keeps its price when the creator changes prices', async () => {
    const { creator, quote, confirm } = await aQuotedOffer();
    await market.aListing({ creator, cents: 1 });
    expect(created(await confirm()).body.data.reserved).toEqual(quote.totals.total);
  });
});

describe('a confirmation', () => {
  test('is refused for a quote that does not exist, is of another user, or is of an order', async () => {
    const offered = await aQuotedOffer();
    const ofOrder = await market.aQuote(offered.advertiser, await market.aListing());
    for (const changes of [
      { quoteId: randomUUID() },
      confirmationOf((await aQuotedOffer()).quote),
      ofOrder.confirmation,
    ])
      refused(await offered.confirm(changes), 'RESOURCE_NOT_FOUND');
  });

  test('is refused for another version or hash', async () => {
    const offered = await aQuotedOffer();
    for (const changes of [other, { quoteVersion: 2 }]) await refuses('VERSION_CONFLICT', offered, changes);
    created(await offered.confirm());
  });

  test('is refused for a quote already taken, before other reasons', async () => {
    const offered = await aQuotedOffer();
    created(await offered.confirm());
    await expire(offered);
    for (const changes of [{}, other])
      expect(await refuses('INVALID_STATE', offered, changes)).toMatchObject({
        status: 'CONSUMED',
        allowedActions: [],
      });
  });

  test.each(['brand_fee_bps', 'creator_fee_bps'])('is refused for a %s other than the quoted one', async (fee) => {
    const offered = await aQuotedOffer();
    await market.pool.query(`update quotes set ${fee} = ${fee} + 1 where id = $1`, [offered.quote.quoteId]);
    await refuses('PRICE_CHANGED', offered);
  });

  test('is refused for a creator who is no longer published', async () => {
    for (const end of [supply.unpublishPage, supply.suspend]) {
      const offered = await aQuotedOffer();
      await end(offered.creator);
      await refuses('PRICE_CHANGED', offered);
    }
  });

  test('is refused for the first reason in order: version, expiry, price, funds', async () => {
    const offered = await aQuotedOffer({ fundsCents: 10_499 });
    await refuses('INSUFFICIENT_FUNDS', offered);
    await supply.unpublishPage(offered.creator);
    await refuses('PRICE_CHANGED', offered);
    await expire(offered);
    await refuses('QUOTE_EXPIRED', offered);
    await refuses('VERSION_CONFLICT', offered, other);
  });

  test('is refused without an explicit confirmation', async () => {
    const offered = await aQuotedOffer();
    for (const changes of [{ confirm: false }, { confirm: undefined }, { payloadHash: 'x' }, { orderId: 1 }])
      await refuses('VALIDATION_FAILED', offered, changes);
  });
});

import { afterEach, expect, test } from 'vitest';
import { sweepQuotes } from '../../../../functions/placements/orders/index.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { anOffer } from '../../../support/contract/order-cases.ts';
import { type Advertiser, anItem, confirmationOf, created, type Market } from '../../../support/market/market.ts';
import { rightsOf } from '../../../support/rights.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { jobContextOf } from '../../../support/stack/jobs.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
ownMarket(async (own) => {
  ({ stack, market } = own);
});
afterEach(() => market.expectSoundLedger());

/** Repeats the batch as the queue does, until none is left. */
async function sweep(): Promise<number> {
  const ctx = jobContextOf(stack);
  let runs = 1;
  while ((await sweepQuotes(ctx())).isMore) runs++;
  return runs;
}

const past = (quoteIds: readonly string[], days: number) =>
  market.pool.query('update quotes set expires_at = now() - make_interval(days => $2) where id = any ($1)', [
    quoteIds,
    days,
  ]);
const kept = async (quoteIds: readonly string[]): Promise<string[]> =>
  (await market.pool.query('select id from quotes where id = any ($1)', [quoteIds])).rows.map(({ id }) => id);

async function anOffered(advertiser: Advertiser) {
  const creator = await market.aCreator();
  const quote = created(await advertiser.api.post('/placement-offers/quote', anOffer(creator.publicId))).body.data;
  return {
    id: quote.quoteId as string,
    confirm: () => advertiser.api.post('/placement-offers', confirmationOf(quote)),
  };
}

test('an unconfirmed offer reads as expired for thirty days, and the next nightly sweep removes it with its text', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const [young, old] = [await anOffered(advertiser), await anOffered(advertiser)];
  await past([young.id], 29);
  await past([old.id], 31);
  refused(await old.confirm(), 'QUOTE_EXPIRED');
  await controlOf(stack.controlUrl).fireCron('17 3 * * *');
  await expect.poll(() => kept([old.id]), { timeout: 60_000 }).toEqual([]);
  refused(await old.confirm(), 'RESOURCE_NOT_FOUND');
  refused(await young.confirm(), 'QUOTE_EXPIRED');
});

test('a taken quote stays, and its order reads the same', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const listing = await market.aListing();
  const offered = await anOffered(advertiser);
  const confirmed = created(await offered.confirm()).body.data.order;
  const quoted = await market.aQuote(advertiser, listing);
  created(await market.checkOut(advertiser, quoted));
  const ids = [offered.id, quoted.quote.quoteId];
  const read = async () => [
    (await advertiser.api.get(`/placement-orders/${confirmed.id}`)).body,
    (await advertiser.api.get(`/placement-orders/${quoted.orderId}`)).body,
  ];
  const before = await read();
  await past(ids, 400);
  await sweep();
  expect(await kept(ids)).toEqual(expect.arrayContaining(ids));
  expect(await read()).toEqual(before);
  refused(await offered.confirm(), 'INVALID_STATE');
});

test('a draft keeps its latest quote for numbering, and loses superseded ones once it is no draft', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const listing = await market.aListing();
  const quoted = await market.aQuote(advertiser, listing);
  const at = `/placement-orders/${quoted.orderId}`;
  const quote = async (expectedVersion: number) =>
    created(await advertiser.api.post(`${at}/quote`, { expectedVersion })).body.data;
  const second = await quote(1);
  const changed = await advertiser.api.patch(at, { expectedVersion: 1, items: [anItem(listing)] });
  expect(changed.status).toBe(200);
  const ids = [quoted.quote.quoteId, second.quoteId];
  await past(ids, 31);
  await sweep();
  expect(await kept(ids)).toEqual([second.quoteId]);
  const third = await quote(2);
  expect(third.quoteVersion).toBe(3);
  created(await advertiser.api.post(`${at}/checkout`, confirmationOf(third)));
  await sweep();
  expect(await kept([...ids, third.quoteId])).toEqual([third.quoteId]);
});

test('the sweep never changes an open quote', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const [offered, quoted] = [await anOffered(advertiser), await market.aQuote(advertiser, await market.aListing())];
  await sweep();
  created(await offered.confirm());
  created(await market.checkOut(advertiser, quoted));
});

test('three concurrent runs remove more than one batch, with the same result', async () => {
  const { id } = await market.anAdvertiser();
  await market.pool.query(
    `insert into quotes (id, advertiser_id, version, status, expires_at, payload_hash, brand_fee_bps, creator_fee_bps, lines, base, brand_fee, offer, created_at)
     select gen_random_uuid(), $1, 1, 'ACTIVE', now() - make_interval(days => 40), repeat('0', 64), 500, 1000, '[]', 1, 0, '{"brief": "x"}', now() - make_interval(days => 40)
     from generate_series(1, 2500)`,
    [id],
  );
  const ctx = jobContextOf(stack);
  expect(await sweepQuotes(ctx())).toEqual({ done: 1_000, isMore: true });
  const left = async () => (await market.one('select count(*)::int as n from quotes where advertiser_id = $1', [id])).n;
  expect(await left()).toBe(1_500);
  await Promise.all([sweep(), sweep(), sweep()]);
  expect(await left()).toBe(0);
  expect(await sweep()).toBe(1);
});

test('the service role can delete quotes that cannot be taken any more, and no open or taken ones', async () => {
  const advertiserId = await market.aUser(['ADVERTISER']);
  const { id: orderId } = await market.one(
    `insert into placement_orders (advertiser_id, origin, status, created_at, updated_at) values ($1, 'LISTING', 'QUOTED', now(), now()) returning id`,
    [advertiserId],
  );
  const quote = async (version: number, status: string, order: number | null, age: string) =>
    (
      await market.one(
        `insert into quotes (id, advertiser_id, order_id, order_version, version, status, expires_at, payload_hash, brand_fee_bps,
           creator_fee_bps, lines, base, brand_fee, offer, created_at)
         values (gen_random_uuid(), $1, $2, case when $2::bigint is not null then 1 end, $3, $4, now() - $5::interval, repeat('0', 64), 0, 0, '[]', 1, 0,
           case when $2::bigint is null then json '{}' end, now()) returning id`,
        [advertiserId, order, version, status, age],
      )
    ).id;
  const { asService, end } = rightsOf(market, stack.databaseUrl);
  const remove = async (id: string) => asService('delete from quotes where id = $1', [id]);
  expect(await remove(await quote(1, 'SUPERSEDED', orderId, '1 day'))).toBe('done');
  expect(await remove(await quote(1, 'ACTIVE', null, '1 day'))).toBe('done');
  expect(await remove(await quote(1, 'ACTIVE', null, '-1 day'))).toBe('CL500');
  expect(await remove(await quote(2, 'ACTIVE', orderId, '1 day'))).toBe('CL500');
  expect(await remove(await quote(3, 'CONSUMED', orderId, '1 day'))).toBe('CL500');
  await end();
});

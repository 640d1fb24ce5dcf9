import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { anItem, created, inDays, marketOf } from '../../../support/market/market.ts';
import { supplyOf } from '../../../support/market/supply.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const supply = supplyOf(market);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const [advertiser, listing] = await Promise.all([market.anAdvertiser({ fundsCents: 1_000_000 }), market.aListing()]);
const quote = (id: number, expectedVersion = 1) =>
  advertiser.api.post(`/placement-orders/${id}/quote`, { expectedVersion });
const read = async (id: number) => (await advertiser.api.get(`/placement-orders/${id}`)).body.data;
const aDraftId = async (item: object = {}) => (await market.aDraft(advertiser, listing, item)).body.data.id;

describe('a quote', () => {
  test('states base, brand fee and total of each item and of all, and is valid for half an hour', async () => {
    const id = await aDraftId();
    const before = Date.now();
    const { data } = created(await quote(id)).body;
    const usdt = (raw: string) => ({ raw, currency: 'USDT', decimals: 6 });
    const amounts = { base: usdt('100000000'), brandFee: usdt('5000000'), total: usdt('105000000') };
    expect(data).toEqual({
      quoteId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      quoteVersion: 1,
      orderId: id,
      expiresAt: expect.any(String),
      payloadHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      currency: 'USDT',
      items: [{ serviceListingId: listing.id, ...amounts }],
      totals: amounts,
    });
    const lifeMs = Date.parse(data.expiresAt) - before;
    expect(lifeMs).toBeGreaterThanOrEqual(1_800_000);
    expect(lifeMs).toBeLessThan(1_830_000);
  });

  test('is shown on the order, whose version stays', async () => {
    const { orderId, quote: given } = await market.aQuote(advertiser, listing);
    expect(await read(orderId)).toMatchObject({
      version: 1,
      status: 'QUOTED',
      activeQuote: given,
      totals: given.totals,
      allowedActions: ['update', 'quote', 'checkout'],
    });
  });

  test('is active once after thirty concurrent requests with thirty answers: the last one', async () => {
    const advertiser = await market.anAdvertiser();
    const { data: order } = (await market.aDraft(advertiser, await market.aListing())).body;
    const request = () =>
      advertiser.api.post(`/placement-orders/${order.id}/quote`, { expectedVersion: order.version });
    const replies = await Promise.all(Array.from({ length: 30 }, request));
    const quotes = replies.map((reply) => created(reply).body.data);
    const { rows } = await market.pool.query(
      `select id, version, status from quotes where order_id = $1 order by version`,
      [order.id],
    );
    expect(rows.map(({ version }) => version)).toEqual(rows.map((_, index) => index + 1));
    expect(new Set(quotes.map(({ quoteId }) => quoteId))).toEqual(new Set(rows.map(({ id }) => id)));
    expect(rows.map(({ status }) => status)).toEqual([...rows.slice(1).map(() => 'SUPERSEDED'), 'ACTIVE']);
  });

  test('is numbered from 1 in its order, and supersedes earlier ones', async () => {
    const id = await aDraftId();
    const versions = [];
    const confirmations = [];
    for (let round = 0; round < 3; round++) {
      const { quoteId, quoteVersion, payloadHash } = created(await quote(id)).body.data;
      versions.push(quoteVersion);
      confirmations.push({ quoteId, quoteVersion, payloadHash, confirm: true });
    }
    expect(versions).toEqual([1, 2, 3]);
    const [first, second, third] = confirmations;
    for (const confirmation of [first, second])
      refused(await advertiser.api.post(`/placement-orders/${id}/checkout`, confirmation), 'VERSION_CONFLICT');
    created(await advertiser.api.post(`/placement-orders/${id}/checkout`, third));
  });

  test('continues its numbering after a change of the order', async () => {
    const { orderId } = await market.aQuote(advertiser, listing);
    await advertiser.api.patch(`/placement-orders/${orderId}`, { expectedVersion: 1, items: [anItem(listing)] });
    expect(created(await quote(orderId, 2)).body.data.quoteVersion).toBe(2);
  });

  test('has the current price, which the order then shows', async () => {
    const moving = await market.aListing({ cents: 1_000 });
    const draft = (await market.aDraft(advertiser, moving)).body.data;
    await supply.reprice(moving, 3_000);
    expect(created(await quote(draft.id)).body.data.totals.base.raw).toBe('30000000');
    expect((await read(draft.id)).items[0].base.raw).toBe('30000000');
  });
});

describe('the payloadHash', () => {
  const hashOf = async (item: object) => (await market.aQuote(advertiser, listing, item)).quote.payloadHash;

  test('differs for different terms', async () => {
    const [expectedAt, dueAt] = [inDays(5), inDays(9)];
    const terms = { dueAt, results: [{ expectedAt }] };
    const id = await aDraftId(terms);
    const hashes = [created(await quote(id)).body.data.payloadHash];
    const changes = [
      { brief: 'Other.' },
      { dueAt: inDays(10) },
      { rights: { a: 1 } },
      { results: [{ expectedAt: inDays(6) }] },
    ];
    for (const [index, change] of changes.entries()) {
      const items = [anItem(listing, { ...terms, ...change })];
      await advertiser.api.patch(`/placement-orders/${id}`, { expectedVersion: index + 1, items });
      hashes.push(created(await quote(id, index + 2)).body.data.payloadHash);
    }
    expect(new Set(hashes).size).toBe(5);
  });

  test('is the same for the same terms, and different for another price', async () => {
    const moving = await market.aListing();
    const { id } = (await market.aDraft(advertiser, moving)).body.data;
    const [first, second] = [created(await quote(id)).body.data, created(await quote(id)).body.data];
    expect(second.payloadHash).toBe(first.payloadHash);
    await supply.reprice(moving, 777);
    expect(created(await quote(id)).body.data.payloadHash).not.toBe(first.payloadHash);
  });

  test('does not depend on the order of the fields of rights', async () => {
    const id = await aDraftId({ rights: { a: 1, b: { c: 2, d: 3 } } });
    const first = created(await quote(id)).body.data.payloadHash;
    await market.pool.query(`update order_items set rights = '{"b": {"d": 3, "c": 2}, "a": 1}' where order_id = $1`, [
      id,
    ]);
    expect(created(await quote(id)).body.data.payloadHash).toBe(first);
    expect(await hashOf({ rights: { a: 1 } })).not.toBe(first);
  });
});

describe('a quote request with an error', () => {
  async function refusesTo(code: Parameters<typeof refused>[1], id: number, expectedVersion = 1) {
    const before = await read(id);
    const body = refused(await quote(id, expectedVersion), code);
    expect(await read(id)).toEqual(before);
    return body;
  }

  test('is refused for a stale version', async () => refusesTo('VERSION_CONFLICT', await aDraftId(), 2));

  test('is refused for a funded order', async () => {
    const quoted = await market.aQuote(advertiser, listing);
    created(await market.checkOut(advertiser, quoted));
    expect(await refusesTo('INVALID_STATE', quoted.orderId)).toMatchObject({ status: 'FUNDED', allowedActions: [] });
  });

  test('is refused for a publication date that has passed', async () => {
    const id = await aDraftId();
    await market.pool.query(
      `update order_items set results = '[{"expectedAt": "2026-01-01T00:00:00.000Z"}]' where order_id = $1`,
      [id],
    );
    await refusesTo('VALIDATION_FAILED', id);
  });

  test('is refused for a listing that was taken down, another discount, and a quantity that is no longer offered', async () => {
    const moving = await market.aListing();
    const results = Array.from({ length: 5 }, () => ({ expectedAt: inDays(9) }));
    const draft = (await market.aDraft(advertiser, moving, { quantity: 5, discountBps: 1_000, results })).body.data;
    await supply.offer(moving, [{ quantity: 5, discountBps: 1_001 }]);
    await refusesTo('PRICE_CHANGED', draft.id);
    await supply.offer(moving, [{ quantity: 1, discountBps: 0 }]);
    await refusesTo('VALIDATION_FAILED', draft.id);
    await supply.unpublish(moving);
    await refusesTo('RESOURCE_NOT_FOUND', draft.id);
  });
});

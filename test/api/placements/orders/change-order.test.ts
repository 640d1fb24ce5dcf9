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
const patch = (id: number, expectedVersion: number, ...items: unknown[]) =>
  advertiser.api.patch(`/placement-orders/${id}`, { expectedVersion, items });
const read = async (id: number) => (await advertiser.api.get(`/placement-orders/${id}`)).body.data;

describe('a change of an order', () => {
  test('replaces the items and returns a draft of the next version', async () => {
    const draft = (await market.aDraft(advertiser, listing)).body.data;
    const other = await market.aListing({ cents: 500 });
    const reply = await patch(draft.id, 1, anItem(other, { brief: 'Two.' }), anItem(listing, { brief: 'Three.' }));
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({
      id: draft.id,
      version: 2,
      status: 'DRAFT',
      items: [{ brief: 'Two.', base: { raw: '5000000' } }, { brief: 'Three.' }],
      createdAt: draft.createdAt,
      allowedActions: ['update', 'quote'],
    });
    expect(await read(draft.id)).toEqual(reply.body.data);
  });

  test('supersedes the quote, which leaves the order and cannot be checked out', async () => {
    const quoted = await market.aQuote(advertiser, listing);
    const { data } = (await patch(quoted.orderId, 1, anItem(listing))).body;
    expect(data).toMatchObject({ version: 2, status: 'DRAFT', activeQuote: null, totals: null });
    refused(await market.checkOut(advertiser, quoted), 'VERSION_CONFLICT');
    const { status } = await market.one('select status from quotes where id = $1', [quoted.quote.quoteId]);
    expect(status).toBe('SUPERSEDED');
  });

  test('is refused at a stale version and changes nothing', async () => {
    const draft = (await market.aDraft(advertiser, listing)).body.data;
    expect((await patch(draft.id, 1, anItem(listing))).body.data.version).toBe(2);
    const before = await read(draft.id);
    for (const version of [1, 3])
      refused(await patch(draft.id, version, anItem(listing, { brief: 'No.' })), 'VERSION_CONFLICT');
    expect(await read(draft.id)).toEqual(before);
  });

  test('is refused for a funded order, with its status and allowed actions', async () => {
    const quoted = await market.aQuote(advertiser, listing);
    created(await market.checkOut(advertiser, quoted));
    const body = refused(await patch(quoted.orderId, 1, anItem(listing)), 'INVALID_STATE');
    expect(body).toMatchObject({ status: 'FUNDED', allowedActions: [] });
  });

  test('succeeds for one of two concurrent changes, and the other gets a version conflict', async () => {
    const draft = (await market.aDraft(advertiser, listing)).body.data;
    const replies = await Promise.all(['One.', 'Two.'].map((brief) => patch(draft.id, 1, anItem(listing, { brief }))));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read(draft.id)).version).toBe(2);
  });
});

describe('a change with an error', () => {
  async function refusesTo(code: Parameters<typeof refused>[1], item: object): Promise<void> {
    const quoted = await market.aQuote(advertiser, listing);
    const before = await read(quoted.orderId);
    refused(await patch(quoted.orderId, 1, item), code);
    expect(await read(quoted.orderId)).toEqual(before);
  }

  test('is refused and changes nothing for a discount other than the offered one', () =>
    refusesTo('PRICE_CHANGED', anItem(listing, { discountBps: 7 })));

  test('is refused and changes nothing for a publication in the past', () =>
    refusesTo('VALIDATION_FAILED', anItem(listing, { results: [{ expectedAt: inDays(-1) }] })));

  test('is refused and changes nothing for a quantity that is not offered', async () => {
    const single = await market.aListing();
    await supply.offer(single, [{ quantity: 1, discountBps: 0 }]);
    const results = Array.from({ length: 5 }, () => ({ expectedAt: inDays(1) }));
    await refusesTo('VALIDATION_FAILED', anItem(single, { quantity: 5, discountBps: 0, results }));
  });

  test('is refused and changes nothing for a listing that cannot be ordered', async () => {
    const gone = await market.aListing();
    await supply.unpublish(gone);
    await refusesTo('RESOURCE_NOT_FOUND', anItem(gone));
  });

  test('is refused and changes nothing for a listing of the advertiser itself', async () => {
    await market.pool.query(`update users set roles = '{ADVERTISER,CREATOR}' where id = $1`, [advertiser.id]);
    const own = await market.aListing({ creator: await market.aCreator({ userId: advertiser.id }) });
    await refusesTo('ROLE_NOT_ALLOWED', anItem(own));
  });

  test('reports an unknown listing before a stale version', async () => {
    const draft = (await market.aDraft(advertiser, listing)).body.data;
    refused(await patch(draft.id, 9, anItem({ id: 9_007_199_254_740_991 })), 'RESOURCE_NOT_FOUND');
  });
});

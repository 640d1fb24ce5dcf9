import { afterAll, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { anItem, created, inDays, type Listing, marketOf } from '../../../support/market/market.ts';
import { supplyOf } from '../../../support/market/supply.ts';
import { whileHeld } from '../../../support/stack/held-rows.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const supply = supplyOf(market);
afterAll(() => market.close());

const [advertiser, listing] = await Promise.all([market.anAdvertiser(), market.aListing({ cents: 12_345 })]);
const create = (...items: unknown[]) => advertiser.api.post('/placement-orders', { items });
const dates = (count: number) => Array.from({ length: count }, (_, index) => ({ expectedAt: inDays(index + 1) }));
const ordersOf = async () => (await advertiser.api.get('/placement-orders?limit=100')).body.data.length;

describe('a created order', () => {
  test('is a draft at version 1 without prices or reservations', async () => {
    const item = anItem(listing, { rights: { territory: 'EU', months: 6 } });
    const { data } = created(await create(item)).body;
    expect(data).toEqual({
      id: expect.any(Number),
      version: 1,
      status: 'DRAFT',
      origin: 'LISTING',
      items: [
        {
          ...item,
          id: expect.any(Number),
          title: 'A mention',
          creatorPublicId: listing.creator.publicId,
          creatorName: 'A creator',
          assignmentId: null,
          assignmentStatus: null,
          base: { raw: '123450000', currency: 'USDT', decimals: 6 },
        },
      ],
      activeQuote: null,
      totals: null,
      allowedActions: ['update', 'quote'],
      createdAt: expect.any(String),
      updatedAt: data.createdAt,
    });
    expect((await advertiser.api.get(`/placement-orders/${data.id}`)).body.data).toEqual(data);
  });

  test('has the base price of each package: price x quantity x (10000 - discountBps) / 10000', async () => {
    const five = anItem(listing, { quantity: 5, discountBps: 1_000, results: dates(5) });
    const ten = anItem(listing, { quantity: 10, discountBps: 2_000, results: dates(10) });
    const { items } = created(await create(anItem(listing), five, ten)).body.data;
    const bases = items.map(({ base }: { base: { raw: string } }) => base.raw);
    expect(bases).toEqual(['123450000', '555525000', '987600000']);
  });

  test('keeps its items in order, from several creators and from one listing twice', async () => {
    const other = await market.aListing();
    const { items } = created(await create(anItem(other), anItem(listing), anItem(other, { brief: 'Again.' }))).body
      .data;
    const listings = items.map(({ serviceListingId }: { serviceListingId: number }) => serviceListingId);
    expect(listings).toEqual([other.id, listing.id, other.id]);
  });

  test('states every instant in UTC with milliseconds, whatever offset was sent', async () => {
    const item = anItem(listing, {
      dueAt: '2100-05-01T01:30:00+02:00',
      results: [{ expectedAt: '2100-04-30T23:30:00Z' }],
    });
    const [kept] = created(await create(item)).body.data.items;
    expect([kept.dueAt, kept.results]).toEqual([
      '2100-04-30T23:30:00.000Z',
      [{ expectedAt: '2100-04-30T23:30:00.000Z' }],
    ]);
  });

  test('returns the rights unchanged', async () => {
    const rights = { z: 1, a: [true, null, { deep: 'é 🦊' }], text: '  spaces  ', n: 1.5 };
    const [kept] = created(await create(anItem(listing, { rights }))).body.data.items;
    expect(JSON.stringify(kept.rights)).toBe(JSON.stringify(rights));
  });
});

describe('an order with an error', () => {
  const cases: readonly [label: string, item: object, path: string][] = [
    ['a quantity that is not 1, 5 or 10', { quantity: 2, results: dates(2) }, 'items.0.quantity'],
    ['fewer results than the quantity', { quantity: 5, discountBps: 1_000, results: dates(4) }, 'items.0.results'],
    ['more results than the quantity', { results: dates(2) }, 'items.0.results'],
    ['no results', { results: [] }, 'items.0.results'],
    ['a publication in the past', { results: [{ expectedAt: inDays(-1) }] }, 'items.0.results.0.expectedAt'],
    ['a publication at this moment', { results: [{ expectedAt: inDays(0) }] }, 'items.0.results.0.expectedAt'],
    ['a publication after the deadline', { dueAt: inDays(19) }, 'items.0.results.0.expectedAt'],
    ['a date without a time', { dueAt: '2100-01-01' }, 'items.0.dueAt'],
    ['a time without an offset', { dueAt: '2100-01-01T00:00:00' }, 'items.0.dueAt'],
    ['a day that does not exist', { dueAt: '2100-02-30T00:00:00Z' }, 'items.0.dueAt'],
    ['an empty brief', { brief: '' }, 'items.0.brief'],
    ['a brief of 5,001 characters', { brief: 'x'.repeat(5_001) }, 'items.0.brief'],
    ['a NUL in the brief', { brief: 'a\u0000b' }, 'items.0.brief'],
    ['a lone surrogate in the brief', { brief: 'a\ud800' }, ''],
    ['rights that are a list', { rights: [] }, 'items.0.rights'],
    ['rights over 8 KiB', { rights: { text: 'x'.repeat(8_192 - 10) } }, 'items.0.rights'],
    ['a NUL in the rights', { rights: { 'a\u0000': 1 } }, 'items.0.rights'],
    ['an unknown field of an item', { note: 'x' }, 'items.0.note'],
    [
      'an unknown field of a result',
      { results: [{ expectedAt: inDays(1), description: 'x' }] },
      'items.0.results.0.description',
    ],
    ['a listing id as text', { serviceListingId: String(listing.id) }, 'items.0.serviceListingId'],
    ['no listing', { serviceListingId: undefined }, 'items.0.serviceListingId'],
  ];
  test.each(cases)('is refused and creates nothing for %s', async (_, changes, path) => {
    const before = await ordersOf();
    const { issues } = refused(await create(anItem(listing, changes)), 'VALIDATION_FAILED');
    expect(issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect(await ordersOf()).toBe(before);
  });

  test('is refused for no items and for 21, while 20 are accepted', async () => {
    refused(await create(), 'VALIDATION_FAILED');
    refused(await create(...Array.from({ length: 21 }, () => anItem(listing))), 'VALIDATION_FAILED');
    created(await create(...Array.from({ length: 20 }, () => anItem(listing))));
  });

  test('is refused for a discount other than the offered one, as a changed price', async () => {
    for (const changes of [{ discountBps: 1 }, { quantity: 5, discountBps: 999, results: dates(5) }])
      refused(await create(anItem(listing), anItem(listing, changes)), 'PRICE_CHANGED');
  });

  test('is refused for a quantity that the listing does not offer', async () => {
    const single = await market.aListing();
    await supply.offer(single, [{ quantity: 1, discountBps: 0 }]);
    const { issues } = refused(await create(anItem(single, { quantity: 5, results: dates(5) })), 'VALIDATION_FAILED');
    expect(issues[0].path).toBe('items.0.quantity');
  });

  const unavailable: readonly [string, (listing: Listing) => Promise<unknown>][] = [
    ['is not published', supply.unpublish],
    ['is on a blocked channel', supply.blockChannel],
    ['is of a creator whose page is not published', ({ creator }) => supply.unpublishPage(creator)],
    ['is of a suspended creator', ({ creator }) => supply.suspend(creator)],
    ['is of a user without the role CREATOR', ({ creator }) => supply.takeRole(creator)],
  ];
  test.each(unavailable)('is refused for a listing that %s, as for an unknown one', async (_, end) => {
    const gone = await market.aListing();
    await end(gone);
    const reply = await create(anItem(listing), anItem(gone));
    refused(reply, 'RESOURCE_NOT_FOUND');
    expect((await create(anItem({ id: 9_007_199_254_740_991 }))).text).toBe(reply.text);
  });

  test('is refused for a listing of the advertiser itself', async () => {
    const both = await market.anAdvertiser({ roles: ['ADVERTISER', 'CREATOR'] });
    const own = await market.aListing({ creator: await market.aCreator({ userId: both.id }) });
    const reply = await both.api.post('/placement-orders', { items: [anItem(own)] });
    refused(reply, 'ROLE_NOT_ALLOWED');
  });
});

test('the limits themselves are accepted: a brief of 1 and of 5,000 characters, rights of 8 KiB, a result at the deadline', async () => {
  const at = inDays(3);
  const rights = { text: 'x'.repeat(8_192 - '{"text":""}'.length) };
  created(await create(anItem(listing, { brief: 'x', dueAt: at, results: [{ expectedAt: at }] })));
  created(await create(anItem(listing, { brief: 'x'.repeat(5_000), rights })));
});

test('an advertiser has at most 100 unfunded orders, also after five concurrent requests', async () => {
  const { id, api } = await market.anAdvertiser();
  await market.pool.query(
    `insert into placement_orders (advertiser_id, origin, status, created_at, updated_at)
     select $1, 'LISTING', case when n % 2 = 0 then 'DRAFT' else 'QUOTED' end, now(), now() from generate_series(1, 99) n`,
    [id],
  );
  const order = () => api.post('/placement-orders', { items: [anItem(listing)] });
  const replies = await Promise.all(Array.from({ length: 5 }, order));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    refused(reply, 'INVALID_STATE');
    expect(reply.body).toMatchObject({ status: 'LIMIT_REACHED', allowedActions: ['update', 'checkout'] });
  }
  await market.pool.query(
    `update placement_orders set status = 'CANCELLED' where id = (select max(id) from placement_orders where advertiser_id = $1)`,
    [id],
  );
  created(await order());
});

test('a hundredth order in an open transaction counts against the next one', async () => {
  const { id, api } = await market.anAdvertiser();
  const draft = `insert into placement_orders (advertiser_id, origin, status, created_at, updated_at)
     select $1, 'LISTING', 'DRAFT', now(), now() from generate_series(1, $2::int)`;
  await market.pool.query(draft, [id, 99]);
  const reply = await whileHeld(
    market.pool,
    { text: 'select from users where id = $1 for no key update', values: [id] },
    () => api.post('/placement-orders', { items: [anItem(listing)] }),
    async (holder) => {
      await holder.query(draft, [id, 1]);
      await holder.query('commit');
    },
  );
  refused(reply, 'INVALID_STATE');
});

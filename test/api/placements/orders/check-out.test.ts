import { afterAll, afterEach, expect, test } from 'vitest';
import { anItem, confirmationOf, created, inDays, marketOf } from '../../../support/market/market.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const results = (count: number) => Array.from({ length: count }, (_, index) => ({ expectedAt: inDays(index + 1) }));

/** A checked-out order of one mention and a package of five, from two creators. */
async function aFundedOrder() {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const [one, five] = [await market.aListing({ cents: 10_000 }), await market.aListing({ cents: 2_000 })];
  const items = [
    anItem(one, { rights: { months: 6 } }),
    anItem(five, { quantity: 5, discountBps: 1_000, results: results(5) }),
  ];
  const order = created(await advertiser.api.post('/placement-orders', { items })).body.data;
  const path = `/placement-orders/${order.id}`;
  const quote = created(await advertiser.api.post(`${path}/quote`, { expectedVersion: 1 })).body.data;
  const startedAt = Date.now();
  const { data } = created(await advertiser.api.post(`${path}/checkout`, confirmationOf(quote))).body;
  return { advertiser, one, five, items, order, quote, data, startedAt };
}

test('a checkout funds the order at the price of the quote, and no further action is allowed', async () => {
  const { advertiser, order, quote, data } = await aFundedOrder();
  expect(data.order).toMatchObject({
    ...{ id: order.id, version: 1, status: 'FUNDED', activeQuote: null },
    items: order.items.map((item: object, index: number) => ({
      ...item,
      assignmentId: data.assignments[index].id,
      assignmentStatus: 'PENDING',
    })),
    ...{ totals: quote.totals, allowedActions: [], createdAt: order.createdAt },
  });
  expect((await advertiser.api.get(`/placement-orders/${order.id}`)).body.data).toEqual(data.order);
});

test('a checkout reserves base and brand fee of every item, and reduces the balance by them', async () => {
  const { advertiser, quote, data } = await aFundedOrder();
  expect(data.reserved).toEqual(quote.totals.total);
  const wallet = (await advertiser.api.get('/wallet')).body.data;
  expect(wallet.reserved).toEqual(quote.totals.total);
  expect(BigInt(wallet.balance.raw)).toBe(10_000_000_000n - BigInt(quote.totals.total.raw));
});

test('each item becomes an assignment that waits 72 hours for its creator', async () => {
  const { one, five, items, order, quote, data, startedAt } = await aFundedOrder();
  expect(data.assignments).toHaveLength(2);
  for (const [index, listing] of [one, five].entries()) {
    const { serviceListingId: _, ...amounts } = quote.items[index];
    const { brief, rights, dueAt, quantity } = items[index] ?? {};
    expect(data.assignments[index]).toMatchObject({
      ...{ orderId: order.id, status: 'PENDING', version: 1, role: 'ADVERTISER', allowedActions: ['cancel'] },
      ...{ creatorPublicId: listing.creator.publicId, serviceListingId: listing.id, type: 'STREAM' },
      ...{ counterpartName: 'A creator', title: 'A mention' },
      ...{ brief, rights, dueAt, quantity, amounts, approveBy: null, openProposal: null },
    });
    const windowMs = Date.parse(data.assignments[index].acceptBy) - startedAt;
    expect(Math.round(windowMs / 60_000)).toBe(72 * 60);
  }
});

test('each result becomes a deliverable on the channel of its listing', async () => {
  const { items, data } = await aFundedOrder();
  for (const [index, assignment] of data.assignments.entries()) {
    const promised = items[index]?.results.map(({ expectedAt }, at) => ({ position: at + 1, expectedAt }));
    const { deliverables } = assignment;
    expect(deliverables).toMatchObject(promised ?? []);
    for (const deliverable of deliverables)
      expect(deliverable).toMatchObject({
        ...{ kind: 'PUBLIC', channelRef: { platform: 'TWITCH', canonicalUrl: expect.stringMatching(/^https:/) } },
        ...{ publishedRevision: null, url: null, contentId: null, metrics: [], proofs: [], note: null, version: 1 },
      });
  }
});

test('the first event of each assignment records the funding', async () => {
  const { data } = await aFundedOrder();
  const ids = data.assignments.map(({ id }: { id: number }) => id);
  const query = `select seq, kind, actor from assignment_events where assignment_id = any ($1)`;
  const { rows } = await market.pool.query(query, [ids]);
  expect(rows).toEqual(ids.map(() => ({ seq: 1, kind: 'assignment.funded', actor: 'ADVERTISER' })));
});

test('the database stores the returned assignment, deliverables and hold of each item', async () => {
  const { data } = await aFundedOrder();
  for (const { id, amounts, deliverables } of data.assignments) {
    const stored = await market.one(
      `select a.status, a.base, a.brand_fee, a.creator_fee, h.amount as held,
         (select count(*)::int from deliverables d where d.assignment_id = a.id) as deliverables
       from placement_assignments a join ledger_holds h on h.assignment_id = a.id where a.id = $1`,
      [id],
    );
    expect(stored).toEqual({
      ...{ status: 'PENDING', base: amounts.base.raw, brand_fee: amounts.brandFee.raw, held: amounts.total.raw },
      ...{ creator_fee: `${BigInt(amounts.base.raw) / 10n}`, deliverables: deliverables.length },
    });
  }
});

test('a listing proven only by private files gives FILE deliverables without a public place', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const listing = await market.aListing({ proofModes: ['PRIVATE_FILE'] });
  const { data } = created(await market.checkOut(advertiser, await market.aQuote(advertiser, listing))).body;
  expect(data.assignments[0].deliverables).toMatchObject([{ kind: 'FILE', channelRef: null, url: null, metrics: [] }]);
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Client, Reply } from '../../support/client.ts';
import { anOffer } from '../../support/contract/order-cases.ts';
import { peopleOf } from '../../support/contract/people.ts';
import { anItem, marketOf, type QuotedOrder } from '../../support/market/market.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { balance, startedAfter } from '../../support/stack/races.ts';
import { shared } from '../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const control = controlOf(shared.controlUrl);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const tally = (replies: readonly Reply[]) =>
  replies.reduce<Record<string, number>>((counts, { status, body }) => {
    const outcome = status < 300 ? 'ok' : String(body?.code);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    return counts;
  }, {});

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const holdsOf = async (orderId: number) =>
  Number(
    (
      await market.one(
        'select count(*) from ledger_holds h join placement_assignments a on a.id = h.assignment_id where a.order_id = $1',
        [orderId],
      )
    ).count,
  );

const reservedCents = async (userId: number) =>
  Number(
    (
      await market.one(
        `select coalesce(sum(balance), 0) / 10000 as cents from ledger_accounts where owner_id = $1 and kind = 'RESERVED'`,
        [userId],
      )
    ).cents,
  );

/** The number of concurrent requests, and how many of them the funds are enough for. */
const [callers, funded] = depth([10, 4], [100, 37]);

describe('money is transferred exactly once:', () => {
  test(`${callers} concurrent checkouts over funds for ${funded} give ${funded} successes, and the rest lack funds`, async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: funded * 10_500 + 10_499 });
    const listing = await market.aListing({ cents: 10_000 });
    const quotes: QuotedOrder[] = [];
    for (let batch = 0; batch < callers / 10; batch++)
      quotes.push(...(await times(10, () => market.aQuote(advertiser, listing))));
    const replies = await Promise.all(quotes.map((quoted) => market.checkOut(advertiser, quoted)));
    expect(tally(replies)).toEqual({ ok: funded, INSUFFICIENT_FUNDS: callers - funded });
    expect(await reservedCents(advertiser.id)).toBe(funded * 10_500);
  });

  test(`${callers} concurrent identical checkouts make one hold and get ${callers} equal answers`, async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
    const quoted = await market.aQuote(advertiser, await market.aListing());
    const key = randomUUID();
    const replies = await times(callers, () => market.checkOut(advertiser, quoted, key));
    expect(tally(replies)).toEqual({ ok: callers });
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(callers - 1);
    expect(await holdsOf(quoted.orderId)).toBe(1);
  });

  test(`${callers} concurrent checkouts of one order under different keys make one hold`, async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 10_000_000 });
    const quoted = await market.aQuote(advertiser, await market.aListing());
    const replies = await times(callers, () => market.checkOut(advertiser, quoted));
    expect(tally(replies)).toEqual({ ok: 1, INVALID_STATE: callers - 1 });
    expect(await holdsOf(quoted.orderId)).toBe(1);
  });

  test(`${callers} concurrent confirmations of one offer under different keys make one order`, async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 10_000_000 });
    const { publicId } = await market.aCreator();
    const quoted = await advertiser.api.post('/placement-offers/quote', anOffer(publicId));
    const { quoteId, quoteVersion, payloadHash } = quoted.body.data;
    const replies = await times(callers, () =>
      advertiser.api.post('/placement-offers', { quoteId, quoteVersion, payloadHash, confirm: true }),
    );
    expect(tally(replies)).toEqual({ ok: 1, INVALID_STATE: callers - 1 });
    expect(
      Number(
        (await market.one('select count(*) from placement_orders where advertiser_id = $1', [advertiser.id])).count,
      ),
    ).toBe(1);
  });

  test(`${callers} concurrent deposits of one reference under different keys are booked once`, async () => {
    const advertiser = await market.anAdvertiser();
    const { twin: staff } = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
    const deposit = { amountCents: '100', reference: randomUUID() };
    const replies = await times(callers, () => staff.post(`/staff/users/${advertiser.id}/deposits`, deposit));
    expect(tally(replies)).toEqual({ ok: 1, INVALID_STATE: callers - 1 });
    expect((await advertiser.api.get('/wallet')).body.data.balance.raw).toBe('1000000');
  });

  test(`${callers} concurrent transfers of one reference are posted once, by any caller of the ledger`, async () => {
    const advertiser = await market.anAdvertiser();
    const legs = (amount: string) =>
      JSON.stringify([
        { owner: advertiser.id, account: 'AVAILABLE', amount },
        { owner: null, account: 'EXTERNAL', amount: `-${amount}` },
      ]);
    const reference = randomUUID();
    const outcomes = await Promise.allSettled(
      Array.from({ length: callers }, () =>
        market.pool.query(`select ledger_post('DEPOSIT', 'payment', $1, now(), $2)`, [reference, legs('10000')]),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await advertiser.api.get('/wallet')).body.data.balance.raw).toBe('10000');
  });

  test('a replay after a flush of Redis gets the same answer and repeats nothing', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
    const quoted = await market.aQuote(advertiser, await market.aListing());
    const key = randomUUID();
    const first = await market.checkOut(advertiser, quoted, key);
    await control.flushUpstash();
    const second = await market.checkOut(advertiser, quoted, key);
    expect(second.text).toBe(first.text);
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await holdsOf(quoted.orderId)).toBe(1);
  });

  test('a retry gets the answer lost after the commit, and repeats nothing', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
    const quoted = await market.aQuote(advertiser, await market.aListing());
    const key = randomUUID();
    await control.neon('drop-next-reply', key);
    const lost = await market.checkOut(advertiser, quoted, key);
    expect({ status: lost.status, code: lost.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    const retried = await market.checkOut(advertiser, quoted, key);
    expect(retried.status).toBe(201);
    expect(retried.body.data.order.status).toBe('FUNDED');
    expect(retried.headers.get('idempotent-replayed')).toBe('true');
    expect(await holdsOf(quoted.orderId)).toBe(1);
  });
});

describe('a checkout with a concurrent change', () => {
  const fewestRounds = depth(4, 24);
  type Disturb<Other> = (quoted: QuotedOrder, listingId: number, owner: Client) => Promise<Other>;

  /** Repeats until each side has won: the winner starts later in the next round, and later still after several wins. */
  async function race<Other>(
    disturb: Disturb<Other>,
    settled: (checkout: Reply, other: Other, orderId: number) => Promise<void>,
  ) {
    const advertiser = await market.anAdvertiser({ fundsCents: 10_000_000 });
    const winners = new Set<boolean>();
    const { leadMs, report } = balance();
    for (let round = 0; round < fewestRounds || winners.size < 2; round++) {
      const listing = await market.aListing();
      const quoted = await market.aQuote(advertiser, listing);
      const [checkout, other] = await Promise.all([
        startedAfter(-leadMs(), () => market.checkOut(advertiser, quoted)),
        startedAfter(leadMs(), () => disturb(quoted, listing.id, advertiser.api)),
      ]);
      const isFunded = checkout.status === 201;
      if (isFunded) expect(checkout.body.data.reserved).toEqual(quoted.quote.totals.total);
      expect(await holdsOf(quoted.orderId)).toBe(isFunded ? 1 : 0);
      await settled(checkout, other, quoted.orderId);
      winners.add(isFunded);
      report(isFunded);
    }
  }

  const outcome = ({ status, body }: Reply) => (status < 300 ? String(status) : `${status} ${body.code}`);
  const quotesOf = async (orderId: number) =>
    (await market.pool.query('select status from quotes where order_id = $1 order by version', [orderId])).rows.map(
      ({ status }) => status,
    );

  test('excludes a PATCH: one of the two succeeds', () =>
    race(
      ({ orderId, order }, listingId, owner) =>
        owner.patch(`/placement-orders/${orderId}`, {
          expectedVersion: order.version,
          items: [anItem({ id: listingId }, { brief: 'Other.' })],
        }),
      async (checkout, patch, orderId) => {
        const both = [outcome(checkout), outcome(patch)];
        if (checkout.status === 201) expect(both).toEqual(['201', '409 INVALID_STATE']);
        else expect(both).toEqual(['409 VERSION_CONFLICT', '200']);
        expect(await quotesOf(orderId)).toEqual([checkout.status === 201 ? 'CONSUMED' : 'SUPERSEDED']);
      },
    ));

  test('excludes a new quote: one of the two succeeds', () =>
    race(
      ({ orderId, order }, _, owner) =>
        owner.post(`/placement-orders/${orderId}/quote`, { expectedVersion: order.version }),
      async (checkout, requote, orderId) => {
        const both = [outcome(checkout), outcome(requote)];
        if (checkout.status === 201) expect(['409 INVALID_STATE', '409 VERSION_CONFLICT']).toContain(both[1]);
        else expect(both).toEqual(['409 VERSION_CONFLICT', '201']);
        expect(await quotesOf(orderId)).toEqual(checkout.status === 201 ? ['CONSUMED'] : ['SUPERSEDED', 'ACTIVE']);
      },
    ));

  test("applies the quote's terms or returns 409 during a price change", () =>
    race(
      (_, listingId) =>
        market.pool.query(
          'update service_listings set base_price = base_price * 2, version = version + 1 where id = $1',
          [listingId],
        ),
      async (checkout, _, orderId) => {
        expect(['201', '409 PRICE_CHANGED', '409 VERSION_CONFLICT']).toContain(outcome(checkout));
        expect(await quotesOf(orderId)).toEqual([checkout.status === 201 ? 'CONSUMED' : 'ACTIVE']);
      },
    ));
});

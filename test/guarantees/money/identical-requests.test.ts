import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, type Reply } from '../../support/client.ts';
import { refused } from '../../support/contract/expectations.ts';
import type { Advertiser, Listing, Market, QuotedOrder } from '../../support/market/market.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';

let market: Market;
let control: ReturnType<typeof controlOf>;
let listing: Listing;
let workers: readonly string[];
let databaseUrl: string;
ownMarket(async ({ stack, market: own }) => {
  market = own;
  control = controlOf(stack.controlUrl);
  databaseUrl = stack.adminDatabaseUrl;
  listing = await market.aListing();
  workers = [stack.baseUrl, await control.anotherInstance()];
});
afterEach(async () => {
  await control.upstash('up');
  await market.expectSoundLedger();
});

interface Checkout {
  readonly advertiser: Advertiser;
  readonly quoted: QuotedOrder;
  readonly key: string;
}
async function aCheckout(): Promise<Checkout> {
  const advertiser = await market.anAdvertiser({ fundsCents: 100_000_000 });
  return { advertiser, quoted: await market.aQuote(advertiser, listing), key: randomUUID() };
}

/** Ten checkouts with the same bytes at once, spread over the instances. */
function tenAlike({ advertiser, quoted, key }: Checkout, through: number): Promise<Reply>[] {
  const clients = workers.slice(0, through).map((baseUrl) => clientOf(baseUrl, advertiser.apiKey));
  const path = `/placement-orders/${quoted.orderId}/checkout`;
  const request = (n: number) => clients[n % through]?.post(path, quoted.confirmation, { key }) ?? Promise.reject();
  return Array.from({ length: 10 }, (_, n) => request(n));
}

const isReplay = (reply: Reply) => reply.headers.get('idempotent-replayed') === 'true';

async function expectFundedOnce({ quoted: { orderId } }: Checkout): Promise<void> {
  const { count } = await market.one('select count(*) from placement_assignments where order_id = $1', [orderId]);
  expect(Number(count)).toBe(1);
}

/** Expects one to run, and nine to return the same answer. */
async function expectOneDidIt(checkout: Checkout, replies: readonly Reply[]): Promise<void> {
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [201, undefined]));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(replies.filter(isReplay)).toHaveLength(9);
  await expectFundedOnce(checkout);
}

type Until = (replies: readonly Promise<Reply>[]) => Promise<unknown>;
const whenPassed =
  (ms: number): Until =>
  () =>
    pause(ms);
/** The request that runs is not among them. */
const whenNineHaveAnswered: Until = (replies) =>
  new Promise((resolve) => {
    let left = 9;
    for (const reply of replies) void reply.then(() => --left === 0 && resolve(undefined));
  });

/**
 * A checkout waits for the order, then its quote, then the wallet, each locked by another transaction: each wait is
 * shorter than the lock timeout (3 s), and their sum is longer.
 */
async function heldUp(checkout: Checkout, until: readonly Until[], through: number): Promise<Reply[]> {
  const rows: [string, unknown][] = [
    ['select from placement_orders where id = $1 for update', checkout.quoted.orderId],
    ['select from quotes where id = $1 for update', checkout.quoted.confirmation.quoteId],
    ['select from ledger_accounts where owner_id = $1 for update', checkout.advertiser.id],
  ];
  const holding = await Promise.all(
    until.map(async (isOver, n) => {
      const [statement = '', id] = rows[n] ?? [];
      const client = new pg.Client(databaseUrl);
      await client.connect();
      await client.query('begin');
      await client.query(statement, [id]);
      return { client, isOver };
    }),
  );
  const replies = tenAlike(checkout, through);
  await Promise.all(
    holding.map(async ({ client, isOver }) => {
      await isOver(replies);
      await client.query('rollback');
      await client.end();
    }),
  );
  return Promise.all(replies);
}

describe('a request whose reply of Redis is lost', () => {
  const lost: readonly ('drop-next-reply' | 'hold-next-reply')[] = ['drop-next-reply', 'hold-next-reply'];

  test.each(depth(lost.slice(0, 1), lost))(
    'runs at once, and its retry gets its answer without a wait (%s)',
    async (mode) => {
      const { advertiser, quoted, key } = await aCheckout();
      await control.upstash(mode, key);
      const first = await market.checkOut(advertiser, quoted, key);
      expect([first.status, isReplay(first)]).toEqual([201, false]);
      await redisIsAskedAgain();
      const retry = await control.withoutWaiting(() => market.checkOut(advertiser, quoted, key));
      expect([retry.status, isReplay(retry), retry.text]).toEqual([201, true, first.text]);
    },
  );

  test.each(depth(lost.slice(1), lost))('leaves its key free when it is refused (%s)', async (mode) => {
    const { advertiser, quoted, key } = await aCheckout();
    const wrong = { ...quoted, confirmation: { ...quoted.confirmation, quoteVersion: 99 } };
    await control.upstash(mode, key);
    refused(await market.checkOut(advertiser, wrong, key), 'VERSION_CONFLICT');
    await redisIsAskedAgain();
    refused(await control.withoutWaiting(() => market.checkOut(advertiser, wrong, key)), 'VERSION_CONFLICT');
  });
});

/** The lease is released after the answer, and Redis is skipped for five seconds after a failure. */
async function redisIsAskedAgain(): Promise<void> {
  await control.untilNothingIsDeferred();
  await control.moveOn(6_000);
}

describe('ten identical concurrent requests without Redis', () => {
  const [refusing, hanging] = [['refuses', 'refuse'] as const, ['hangs', 'hang'] as const];
  test.each([
    [...refusing, 1] as const,
    [...hanging, 2] as const,
    ...depth([], [[...refusing, 2] as const, [...hanging, 1] as const]),
  ])('run once when it %s (%s), through %i instances, and nine get the same answer', async (_, mode, through) => {
    const checkout = await aCheckout();
    await control.upstash(mode);
    await expectOneDidIt(checkout, await Promise.all(tenAlike(checkout, through)));
  });

  describe('behind a slow first request', () => {
    let slow: readonly { readonly checkout: Checkout; readonly replies: readonly Reply[] }[];
    // All run at once: each takes as long as requests wait for each other.
    beforeAll(async () => {
      const checkouts = [await aCheckout(), await aCheckout(), await aCheckout()];
      const [short, long] = [
        [whenPassed(1_700), whenPassed(3_400)],
        [whenPassed(2_000), whenPassed(4_000), whenNineHaveAnswered],
      ];
      await control.upstash('refuse');
      const ways = [
        { until: short, through: 1 },
        { until: short, through: 2 },
        { until: long, through: 2 },
      ];
      slow = await Promise.all(
        checkouts.map(async (checkout, n) => {
          const { until, through } = ways[n] ?? { until: short, through: 1 };
          return { checkout, replies: await heldUp(checkout, until, through) };
        }),
      );
    });
    const way = (n: number) => slow[n] ?? Promise.reject(new Error('there are three'));

    test.each([1, 2])('wait through %i instances for the first, longer than any lock', async (through) => {
      const { checkout, replies } = await way(through - 1);
      await expectOneDidIt(checkout, replies);
    });

    test('get IDEMPOTENCY_IN_PROGRESS when the first is slower than the wait, and replay it later', async () => {
      const { checkout, replies } = await way(2);
      const [winner, ...others] = replies.toSorted((a, b) => a.status - b.status);
      expect({ status: winner?.status, code: winner?.body.code }).toEqual({ status: 201, code: undefined });
      for (const reply of others) {
        refused(reply, 'IDEMPOTENCY_IN_PROGRESS');
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      const again = await market.checkOut(checkout.advertiser, checkout.quoted, checkout.key);
      expect({ text: again.text, isReplay: isReplay(again) }).toEqual({ text: winner?.text, isReplay: true });
      await expectFundedOnce(checkout);
    });
  });
});

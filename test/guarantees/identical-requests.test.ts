import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { clientOf, type Reply } from '../support/client.ts';
import { refused } from '../support/contract/expectations.ts';
import { controlOf } from '../support/control.ts';
import type { Advertiser, Listing, Market, QuotedOrder } from '../support/market.ts';
import { ownMarket } from '../support/own-market.ts';

let market: Market;
let control: ReturnType<typeof controlOf>;
let advertiser: Advertiser;
let listing: Listing;
let workers: readonly string[];
ownMarket(async ({ stack, market: own }) => {
  market = own;
  control = controlOf(stack.controlUrl);
  advertiser = await market.anAdvertiser({ fundsCents: 100_000_000 });
  listing = await market.aListing();
  workers = [stack.baseUrl, await control.anotherWorker()];
});
afterEach(async () => {
  await control.upstash('up');
  await market.expectSoundLedger();
});

/** Ten checkouts that are one to the byte, at once, each in its turn through one of the Workers. */
function tenAlike(quoted: QuotedOrder, key: string, through: number): Promise<Reply[]> {
  const clients = workers.slice(0, through).map((baseUrl) => clientOf(baseUrl, advertiser.apiKey));
  const path = `/placement-orders/${quoted.orderId}/checkout`;
  const ask = (n: number) => clients[n % through]?.post(path, quoted.confirmation, { key }) ?? Promise.reject();
  return Promise.all(Array.from({ length: 10 }, (_, n) => ask(n)));
}

const isReplay = (reply: Reply) => reply.headers.get('idempotent-replayed') === 'true';

async function expectFundedOnce({ orderId }: QuotedOrder): Promise<void> {
  const { count } = await market.one('select count(*) from placement_assignments where order_id = $1', [orderId]);
  expect(Number(count)).toBe(1);
}

/**
 * Whoever checks out waits for the order, then for its quote, then for the wallet, each held by somebody else until so many
 * milliseconds have passed: never as long as a lock is waited for (3 s), and longer in all.
 */
async function heldUp(quoted: QuotedOrder, untilMs: readonly number[], act: () => Promise<Reply[]>): Promise<Reply[]> {
  const rows: [string, unknown][] = [
    ['select from placement_orders where id = $1 for update', quoted.orderId],
    ['select from quotes where id = $1 for update', quoted.confirmation.quoteId],
    ['select from ledger_accounts where owner_id = $1 for update', advertiser.id],
  ];
  const holding = await Promise.all(
    untilMs.map(async (ms, n) => {
      const [statement = '', id] = rows[n] ?? [];
      const client = await market.pool.connect();
      await client.query('begin');
      await client.query(statement, [id]);
      return { client, ms };
    }),
  );
  const replies = act();
  await Promise.all(
    holding.map(async ({ client, ms }) => {
      await pause(ms);
      await client.query('rollback');
      client.release();
    }),
  );
  return replies;
}

describe('ten identical requests at once, with Redis out of reach', () => {
  test.each([
    ['refuses', 'refuse', 1],
    ['refuses', 'refuse', 2],
    ['hangs', 'hang', 1],
    ['hangs', 'hang', 2],
  ] as const)(
    'which %s (%s), through %i Workers: one does it, and nine answer as that one did',
    async (_, mode, through) => {
      const quoted = await market.aQuote(advertiser, listing);
      await control.upstash(mode);
      const replies = await tenAlike(quoted, randomUUID(), through);
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(replies.filter(isReplay)).toHaveLength(9);
      await expectFundedOnce(quoted);
    },
  );

  test.each([1, 2])('through %i Workers wait for one that is slow, longer than for any lock', async (through) => {
    const quoted = await market.aQuote(advertiser, listing);
    await control.upstash('refuse');
    const replies = await heldUp(quoted, [2_000, 4_000], () => tenAlike(quoted, randomUUID(), through));
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [201, undefined]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter(isReplay)).toHaveLength(9);
    await expectFundedOnce(quoted);
  });

  test('are told that it is in progress when it is slower than they may wait, and replay it later', async () => {
    const quoted = await market.aQuote(advertiser, listing);
    const key = randomUUID();
    await control.upstash('refuse');
    const replies = await heldUp(quoted, [2_000, 4_000, 6_200], () => tenAlike(quoted, key, 2));
    const [winner, ...others] = replies.toSorted((a, b) => a.status - b.status);
    expect({ status: winner?.status, code: winner?.body.code }).toEqual({ status: 201, code: undefined });
    for (const reply of others) {
      refused(reply, 'IDEMPOTENCY_IN_PROGRESS');
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const again = await market.checkOut(advertiser, quoted, key);
    expect({ text: again.text, isReplay: isReplay(again) }).toEqual({ text: winner?.text, isReplay: true });
    await expectFundedOnce(quoted);
  });
});

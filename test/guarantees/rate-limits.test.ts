import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Redis } from '@upstash/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, clientOf, type Reply } from '../support/client.ts';
import { type Advertiser, anItem, type Market, marketOf } from '../support/market/market.ts';
import { aPerson } from '../support/market/people.ts';
import { controlOf } from '../support/stack/control.ts';
import { depth, isFullDepth } from '../support/stack/depth.ts';
import { withWaitsEnded } from '../support/stack/held-store.ts';
import { type OwnStack, startStack } from '../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let redis: Redis;

beforeAll(async () => {
  stack = await startStack({ vars: { RATE_LIMIT_SCALE: '1' } });
  control = controlOf(stack.controlUrl);
  redis = new Redis({ url: stack.upstashUrl, token: stack.upstashToken, enableTelemetry: false });
  // While the clock is held no window ends or refills, and slow Redis does not time out.
  await control.holdClock(true);
  await control.moveToNext('hour');
  market = marketOf(stack);
});
afterAll(async () => {
  await market.close();
  await stack.stop();
});

/** The number of accepted calls before a refused one. */
interface LetIn {
  readonly allowed: number;
  readonly refused: Reply | undefined;
}

interface Way {
  /** Waits until the service has counted the calls. */
  readonly settle?: () => Promise<unknown>;
  /** At the quick depth, calls of the class that Redis counts for the same caller without being sent. */
  readonly counted?: readonly [limit: string, calls: number];
}

/** Sends some calls at a time from the start of a minute. */
async function letIn(max: number, call: () => Promise<Reply>, { settle, counted }: Way = {}): Promise<LetIn> {
  await control.moveToNext('minute');
  let allowed = counted === undefined || isFullDepth ? 0 : await countMore(call, ...counted);
  let refused: Reply | undefined;
  while (allowed < max && refused === undefined) {
    const replies = await Promise.all(Array.from({ length: atOnce }, call));
    await settle?.();
    allowed += replies.filter(({ status }) => status !== 429).length;
    refused = replies.find(({ status }) => status === 429);
  }
  return { allowed, refused };
}
const atOnce = 10;

/** Sends one call, adds others to the window that has counted it, and returns how many calls that is. */
async function countMore(call: () => Promise<Reply>, limit: string, calls: number): Promise<number> {
  const windows = () => redis.keys(`rate:${limit}:*`);
  const former = await windows();
  expect((await call()).status).not.toBe(429);
  const [window = '', ...others] = (await windows()).filter((name) => !former.includes(name));
  expect([window, others]).toEqual([expect.stringContaining(limit), []]);
  await redis.incrby(window, calls);
  return 1 + calls;
}

const expectRefusal = (reply: Reply | undefined) => {
  expect(reply?.body).toEqual({ code: 'RATE_LIMITED', message: expect.any(String) });
  expect(Number(reply?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(reply?.headers.get('ratelimit-policy')).toMatch(/^"\w+";q=\d+;w=60$/);
  expect(reply?.headers.get('ratelimit')).toMatch(/;r=0;t=\d+$/);
};

const expectLimit = ({ allowed }: LetIn, limit: number) => expect(allowed).toBe(limit);

describe('the default limits', () => {
  let advertiser: Advertiser;
  beforeAll(async () => {
    advertiser = await market.anAdvertiser({ fundsCents: 10_000_000 });
  });

  test('allow a key 600 reads a minute', async () => {
    const seen = await letIn(1_300, () => advertiser.api.get('/wallet'), { counted: ['read', 549] });
    expectLimit(seen, 600);
    expectRefusal(seen.refused);
  });

  test('allow a key 120 writes a minute', async () => {
    const seen = await letIn(300, () => advertiser.api.post('/placement-orders', {}));
    expectLimit(seen, 120);
    expectRefusal(seen.refused);
  });

  /** Clients of one new owner, each with its own key, used in turn. */
  async function inTurn(keys: number): Promise<() => Client> {
    const { id } = await market.anAdvertiser();
    const made = await Promise.all(Array.from({ length: keys }, () => market.aKey(id)));
    const clients = made.map((key) => clientOf(stack.baseUrl, key));
    let turn = 0;
    return () => clients[turn++ % clients.length] ?? clientOf(stack.baseUrl, null);
  }

  test('allow an owner 30 money requests a minute, over all keys', async () => {
    const next = await inTurn(3);
    const moves = ['/placement-offers', '/placement-orders/1/checkout', '/placement-assignments/1/approve'] as const;
    let turn = 0;
    const seen = await letIn(100, () => next().post(moves[Math.floor(turn++ / 3) % moves.length] ?? '', {}));
    expectLimit(seen, 30);
    expectRefusal(seen.refused);
  });

  test('allow an owner 600 writes a minute, over all keys', async () => {
    const next = await inTurn(7);
    const seen = await letIn(800, () => next().post('/placement-orders', {}), { counted: ['ownerWrite', 529] });
    expectLimit(seen, 600);
    expectRefusal(seen.refused);
    expect(seen.refused?.headers.get('ratelimit-policy')).toBe('"ownerWrite";q=600;w=60');
  });

  test('count a key over its limit without reducing what other keys of its owner have', async () => {
    const { id } = await market.anAdvertiser();
    const greedy = clientOf(stack.baseUrl, await market.aKey(id));
    const modest = clientOf(stack.baseUrl, await market.aKey(id));
    // With the refused ones they would be over the limit of the owner.
    const others = depth(470, 0);
    const seen = await letIn(others + 200, () => greedy.post('/placement-orders', {}), {
      ...(others > 0 && { counted: ['ownerWrite', others - 1] as const }),
    });
    expectLimit(seen, depth(others + 119, 120));
    const refused = new Set<number>();
    for (let n = 0; n < 600 - others; n += atOnce)
      for (const { status } of await Promise.all(
        Array.from({ length: atOnce }, () => greedy.post('/placement-orders', {})),
      ))
        refused.add(status);
    expect([...refused]).toEqual([429]);
    expect((await modest.post('/placement-orders', {})).status).toBe(400);
  });

  test('leave the Idempotency-Key free for a call over the limit', async () => {
    const { api } = await market.anAdvertiser();
    const items = [anItem(await market.aListing())];
    const key = randomUUID();
    const order = () => api.post('/placement-orders', { items }, { key });
    await letIn(200, () => api.post('/placement-orders', {}));
    expect((await order()).status).toBe(429);
    for (const _ of [1, 2]) await control.moveToNext('minute');
    expect((await withWaitsEnded(order(), () => control.moveOn(100))).status).toBe(201);
  });

  test.runIf(isFullDepth)('allow an owner 3,000 reads a minute, over all keys', async () => {
    const next = await inTurn(7);
    const seen = await letIn(3_500, () => next().get('/wallet'));
    expectLimit(seen, 3_000);
    expectRefusal(seen.refused);
  });

  test('allow an IP address 20 wrong keys a minute, and accept its valid keys', async () => {
    const otherUser = clientOf(stack.baseUrl, `castline_live_${'a'.repeat(12)}.${'b'.repeat(43)}`);
    const seen = await letIn(60, () => otherUser.get('/wallet'));
    expectLimit(seen, 20);
    expectRefusal(seen.refused);
    expect((await clientOf(stack.baseUrl, null).get('/wallet')).status).toBe(401);
    expect((await (await aPerson(stack.baseUrl, { hasSession: true })).keyed.get('/me')).status).toBe(200);
  });

  test('allow an IP address 120 guest answers a minute, including hits', async () => {
    await market.aListing();
    const guest = clientOf(stack.baseUrl, null, '/api/v1');
    // Hits are counted after their answers: concurrent ones are accepted together.
    const { allowed, refused } = await letIn(3_000, () => guest.get('/creator-catalog'), {
      settle: () => control.untilHitsAreCounted(),
    });
    expect(allowed).toBeGreaterThanOrEqual(120);
    expect(allowed).toBeLessThanOrEqual(120 + 2 * atOnce);
    expect(refused?.status).toBe(429);
    expectRefusal(refused);
  });

  test('have a policy that refused guest reads show too', async () => {
    const guest = clientOf(stack.baseUrl, null, '/api/v1');
    await control.moveToNext('minute');
    await control.moveToNext('minute');
    const refused = [`/creator-pages/${randomUUID()}`, '/creator-pages/1', `/creator-catalog?cursor=${randomUUID()}`];
    for (const path of refused) {
      const { status, headers } = await guest.get(path);
      expect([400, 404]).toContain(status);
      expect(headers.get('ratelimit-policy')).toBe('"guest";q=120;w=60');
    }
  });
});

test('an error of Redis leaves no address and no key in the log', async () => {
  const address = '203.0.113.77';
  const guest = clientOf(stack.baseUrl, null, '/api/v1');
  await control.moveOn(6_000);
  await control.upstash('fail');
  const sent = { headers: { 'cf-connecting-ip': address } };
  expect((await guest.get('/creator-catalog?limit=37', sent)).status).toBe(200);
  await control.upstash('up');
  const skipped = readFileSync(stack.logFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes('redis.skipped'));
  expect(skipped.length).toBeGreaterThan(0);
  expect(skipped.join()).not.toContain(address);
});

describe('while Redis is unreachable', () => {
  test('reads and plain writes continue, and money requests have a small limit in each isolate', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 10_000_000 });
    const listing = await market.aListing();
    await control.upstash('refuse');
    expect(
      (await letIn(150, () => advertiser.api.post('/placement-orders', { items: [anItem(listing)] }))).allowed,
    ).toBe(150);
    for (const path of ['/placement-offers', '/placement-assignments/1/approve']) {
      const other = await market.anAdvertiser();
      expectLimit(await letIn(60, () => other.api.post(path, {})), 10);
    }
    await control.upstash('up');
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, type Reply } from '../support/client.ts';
import { controlOf } from '../support/control.ts';
import { type Advertiser, anItem, type Market, marketOf } from '../support/market.ts';
import { type OwnStack, startStack } from '../support/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;

beforeAll(async () => {
  stack = await startStack({ vars: { RATE_LIMIT_SCALE: '1' } });
  control = controlOf(stack.controlUrl);
  market = marketOf(stack);
});
afterAll(async () => {
  await market.close();
  await stack.stop();
});

/** How many of these calls are let in before the first 429, and how many that nobody counted. */
interface LetIn {
  readonly allowed: number;
  readonly uncounted: number;
  readonly refused: Reply | undefined;
}

/** A Redis that was too slow once is left alone for five seconds: what is let in meanwhile is not counted, and more is asked later. */
async function letIn(most: number, call: () => Promise<Reply>, isCounted = true): Promise<LetIn> {
  let uncounted = 0;
  for (let allowed = 0; allowed < most; ) {
    const reply = await call();
    const isKnown = !isCounted || reply.headers.has('ratelimit');
    if (isKnown && reply.status === 429) return { allowed, uncounted, refused: reply };
    if (isKnown) allowed++;
    else {
      uncounted++;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  return { allowed: most, uncounted, refused: undefined };
}

const expectRefusal = (reply: Reply | undefined) => {
  expect(reply?.body).toEqual({ code: 'RATE_LIMITED', message: expect.any(String) });
  expect(Number(reply?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(reply?.headers.get('ratelimit-policy')).toMatch(/^"\w+";q=\d+;w=60$/);
  expect(reply?.headers.get('ratelimit')).toMatch(/;r=0;t=\d+$/);
};

// A window that ends in between lets a few more in; never fewer. Redis may have counted what its answer came too late for.
const about = ({ allowed, uncounted }: LetIn, limit: number) => {
  expect(allowed + uncounted).toBeGreaterThanOrEqual(limit);
  expect(allowed).toBeLessThanOrEqual(limit * 2);
};

describe('the default limits', () => {
  let advertiser: Advertiser;
  beforeAll(async () => {
    advertiser = await market.anAdvertiser({ fundsCents: 10_000_000 });
  });

  test('a key reads 600 times a minute', async () => {
    const seen = await letIn(1_300, () => advertiser.api.get('/wallet'));
    about(seen, 600);
    expectRefusal(seen.refused);
  });

  test('a key writes 120 times a minute', async () => {
    const seen = await letIn(300, () => advertiser.api.post('/placement-orders', {}));
    about(seen, 120);
    expectRefusal(seen.refused);
  });

  test('an owner moves money 30 times a minute, over all keys', async () => {
    const other = clientOf(stack.baseUrl, await market.aKey(advertiser.id));
    const moves = ['/placement-offers', '/placement-orders/1/checkout', '/placement-assignments/1/approve'] as const;
    let turn = 0;
    const move = () => (turn++ % 2 ? other : advertiser.api).post(moves[turn % moves.length] ?? '', {});
    const seen = await letIn(100, move);
    about(seen, 30);
    expectRefusal(seen.refused);
  });

  test('an address guesses 20 keys a minute, and a valid key is not refused for it', async () => {
    const stranger = clientOf(stack.baseUrl, `castline_live_${'a'.repeat(12)}.${'b'.repeat(43)}`);
    const seen = await letIn(60, () => stranger.get('/wallet'));
    about(seen, 20);
    expectRefusal(seen.refused);
    expect((await clientOf(stack.baseUrl, null).get('/wallet')).status).toBe(401);
    expect((await (await market.anAdvertiser()).api.get('/wallet')).status).toBe(200);
  });

  test('an address reads 120 guest answers a minute, hits included', async () => {
    await market.aListing();
    const guest = clientOf(stack.baseUrl, null, '/api/v1');
    // Hits tell no count, and what Redis was too slow to count is let in.
    const { allowed, refused } = await letIn(20_000, () => guest.get('/creator-catalog'), false);
    expect(allowed).toBeGreaterThanOrEqual(120);
    expect(refused?.status).toBe(429);
    expect(refused?.body.code).toBe('RATE_LIMITED');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('with Redis out of reach', () => {
  test('reads and plain writes stay open, money moves get a small limit in the isolate', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 10_000_000 });
    const listing = await market.aListing();
    await control.upstash('refuse');
    expect(
      (await letIn(150, () => advertiser.api.post('/placement-orders', { items: [anItem(listing)] }), false)).allowed,
    ).toBe(150);
    for (const path of ['/placement-offers', '/placement-assignments/1/approve']) {
      const other = await market.anAdvertiser();
      about(await letIn(60, () => other.api.post(path, {}), false), 10);
    }
    await control.upstash('up');
  });
});

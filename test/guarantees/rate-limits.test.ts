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

/** How many of these calls are let in before the first 429, each window being fresh. */
async function letIn(
  most: number,
  call: () => Promise<Reply>,
): Promise<{ allowed: number; refused: Reply | undefined }> {
  for (let allowed = 0; allowed < most; allowed++) {
    const reply = await call();
    if (reply.status === 429) return { allowed, refused: reply };
  }
  return { allowed: most, refused: undefined };
}

const expectRefusal = (reply: Reply | undefined) => {
  expect(reply?.body).toEqual({ code: 'RATE_LIMITED', message: expect.any(String) });
  expect(Number(reply?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(reply?.headers.get('ratelimit-policy')).toMatch(/^"\w+";q=\d+;w=60$/);
  expect(reply?.headers.get('ratelimit')).toMatch(/;r=0;t=\d+$/);
};

// A window that ends in between lets a few more in; never fewer.
const about = (allowed: number, limit: number) => {
  expect(allowed).toBeGreaterThanOrEqual(limit);
  expect(allowed).toBeLessThanOrEqual(limit * 2);
};

describe('the default limits', () => {
  let advertiser: Advertiser;
  beforeAll(async () => {
    advertiser = await market.anAdvertiser({ fundsCents: 10_000_000 });
  });

  test('a key reads 600 times a minute', async () => {
    const { allowed, refused } = await letIn(1_300, () => advertiser.api.get('/wallet'));
    about(allowed, 600);
    expectRefusal(refused);
  });

  test('a key writes 120 times a minute', async () => {
    const { allowed, refused } = await letIn(300, () => advertiser.api.post('/placement-orders', {}));
    about(allowed, 120);
    expectRefusal(refused);
  });

  test('an owner moves money 30 times a minute, over all keys', async () => {
    const other = clientOf(stack.baseUrl, await market.aKey(advertiser.id));
    let turn = 0;
    const { allowed, refused } = await letIn(100, () =>
      (turn++ % 2 ? other : advertiser.api).post('/placement-offers', {}),
    );
    about(allowed, 30);
    expectRefusal(refused);
  });

  test('an address guesses 20 keys a minute, and a valid key is not refused for it', async () => {
    const stranger = clientOf(stack.baseUrl, `castline_live_${'a'.repeat(12)}.${'b'.repeat(43)}`);
    const { allowed, refused } = await letIn(60, () => stranger.get('/wallet'));
    about(allowed, 20);
    expectRefusal(refused);
    expect((await clientOf(stack.baseUrl, null).get('/wallet')).status).toBe(401);
    expect((await (await market.anAdvertiser()).api.get('/wallet')).status).toBe(200);
  });

  test('an address reads 120 guest answers a minute, hits included', async () => {
    await market.aListing();
    const guest = clientOf(stack.baseUrl, null, '/api/v1');
    const { allowed, refused } = await letIn(2_000, () => guest.get('/creator-catalog'));
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
      (await letIn(150, () => advertiser.api.post('/placement-orders', { items: [anItem(listing)] }))).allowed,
    ).toBe(150);
    const { allowed } = await letIn(60, () => advertiser.api.post('/placement-offers', {}));
    about(allowed, 10);
    await control.upstash('up');
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, type Reply } from '../support/client.ts';
import { type Advertiser, anItem, type Listing, type Market, marketOf } from '../support/market/market.ts';
import { aPriceList } from '../support/market/prices.ts';
import { aChannel, aHandle, twitch } from '../support/market/sellers.ts';
import { controlOf } from '../support/stack/control.ts';
import { type OwnStack, startStack } from '../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let advertiser: Advertiser;
let listing: Listing;

beforeAll(async () => {
  stack = await startStack();
  control = controlOf(stack.controlUrl);
  market = marketOf(stack);
  advertiser = await market.anAdvertiser({ fundsCents: 100_000_000, roles: ['ADVERTISER', 'CREATOR'] });
  await market.anEmptyProfile(advertiser.id);
  listing = await market.aListing();
  // The first call loads the limiter's script into Redis.
  const quoted = await market.aQuote(advertiser, listing);
  await market.checkOut(advertiser, quoted);
  await control.untilNothingIsDeferred();
  // Background messages must not be counted.
  await control.untilQueuesAreEmpty();
  await control.queues('hold');
});
afterAll(async () => {
  await market.close();
  await stack.stop();
});

interface Measured {
  readonly answered: object;
  readonly afterwards: object;
}

/** A key read less than one second ago is not read again: the measurement fits into that second. */
async function measured(prepare: () => Promise<() => Promise<Reply>>): Promise<Measured> {
  for (;;) {
    const act = await prepare();
    // Redis would be skipped for five seconds after a timeout.
    await later(6);
    await control.untilNothingIsDeferred();
    const startedAt = Date.now();
    await advertiser.api.get('/wallet');
    await control.untilNothingIsDeferred();
    await control.resetCounts();
    const reply = await act();
    const answered = await counted();
    expect(reply.status).toBeLessThan(300);
    if (Date.now() - startedAt > 1_000 || reply.headers.get('ratelimit') === null) continue;
    await control.untilNothingIsDeferred();
    return { answered, afterwards: await counted() };
  }
}

async function counted() {
  const { neon, upstash } = await control.counts();
  return { neon, upstash };
}

const later = (seconds: number) => control.moveOn(seconds * 1_000);

describe('the number of round trips', () => {
  test.each(['/placement-orders', '/analytics/placements'])(
    'is one to Redis and one to Postgres for a read by key (%s)',
    async (path) => {
      const { answered, afterwards } = await measured(async () => () => advertiser.api.get(path));
      expect(answered).toEqual({ neon: 1, upstash: 1 });
      expect(afterwards).toEqual(answered);
    },
  );

  test("includes a read of the key's row at most once a second", async () => {
    await later(1);
    await control.untilNothingIsDeferred();
    await control.resetCounts();
    const startedAt = Date.now();
    for (let n = 0; n < 5; n++) await advertiser.api.get('/wallet');
    const { neon } = await control.counts();
    if (Date.now() - startedAt < 900) expect(neon).toBe(6);
    expect(neon).toBeLessThanOrEqual(5 + 1 + Math.floor((Date.now() - startedAt) / 1_000));
  });

  test.each([
    ['creating an order', async () => () => advertiser.api.post('/placement-orders', { items: [anItem(listing)] })],
    [
      'a quote',
      async () => {
        const { id } = (await market.aDraft(advertiser, listing)).body.data;
        return () => advertiser.api.post(`/placement-orders/${id}/quote`, { expectedVersion: 1 });
      },
    ],
    [
      'a checkout',
      async () => {
        const quoted = await market.aQuote(advertiser, listing);
        return () => market.checkOut(advertiser, quoted);
      },
    ],
    ['adding a channel', async () => () => advertiser.api.post('/influencer-channels', twitch(aHandle()))],
    [
      'saving prices',
      async () => {
        const { id } = await aChannel(advertiser);
        return () => advertiser.api.put(`/influencer-channels/${id}/pricing`, aPriceList());
      },
    ],
  ] as const)('is, for %s, one pipeline and two to Postgres, and one to Redis after the answer', async (_, prepare) => {
    const { answered, afterwards } = await measured(prepare);
    expect(answered).toMatchObject({ neon: 2 });
    expect(afterwards).toEqual({ neon: 2, upstash: 2 });
  });

  test('is one pipeline and one to Postgres for a replay', async () => {
    const quoted = await market.aQuote(advertiser, listing);
    const key = randomUUID();
    await market.checkOut(advertiser, quoted, key);
    const { afterwards } = await measured(async () => () => market.checkOut(advertiser, quoted, key));
    expect(afterwards).toEqual({ neon: 1, upstash: 1 });
  });

  test('is at most one to Redis and one to Postgres, besides the generation, for a guest miss, and none before the answer of a hit', async () => {
    await control.untilNothingIsDeferred();
    const guest = clientOf(stack.baseUrl, null, '/api/v1');
    await guest.get('/creator-catalog?limit=3');
    await control.untilNothingIsDeferred();
    await control.resetCounts();
    await guest.get('/creator-catalog?limit=4');
    const miss = await control.counts();
    expect(miss.neon).toBeLessThanOrEqual(2);
    expect(miss.neon).toBeGreaterThanOrEqual(1);
    expect(miss.upstash).toBeLessThanOrEqual(1);
    await control.untilNothingIsDeferred();
    await guest.get('/creator-catalog?limit=4');
    await control.resetCounts();
    const startedAt = Date.now();
    for (let n = 0; n < 20; n++) await guest.get('/creator-catalog?limit=4');
    const hits = await control.counts();
    // The generation is read every half a second.
    expect(hits.neon).toBeLessThanOrEqual(1 + Math.floor((Date.now() - startedAt) / 500));
  });
});

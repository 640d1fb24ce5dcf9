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
  /** Round trips, one after the other, before the answer. */
  readonly waves: number;
  /** All round trips. */
  readonly requests: object;
}

/**
 * Measures a call by a key that the isolate has read before, but not within the last second. A stall of the machine can only divide a
 * wave, so the fewest waves of a few calls are right.
 */
async function measured(prepare: () => Promise<() => Promise<Reply>>): Promise<Measured> {
  const calls: Measured[] = [];
  for (let n = 0; n < 3; n++) calls.push(await measureOne(await prepare()));
  return calls.reduce((one, other) => (other.waves < one.waves ? other : one));
}

async function measureOne(act: () => Promise<Reply>): Promise<Measured> {
  // The use of a key is stored once a minute, after an answer.
  await later(61);
  await advertiser.api.get('/wallet');
  // Redis would be skipped for five seconds after a timeout.
  await later(6);
  await control.untilNothingIsDeferred();
  await control.resetCounts();
  const waves = await control.countWaves(async () => {
    const reply = await act();
    expect(reply.status).toBeLessThan(300);
    expect(reply.headers.get('ratelimit')).not.toBeNull();
  });
  await control.untilNothingIsDeferred();
  return { waves, requests: await counted() };
}

async function counted() {
  const { neon, upstash } = await control.counts();
  return { neon, upstash };
}

const later = (seconds: number) => control.moveOn(seconds * 1_000);

const order = async () => (await market.aDraft(advertiser, listing)).body.data;

const mutations = [
  ['creating an order', async () => () => advertiser.api.post('/placement-orders', { items: [anItem(listing)] })],
  [
    'a quote',
    async () => {
      const { id } = await order();
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
] as const;

describe('round trips', () => {
  test.each(['/placement-orders', '/analytics/placements', '/me'])(
    'a read by key makes one: a request to Redis and one to Postgres, side by side (%s)',
    async (path) => {
      const read = async () => () => advertiser.api.get(path);
      expect(await measured(read)).toEqual({ waves: 1, requests: { neon: 1, upstash: 1 } });
    },
  );

  test.each(mutations)('%s makes two: Redis beside the facts, then the commit', async (_, prepare) => {
    expect(await measured(prepare)).toEqual({ waves: 2, requests: { neon: 2, upstash: 2 } });
  });

  test('a replay makes one', async () => {
    const quoted = await market.aQuote(advertiser, listing);
    const key = randomUUID();
    await market.checkOut(advertiser, quoted, key);
    const replay = async () => () => market.checkOut(advertiser, quoted, key);
    expect(await measured(replay)).toEqual({ waves: 1, requests: { neon: 1, upstash: 1 } });
  });

  test('a call by a key that the isolate sees for the first time makes one more', async () => {
    const { id } = await order();
    const quote = async () => {
      const other = clientOf(stack.baseUrl, await market.aKey(advertiser.id));
      return () => other.post(`/placement-orders/${id}/quote`, { expectedVersion: 1 });
    };
    expect((await measured(quote)).waves).toBe(3);
  });

  test('a guest miss makes at most one to Redis and one to Postgres, besides the generation, and a hit none before its answer', async () => {
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

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, type Reply } from '../support/client.ts';
import { type FakeStore, startFakeStore } from '../support/fake-store.ts';
import { aFile } from '../support/market/files.ts';
import { hooksOf } from '../support/market/hooks.ts';
import { type Advertiser, anItem, type Listing, type Market, marketOf } from '../support/market/market.ts';
import { ownershipOf } from '../support/market/ownership.ts';
import { aPriceList } from '../support/market/prices.ts';
import { type Receiver, startReceiver } from '../support/market/receiver.ts';
import { aChannel, aHandle, twitch } from '../support/market/sellers.ts';
import { type Uploader, uploaderOf } from '../support/market/uploads.ts';
import { storeAt } from '../support/object-store.ts';
import { arriveInWave, controlOf } from '../support/stack/control.ts';
import { isFullDepth } from '../support/stack/depth.ts';
import { type OwnStack, startStack } from '../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let advertiser: Advertiser;
let listing: Listing;
let uploader: Uploader;
let store: FakeStore;
let receiver: Receiver;

beforeAll(async () => {
  const arrive = () => arriveInWave(stack.controlUrl);
  store = await startFakeStore(arrive);
  receiver = await startReceiver(undefined, arrive);
  stack = await startStack({ vars: { ...storeAt(store.endpoint), WEBHOOK_TRUSTED_ORIGINS: receiver.origin } });
  control = controlOf(stack.controlUrl);
  market = marketOf(stack);
  advertiser = await market.anAdvertiser({ fundsCents: 100_000_000, roles: ['ADVERTISER', 'CREATOR'] });
  await market.anEmptyProfile(advertiser.id);
  listing = await market.aListing();
  const { aChannel: anOwnedChannel } = ownershipOf({ market, baseUrl: stack.baseUrl });
  uploader = uploaderOf(advertiser, await anOwnedChannel(advertiser.id));
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
  await Promise.all([store.stop(), receiver.stop()]);
});

interface Measured {
  /** Round trips, one after the other, before the answer. */
  readonly waves: number;
  /** All round trips. */
  readonly requests: object;
}

/** Measures a call by a key that the isolate has read before, but not within the last second. */
const measured = (waves: number, prepare: () => Promise<() => Promise<Reply>>): Promise<Measured> =>
  fewest(waves, async () => measureOne(await prepare()));

/**
 * A stall of the machine can only divide a wave, so the fewest waves of a few measurements are right. At the quick depth, the first one with as
 * few as expected is the last.
 */
async function fewest(expected: number, measure: () => Promise<Measured>): Promise<Measured> {
  const measurements: Measured[] = [];
  const isOver = () => !isFullDepth && measurements.some(({ waves }) => waves <= expected);
  for (let n = 0; n < 3 && !isOver(); n++) measurements.push(await measure());
  return measurements.reduce((one, other) => (other.waves < one.waves ? other : one));
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

/** Measures the delivery of a message to an endpoint, from the job to its end. */
async function measureDelivery(url: string, prepare: () => Promise<unknown>): Promise<Measured> {
  const { anEndpoint, aMessage } = hooksOf({ receiver, market, baseUrl: stack.baseUrl, now: () => new Date() });
  const messageId = await aMessage(await anEndpoint({ url }));
  await prepare();
  await control.untilNothingIsDeferred();
  await control.resetCounts();
  const job = { kind: 'send-message', messageId, channel: 'WEBHOOK' };
  const waves = await control.countWaves(() => control.deliver([job]));
  return { waves, requests: await counted() };
}

const later = (seconds: number) => control.moveOn(seconds * 1_000);

const becomesPrivate = (host: string) =>
  fetch(`${stack.dnsUrl}/names/${host}`, { method: 'PUT', body: JSON.stringify({ A: ['10.0.0.1'] }) });

const picture = aFile['image/png']();

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
  ['creating an upload', async () => () => uploader.announce(picture, 'image/png')],
] as const;

describe('a request', () => {
  test.each(['/placement-orders', '/analytics/placements', '/me'])(
    'a read by key makes one round trip: a request to Redis and one to Postgres, side by side (%s)',
    async (path) => {
      const read = async () => () => advertiser.api.get(path);
      expect(await measured(1, read)).toEqual({ waves: 1, requests: { neon: 1, upstash: 1 } });
    },
  );

  test.each(mutations)(
    '%s makes two round trips: Redis beside the facts, then the commit; its log follows the response',
    async (_, prepare) => {
      expect(await measured(2, prepare)).toEqual({ waves: 2, requests: { neon: 2 + 1, upstash: 2 } });
    },
  );

  test('the completion of an upload makes four round trips, and one for its virus scan: Redis beside the facts, the copy beside its lease, its read, the commit', async () => {
    const complete = async () => {
      const { uploadId } = await uploader.send(picture, 'image/png');
      return () => uploader.complete(uploadId);
    };
    expect(await measured(4 + 1, complete)).toEqual({ waves: 4 + 1, requests: { neon: 3 + 1, upstash: 2 } });
  });

  test('a webhook delivery makes four round trips: the delivery with its leases, the lookup of the host, the call, the record', async () => {
    // No test calls a public host. A delivery to a trusted origin makes no lookup, and one to a host with a private address no call.
    const allButOne = { waves: 4 - 1, requests: { neon: 2, upstash: 0 } };
    let delivered = 0;
    const withoutLookup = await fewest(allButOne.waves, () => {
      delivered += 1;
      return measureDelivery(`${receiver.origin}/trusted`, async () => undefined);
    });
    const withoutCall = await fewest(allButOne.waves, () => {
      const host = `${aHandle()}.example.com`;
      return measureDelivery(`https://${host}/`, () => becomesPrivate(host));
    });
    expect([withoutLookup, withoutCall]).toEqual([allButOne, allButOne]);
    expect(receiver.callsTo('/trusted')).toHaveLength(delivered);
  });

  test('a replay makes one round trip; its log follows the response', async () => {
    const quoted = await market.aQuote(advertiser, listing);
    const key = randomUUID();
    await market.checkOut(advertiser, quoted, key);
    const replay = async () => () => market.checkOut(advertiser, quoted, key);
    expect(await measured(1, replay)).toEqual({ waves: 1, requests: { neon: 1 + 1, upstash: 1 } });
  });

  test('a call by a key that the isolate sees for the first time makes one round trip more', async () => {
    const { id } = await order();
    const quote = async () => {
      const other = clientOf(stack.baseUrl, await market.aKey(advertiser.id));
      return () => other.post(`/placement-orders/${id}/quote`, { expectedVersion: 1 });
    };
    expect((await measured(3, quote)).waves).toBe(3);
  });

  test('a guest miss makes at most one round trip to Redis and one to Postgres, besides the generation, and a hit none before its response', async () => {
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

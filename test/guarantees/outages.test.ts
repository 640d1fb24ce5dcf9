import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/app.ts';
import { isMutation, type Operation, pathsOf } from '../../schema/operation.ts';
import { clientOf, type Reply } from '../support/client.ts';
import { controlOf } from '../support/control.ts';
import { type Advertiser, type Market, marketOf, type QuotedOrder } from '../support/market.ts';
import { type OwnStack, startStack } from '../support/stack.ts';

let stack: OwnStack;
let market: Market;
let advertiser: Advertiser;
let control: ReturnType<typeof controlOf>;

beforeAll(async () => {
  stack = await startStack();
  control = controlOf(stack.controlUrl);
  market = marketOf(stack);
  advertiser = await market.anAdvertiser({ fundsCents: 100_000_000 });
});
afterAll(async () => {
  await market.close();
  await stack.stop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A key or token that was read a moment ago is trusted for a second. */
const trustIsOver = () => pause(1_100);

async function timed(call: Promise<Reply>): Promise<Reply & { seconds: number }> {
  const startedAt = performance.now();
  const reply = await call;
  return { ...reply, seconds: (performance.now() - startedAt) / 1_000 };
}

function callOf(operation: Operation): Promise<Reply> {
  const path = (pathsOf(operation)[0] ?? '').replace(/\{\w+\}/g, '1');
  return clientOf(stack.baseUrl, advertiser.apiKey, '').send(
    operation.method.toUpperCase(),
    path,
    isMutation(operation) ? { body: {} } : {},
  );
}

describe('with Postgres stopped', () => {
  const keyed = operations.filter(({ access }) => access === 'participant');
  let remembered: string[] = [];
  const guestPaths = ['/api/v1/creator-catalog', '/api/v1/dictionaries', '/api/v1/openapi.json', '/docs'];

  beforeAll(async () => {
    await market.aListing();
    const guest = clientOf(stack.baseUrl, null, '');
    remembered = await Promise.all(guestPaths.map(async (path) => (await guest.get(path)).text));
    await control.postgres('stop');
    await trustIsOver();
  });
  afterAll(() => control.postgres('start'));

  test.each(keyed.map((operation) => [operation.name, operation] as const))(
    '%s answers 503 with Retry-After within 2 s',
    async (_, operation) => {
      const reply = await timed(callOf(operation));
      expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(reply.seconds).toBeLessThan(2);
    },
  );

  test.each(guestPaths)('%s still answers what it answered', async (path) => {
    const reply = await clientOf(stack.baseUrl, null, '').get(path);
    expect(reply.status).toBe(200);
    expect(reply.text).toBe(remembered[guestPaths.indexOf(path)]);
  });

  test('sign-in answers 503 with Retry-After within 2 s', async () => {
    const body = { email: 'somebody@castline.example', password: 'a long password' };
    const headers = { origin: stack.baseUrl };
    const reply = await timed(
      clientOf(stack.baseUrl, null, '/api/auth').post('/sign-in/email', body, { headers, key: null }),
    );
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(reply.seconds).toBeLessThan(2);
  });

  test('a catalog page that nobody has asked for answers 503', async () => {
    const reply = await timed(clientOf(stack.baseUrl, null, '/api/v1').get('/creator-catalog?q=unasked'));
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(reply.seconds).toBeLessThan(2);
  });
});

describe('Postgres that comes back', () => {
  const settled = async (path: string) => {
    for (let tried = 0; tried < 50; tried++) {
      const reply = await advertiser.api.get(path);
      if (reply.status === 200) return reply;
      await pause(100);
    }
    throw new Error('the service did not recover by itself');
  };

  test('the service recovers by itself', async () => {
    await control.postgres('stop');
    await trustIsOver();
    expect((await advertiser.api.get('/wallet')).status).toBe(503);
    await control.postgres('start');
    expect((await settled('/wallet')).status).toBe(200);
  });

  test('checkouts that were cut off are settled by their keys, each once', async () => {
    const listing = await market.aListing();
    const quotes: (QuotedOrder & { key: string })[] = [];
    for (let n = 0; n < 40; n++) quotes.push({ ...(await market.aQuote(advertiser, listing)), key: randomUUID() });
    const running = quotes.map((quoted) => market.checkOut(advertiser, quoted, quoted.key));
    await pause(60);
    await control.postgres('stop');
    const cut = (await Promise.all(running)).filter(({ status }) => status !== 201);
    expect(cut.every(({ status }) => status === 503)).toBe(true);
    await control.postgres('start');
    await settled('/wallet');
    const retried: Reply[] = [];
    for (const quoted of quotes) retried.push(await market.checkOut(advertiser, quoted, quoted.key));
    expect(retried.map(({ status }) => status)).toEqual(quotes.map(() => 201));
    const { count } = await market.one('select count(*) from placement_assignments where order_id = any ($1)', [
      quotes.map(({ orderId }) => orderId),
    ]);
    expect(Number(count)).toBe(quotes.length);
    await market.expectSoundLedger();
  });
});

describe('with the database hanging', () => {
  test('an answer comes after the fetch timeout of 8 s: 503, and the next one works', async () => {
    await control.neon('hang');
    await trustIsOver();
    const reply = await timed(advertiser.api.get('/wallet'));
    await control.neon('up');
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(reply.seconds).toBeLessThan(10);
    expect((await advertiser.api.get('/wallet')).status).toBe(200);
  });
});

describe('with Redis out of reach', () => {
  afterAll(() => control.upstash('up'));

  test.each(['refuse', 'hang'] as const)(
    'reads, writes and money go on when it should %s, and a replay stays a replay',
    async (mode) => {
      const listing = await market.aListing();
      const quoted = await market.aQuote(advertiser, listing);
      await control.upstash(mode);
      const key = randomUUID();
      const first = await market.checkOut(advertiser, quoted, key);
      const again = await market.checkOut(advertiser, quoted, key);
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.text).toBe(first.text);
      const reply = await timed(advertiser.api.get('/wallet'));
      expect(reply.status).toBe(200);
      expect(reply.seconds).toBeLessThan(1);
      await control.upstash('up');
      await market.expectSoundLedger();
    },
  );
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { clientOf, type Reply } from '../support/client.ts';
import { caseOf } from '../support/contract/cases.ts';
import { bearer, type Door, doorsOf, type Prepared, requestTo } from '../support/contract/doors.ts';
import { refused } from '../support/contract/expectations.ts';
import { type Person, peopleOf } from '../support/contract/people.ts';
import { sendRaw } from '../support/contract/raw.ts';
import { controlOf } from '../support/control.ts';
import { anItem, type Listing, type Market, marketOf, type QuotedOrder } from '../support/market.ts';
import { patience } from '../support/patience.ts';
import { type OwnStack, startStack } from '../support/stack.ts';
import { quickly, timed } from '../support/timed.ts';

let stack: OwnStack;
let market: Market;
/** May call everything: an advertiser, a creator, and of staff. */
let advertiser: Person;
let listing: Listing;
let control: ReturnType<typeof controlOf>;

beforeAll(async () => {
  stack = await startStack();
  control = controlOf(stack.controlUrl);
  market = marketOf(stack);
  const { aPerson } = peopleOf(stack.baseUrl, market);
  advertiser = await aPerson({ roles: ['ADVERTISER', 'CREATOR', 'STAFF'], fundsCents: 100_000_000 });
  listing = await market.aListing();
});
afterAll(async () => {
  await market.close();
  await stack.stop();
});

/** A key or token that was read a moment ago is trusted for a second. */
const trustIsOver = () => control.moveOn(1_100);

const doors = doorsOf(operations.filter(({ access }) => access !== 'guest'));
const nameOf = ({ operation, path }: Door) => `${operation.method.toUpperCase()} ${path}`;

/** A request for each door that would succeed if the database were there: none of them is made while it is. */
const ready = new Map<Door, Prepared>();
beforeAll(async () => {
  const world = { market, listing };
  for (const door of doors) ready.set(door, await caseOf(door.operation.name).ready(world, advertiser));
});

const ask = (door: Door, prepared: Prepared = {}): Promise<Reply> => {
  const credential = bearer(door.via === 'key' ? advertiser.apiKey : advertiser.token);
  return sendRaw(stack.baseUrl, requestTo(door, { ...prepared, credential }));
};

describe('with Postgres stopped', () => {
  let remembered: string[] = [];
  const guestPaths = ['/api/v1/creator-catalog', '/api/v1/dictionaries', '/api/v1/openapi.json', '/docs'];

  beforeAll(async () => {
    const guest = clientOf(stack.baseUrl, null, '');
    remembered = await Promise.all(guestPaths.map(async (path) => (await guest.get(path)).text));
    await trustIsOver();
    await control.postgres('stop');
  });
  afterAll(() => control.postgres('start'));

  test('by key, by token and for staff: every way in is walked', () => {
    expect(new Set(doors.map(({ operation, via }) => `${operation.access} by ${via}`))).toEqual(
      new Set(['participant by key', 'participant by token', 'token by token', 'staff by token']),
    );
  });

  test.each(doors.map((door) => [nameOf(door), door] as const))(
    '%s answers 503 with Retry-After within 2 s',
    async (_, door) => {
      const reply = await quickly(() => ask(door, ready.get(door)), 2);
      refused(reply, 'SERVICE_UNAVAILABLE');
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
    const auth = clientOf(stack.baseUrl, null, '/api/auth');
    const reply = await quickly(() => auth.post('/sign-in/email', body, { headers, key: null }), 2);
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(reply.seconds).toBeLessThan(2);
  });

  test('a catalog page that nobody has asked for answers 503', async () => {
    const guest = clientOf(stack.baseUrl, null, '/api/v1');
    const reply = await quickly(() => guest.get('/creator-catalog?q=unasked'), 2);
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(reply.seconds).toBeLessThan(2);
  });
});

describe('with Postgres gone since the caller was proven', () => {
  // GET /me tells what was read with the key or token.
  const asking = doors.filter(({ operation }) => operation.name !== 'GetMe');

  test('every operation that asks it answers 503 with Retry-After, and waits for nothing', async () => {
    // A few at a time: who was proven is trusted for a second.
    for (let at = 0; at < asking.length; at += 8) {
      const some = asking.slice(at, at + 8);
      await control.neon('up');
      await Promise.all([advertiser.api.get('/wallet'), advertiser.twin.get('/wallet')]);
      await control.neon('refuse');
      const replies = await Promise.all(some.map((door) => timed(ask(door, ready.get(door)))));
      for (const [index, reply] of replies.entries()) {
        expect(reply.status, `${some.map(nameOf)[index]}: ${reply.text}`).toBe(503);
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
        // Once: asked again it would be refused before its verb. A verb that waits takes five seconds.
        expect(reply.seconds).toBeLessThan(4);
      }
    }
    await control.neon('up');
  });
});

describe('Postgres that comes back', () => {
  const settled = (path: string) =>
    vi.waitFor(async () => {
      const reply = await advertiser.api.get(path);
      expect(reply.status, 'the service recovers by itself').toBe(200);
      return reply;
    }, patience);

  test('the service recovers by itself', async () => {
    await trustIsOver();
    await control.postgres('stop');
    expect((await advertiser.api.get('/wallet')).status).toBe(503);
    await control.postgres('start');
    expect((await settled('/wallet')).status).toBe(200);
  });

  const outages = [
    {
      when: 'before the caller was proven',
      begin: () => trustIsOver().then(() => control.postgres('stop')),
      end: () => control.postgres('start'),
    },
    {
      when: 'after the caller was proven',
      begin: () => settled('/wallet').then(() => control.neon('refuse')),
      end: () => control.neon('up'),
    },
  ];

  test.each(outages.flatMap((outage) => (['api', 'twin'] as const).map((via) => ({ ...outage, via }))))(
    'a write that met the outage $when ($via) succeeds under its key as soon as that is over',
    async (outage) => {
      const client = advertiser[outage.via];
      const [body, key] = [{ items: [anItem(listing)] }, randomUUID()];
      await outage.begin();
      refused(await client.post('/placement-orders', body, { key }), 'SERVICE_UNAVAILABLE');
      await outage.end();
      await settled('/wallet');
      const retried = await timed(client.post('/placement-orders', body, { key }));
      expect({ status: retried.status, code: retried.body.code }).toEqual({ status: 201, code: undefined });
      // Nothing of the outage is waited for.
      expect(retried.seconds).toBeLessThan(5);
    },
  );

  type Keyed = QuotedOrder & { key: string };
  const quotesToTake = async (): Promise<Keyed[]> => {
    const quoted = Array.from({ length: 40 }, () => market.aQuote(advertiser, listing));
    return (await Promise.all(quoted)).map((quote) => ({ ...quote, key: randomUUID() }));
  };

  /** Stops Postgres when the first of the running checkouts is done: they wait for each other at the account that pays. */
  async function cutOff(): Promise<{ quotes: Keyed[]; cut: Reply[] }> {
    for (let tried = 1; ; tried++) {
      const quotes = await quotesToTake();
      const running = quotes.map((quoted) => market.checkOut(advertiser, quoted, quoted.key));
      const stopping = Promise.race(running).then(() => control.postgres('stop'));
      const [replies] = await Promise.all([Promise.all(running), stopping]);
      const cut = replies.filter(({ status }) => status !== 201);
      await control.postgres('start');
      await settled('/wallet');
      if (cut.length > 0 || tried === 8) return { quotes, cut };
    }
  }

  test('checkouts that were cut off are settled by their keys, each once', async () => {
    const { quotes, cut } = await cutOff();
    expect(cut.length).toBeGreaterThan(0);
    for (const reply of cut) refused(reply, 'SERVICE_UNAVAILABLE');
    const retried = await Promise.all(quotes.map((quoted) => market.checkOut(advertiser, quoted, quoted.key)));
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
    await trustIsOver();
    await control.neon('hang');
    const reply = await timed(advertiser.api.get('/wallet'));
    await control.neon('up');
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    // Two timeouts in a row would be 16 s.
    expect(reply.seconds).toBeLessThan(14);
    expect((await advertiser.api.get('/wallet')).status).toBe(200);
  });
});

describe('with Redis out of reach', () => {
  afterAll(() => control.upstash('up'));

  test.each(['refuse', 'hang'] as const)(
    'reads, writes and money go on when it should %s, and a replay stays a replay',
    async (mode) => {
      const quoted = await market.aQuote(advertiser, listing);
      await control.upstash(mode);
      const key = randomUUID();
      const first = await market.checkOut(advertiser, quoted, key);
      const again = await market.checkOut(advertiser, quoted, key);
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.text).toBe(first.text);
      const reply = await quickly(() => advertiser.api.get('/wallet'), 1);
      expect(reply.status).toBe(200);
      expect(reply.seconds).toBeLessThan(1);
      await control.upstash('up');
      await market.expectSoundLedger();
    },
  );
});

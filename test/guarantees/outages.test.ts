import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { clientOf, type Reply } from '../support/client.ts';
import { caseOf } from '../support/contract/cases.ts';
import { refused } from '../support/contract/expectations.ts';
import { type Person, peopleOf } from '../support/contract/people.ts';
import { sendRaw } from '../support/contract/raw.ts';
import { bearer, type Prepared, type Route, requestTo, routesOf } from '../support/contract/routes.ts';
import { anItem, type Listing, type Market, marketOf } from '../support/market/market.ts';
import { controlOf } from '../support/stack/control.ts';
import { sample } from '../support/stack/depth.ts';
import { type OwnStack, startStack } from '../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
/** Together they can call everything: an advertiser, a creator, and staff. */
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

/** A cached key or token is trusted for one second. */
const trustIsOver = () => control.moveOn(1_100);

/** Stops all background calls to services until the queues are up. */
async function onlyRequestsAsk(): Promise<void> {
  await control.untilNothingIsDeferred();
  await control.untilQueuesAreEmpty();
  await control.queues('hold');
}

const withoutWaiting: typeof control.withoutWaiting = (act) => control.withoutWaiting(act);

/** Postgres goes away within the second for which the caller is proven: the clock is held meanwhile. */
const goneSinceProven = <T>(way: 'key' | 'token', act: () => Promise<T>): Promise<T> =>
  withoutWaiting(async () => {
    const callers = { key: advertiser.api, token: advertiser.twin };
    expect((await callers[way].get('/me')).status).toBe(200);
    await control.neon('refuse');
    return act().finally(() => control.neon('up'));
  });

const kindOf = ({ operation, via }: Route) => `${operation.access} by ${via}`;
/** At the quick depth a few of each kind of access, because all use the same mechanism. */
const routes = Object.values(
  Object.groupBy(routesOf(operations.filter(({ access }) => access !== 'guest')), kindOf),
).flatMap((ofKind = []) => sample(ofKind, 4));
const nameOf = ({ operation, path }: Route) => `${operation.method.toUpperCase()} ${path}`;

/** A request for each route that would succeed with the database; none is sent while it is up. */
const ready = new Map<Route, Prepared>();
beforeAll(async () => {
  const world = { market, listing, baseUrl: stack.baseUrl };
  for (const route of routes) ready.set(route, await caseOf(route.operation.name).ready(world, advertiser));
});

const send = (route: Route, prepared: Prepared = {}): Promise<Reply> => {
  const credential = bearer(route.via === 'key' ? advertiser.apiKey : advertiser.token);
  return sendRaw(stack.baseUrl, requestTo(route, { ...prepared, credential }));
};

describe('while Postgres is stopped', () => {
  let remembered: string[] = [];
  const guestPaths = ['/api/v1/dictionaries', '/api/v1/openapi.json', '/docs'];

  beforeAll(async () => {
    const guest = clientOf(stack.baseUrl, null, '');
    remembered = await Promise.all(guestPaths.map(async (path) => (await guest.get(path)).text));
    await trustIsOver();
    await onlyRequestsAsk();
    await control.postgres('stop');
  });
  afterAll(async () => {
    await control.postgres('start');
    await control.queues('up');
  });

  // Postgres would be marked as down after repeated refusals.
  beforeEach(() => control.resetCounts());
  const expectAskedOnce = async () => expect((await control.counts()).neon).toBe(1);

  test('every access is covered: by key, by token and for staff', () => {
    expect(new Set(routes.map(kindOf))).toEqual(
      new Set(['participant by key', 'participant by token', 'token by token', 'staff by token']),
    );
  });

  test.each(routes.map((route) => [nameOf(route), route] as const))(
    '%s returns 503 with Retry-After at once, after one attempt',
    async (_, route) => {
      refused(await withoutWaiting(() => send(route, ready.get(route))), 'SERVICE_UNAVAILABLE');
      await expectAskedOnce();
    },
  );

  test.each(guestPaths)('%s is answered as before', async (path) => {
    const reply = await clientOf(stack.baseUrl, null, '').get(path);
    expect(reply.status).toBe(200);
    expect(reply.text).toBe(remembered[guestPaths.indexOf(path)]);
  });

  test('sign-in returns 503 with Retry-After at once, after one attempt', async () => {
    const body = { email: 'somebody@castline.example', password: 'a long password' };
    const headers = { origin: stack.baseUrl };
    const auth = clientOf(stack.baseUrl, null, '/api/auth');
    const reply = await withoutWaiting(() => auth.post('/sign-in/email', body, { headers, key: null }));
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectAskedOnce();
  });

  test('an uncached catalog page returns 503', async () => {
    const guest = clientOf(stack.baseUrl, null, '/api/v1');
    const reply = await withoutWaiting(() => guest.get('/creator-catalog?q=unasked'));
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('while Postgres is stopped and the caller is cached', () => {
  afterAll(() => control.neon('up'));
  // GET /me returns the data read with the key or token.
  const asking = routes.filter(({ operation }) => operation.name !== 'GetMe');

  test.each(['key', 'token'] as const)(
    'every operation by %s returns 503 with Retry-After without waiting',
    async (way) => {
      const some = asking.filter(({ via }) => via === way);
      expect(some.length).toBeGreaterThan(0);
      const replies = await goneSinceProven(way, () => Promise.all(some.map((route) => send(route, ready.get(route)))));
      for (const [index, reply] of replies.entries()) {
        expect(reply.status, `${some.map(nameOf)[index]}: ${reply.text}`).toBe(503);
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    },
  );
});

describe('after Postgres has started again', () => {
  const expectService = async () => expect((await advertiser.api.get('/wallet')).status).toBe(200);

  test('the service recovers without a restart', async () => {
    await trustIsOver();
    await control.postgres('stop');
    expect((await advertiser.api.get('/wallet')).status).toBe(503);
    await control.postgres('start');
    await expectService();
  });

  const outages = [
    {
      when: 'before the caller was proven',
      during: async (_: 'api' | 'twin', act: () => Promise<void>) => {
        await trustIsOver();
        await control.postgres('stop');
        await act().finally(() => control.postgres('start'));
      },
    },
    {
      when: 'after the caller was proven',
      during: (via: 'api' | 'twin', act: () => Promise<void>) => goneSinceProven(via === 'api' ? 'key' : 'token', act),
    },
  ];

  test.each(outages.flatMap((outage) => (['api', 'twin'] as const).map((via) => ({ ...outage, via }))))(
    'a write that met the outage $when ($via) succeeds under its key',
    async ({ via, during }) => {
      const client = advertiser[via];
      const [body, key] = [{ items: [anItem(listing)] }, randomUUID()];
      await during(via, async () => {
        refused(await client.post('/placement-orders', body, { key }), 'SERVICE_UNAVAILABLE');
      });
      // No timeout of the outage is waited for.
      const retried = await withoutWaiting(() => client.post('/placement-orders', body, { key }));
      expect({ status: retried.status, code: retried.body.code }).toEqual({ status: 201, code: undefined });
    },
  );
});

/** The answer to a read after one timeout of this length for this service: a longer or a second one never ends. */
const askedOnce = (service: 'neon' | 'upstash', waitMs: number): Promise<Reply> =>
  withoutWaiting(async () => {
    await control.resetCounts();
    const asking = advertiser.api.get('/wallet');
    await expect.poll(async () => (await control.counts())[service]).toBe(1);
    await control.endTimeouts(waitMs);
    const reply = await asking;
    expect((await control.counts())[service]).toBe(1);
    return reply;
  });

describe('while the database hangs', () => {
  afterAll(async () => {
    await control.neon('up');
    await control.queues('up');
  });

  test('a request returns 503 after the fetch timeout of 8 s, and the next one succeeds', async () => {
    await trustIsOver();
    await onlyRequestsAsk();
    await control.neon('hang');
    const reply = await askedOnce('neon', 8_000);
    await control.neon('up');
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect((await advertiser.api.get('/wallet')).status).toBe(200);
  });
});

describe('while Redis is unreachable', () => {
  afterAll(() => control.upstash('up'));

  // Redis is skipped for five seconds after a timeout.
  const read = {
    refuse: () => withoutWaiting(() => advertiser.api.get('/wallet')),
    hang: () => control.moveOn(5_100).then(() => askedOnce('upstash', 1_000)),
  };
  test.each(['refuse', 'hang'] as const)(
    'reads, writes and payments continue when it should %s, and replays stay replays',
    async (mode) => {
      const quoted = await market.aQuote(advertiser, listing);
      await control.upstash(mode);
      const key = randomUUID();
      const first = await market.checkOut(advertiser, quoted, key);
      const again = await market.checkOut(advertiser, quoted, key);
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.text).toBe(first.text);
      expect((await read[mode]()).status).toBe(200);
      await control.upstash('up');
      await market.expectSoundLedger();
    },
  );
});

import { sql } from 'drizzle-orm/sql/sql';
import { afterEach, expect, test } from 'vitest';
import { openDb } from '../../db/client.ts';
import { Unreachable } from '../../db/failures.ts';
import { select } from '../../db/query.ts';
import { clientOf, type Reply } from '../support/client.ts';
import type { Creator, Market } from '../support/market/market.ts';
import type { controlOf } from '../support/stack/control.ts';
import { depth } from '../support/stack/depth.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

/** The number of publications and withdrawals while this instance cannot reach Postgres. */
const rounds = depth(8, 500);

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let creator: Creator;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
  ({ creator } = await market.aListing());
  await control.holdClock(true);
});

const later = (ms: number) => control.moveOn(ms);

/** The requests to an instance, and their answers for a visible and a hidden creator. */
const requested = [
  { path: () => `/api/v1/creator-pages/${creator.publicId}`, isShown: ({ status }: Reply) => status === 200 },
  { path: () => `/creators/${creator.publicId}`, isShown: ({ status }: Reply) => status === 200 },
  {
    path: () => '/api/v1/creator-catalog?limit=100',
    isShown: ({ text }: Reply) => text.includes(creator.publicId),
  },
] as const;
const guest = () => clientOf(stack.baseUrl, null, '');

/** Null when the instance returns neither. */
async function isShownAt(n: number): Promise<boolean | null> {
  const { path, isShown } = requested[n % requested.length] ?? requested[0];
  const reply = await guest().get(path());
  if (reply.status !== 503) return isShown(reply);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  return null;
}

/** Changes the visibility through another instance that reaches Postgres. */
async function show(isShown: boolean): Promise<void> {
  await market.pool.query('update creator_pages set status = $2 where creator_id = $1', [
    creator.id,
    isShown ? 'PUBLISHED' : 'UNPUBLISHED',
  ]);
  await market.pool.query(
    `update catalog_generations set value = value + 1
     where shard = (select get_byte(uuid_send(public_id), 0) >> 4 from creators where user_id = $1)`,
    [creator.id],
  );
  await market.refresh(creator.id);
}

const guestRole = 'castline_guest';

async function refuseConnections(): Promise<void> {
  await market.pool.query(`alter role ${guestRole} connection limit 0`);
  // A connection attempt can have passed the limit before it was set.
  const ended = async () =>
    (
      await market.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where usename = $1 or backend_type = 'client backend' and state = 'starting'`,
        [guestRole],
      )
    ).rowCount;
  await expect.poll(ended, { timeout: 10_000 }).toBe(0);
  // A query on a closed connection reports Postgres as unreachable.
  const db = openDb({ DATABASE_URL: stack.databaseUrls.guest, NEON_FETCH_ENDPOINT: stack.neonUrl });
  const isLimited = () =>
    db.read(select({ one: sql<number>`1` }, sql``)).then(
      () => false,
      (error) => !(error instanceof Unreachable),
    );
  await expect.poll(isLimited, { timeout: 10_000 }).toBe(true);
}

const outages = {
  'takes no connections': { begin: () => control.neon('refuse'), isCached: true },
  'has no connection left': {
    begin: refuseConnections,
    isCached: false,
  },
  'answers with an error': { begin: () => control.neon('fail'), isCached: false },
  'is silent': { begin: () => control.neon('hang'), isCached: false },
} as const;
type Outage = keyof typeof outages;
const kinds = Object.keys(outages) as Outage[];

async function end(): Promise<void> {
  await market.pool.query(`alter role ${guestRole} connection limit -1`);
  await control.neon('up');
}
afterEach(end);

/** Ends the wait for a silent Postgres, as its timeout would. */
async function answerWithout(outage: Outage, n: number, isRequested = true): Promise<boolean | null> {
  if (outage !== 'is silent' || !isRequested) return isShownAt(n);
  await control.resetCounts();
  const pending = isShownAt(n);
  await expect.poll(async () => (await control.counts()).neon).toBeGreaterThan(0);
  await control.endTimeouts();
  return pending;
}

test.each(kinds)('an instance where Postgres %s serves no changed answer longer than documented', async (outage) => {
  const { begin, isCached } = outages[outage];
  // The kinds begin with different requests, so that few rounds also make each request for a visible and for a hidden creator.
  const first = depth(kinds.indexOf(outage), 0);
  for (let n = first, isShown = true; n < first + rounds / kinds.length; n++, isShown = !isShown) {
    await end();
    await later(1_000);
    expect(await isShownAt(n)).toBe(isShown);
    // Missing pages are not cached, but a list without the creator is.
    const cached = isShown || n % requested.length === 2 ? isShown : null;
    await begin();
    await show(!isShown);
    await later(999);
    expect(await answerWithout(outage, n, cached === null)).toBe(cached);
    await later(1);
    expect(await answerWithout(outage, n)).toBe(isCached ? cached : null);
    await later(8_999);
    if (isCached) expect(await isShownAt(n)).toBe(cached);
    await later(1);
    expect(await answerWithout(outage, n)).toBeNull();
    await end();
    expect(await isShownAt(n)).toBe(!isShown);
  }
  await show(true);
});

test('an instance where Postgres has stopped serves cached answers for ten seconds, and immutable ones longer', async () => {
  await later(1_000);
  expect(await isShownAt(0)).toBe(true);
  const docs = await guest().get('/api/v1/openapi.json');
  await control.postgres('stop');
  await later(9_999);
  expect(await isShownAt(0)).toBe(true);
  await later(1);
  expect(await isShownAt(0)).toBeNull();
  await later(3_600_000);
  expect((await guest().get('/api/v1/openapi.json')).text).toBe(docs.text);
  await control.postgres('start');
  expect(await isShownAt(0)).toBe(true);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { untilMailed } from '../support/market/mails.ts';
import { type Market, marketOf } from '../support/market/market.ts';
import { aPerson, callAuth, type Person } from '../support/market/people.ts';
import { objectStoreOf } from '../support/object-store.ts';
import { simulatorOf } from '../support/simulator.ts';
import { controlOf } from '../support/stack/control.ts';
import { depth, isFullDepth } from '../support/stack/depth.ts';
import { type OwnStack, type OwnStackOptions, startStack } from '../support/stack/stack.ts';

const dayMs = 86_400_000;
const handle = 'reset-stack';

/** The number of rows of each table. */
const rowsOfTables = `select relname, (xpath('/row/n/text()',
    query_to_xml(format('select count(*) as n from %I', relname), false, true, '')))[1]::text as rows
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`;
const partsOfTables = `select relname as name, null as body from pg_class where relnamespace = 'public'::regnamespace
  union all select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace and proname <> 'market_now'
  union all select tgname, tgenabled::text from pg_trigger
  union all select relname, 'analyzed' from pg_stat_user_tables where last_analyze is not null order by 1, 2`;

/** Changes of the database that a deletion of rows does not undo. */
const changesOfTables = depth(
  ['alter table ledger_entries disable trigger all', 'analyze users'],
  [
    'create table left_over (id int)',
    'create function left_over() returns int language sql return 1',
    'alter table ledger_entries disable trigger all',
    'analyze users',
  ],
);

/** What a test file can see of the files before it. */
async function traces({ stack, market }: { stack: OwnStack; market: Market }) {
  const control = controlOf(stack.controlUrl);
  const resolved = await fetch(`${stack.dnsUrl}/dns-query?name=reset.test&type=A`);
  const { title } = Object(await simulatorOf(stack.socialUrl).change(handle, {}));
  return {
    rows: (await market.pool.query(rowsOfTables)).rows,
    parts: (await market.pool.query(partsOfTables)).rows,
    secondsAhead: (await market.one('select round(extract(epoch from market_now() - now()))::int as ahead')).ahead,
    // Not -0, which equals no 0.
    daysAhead: Math.round(((await control.now()).getTime() - Date.now()) / dayMs) + 0,
    keys: await redis(stack, 'dbsize'),
    mails: readdirSync(stack.mailDir).length,
    name: (await resolved.json()).Status,
    title,
    objects: await objectStoreOf(stack.storeUrl).list(''),
    log: existsSync(stack.logFile) ? readFileSync(stack.logFile, 'utf8') : '',
    counts: await control.counts(),
  };
}

async function redis({ upstashUrl, upstashToken }: OwnStack, command: string): Promise<unknown> {
  const answer = await fetch(`${upstashUrl}/${command}`, { headers: { authorization: `Bearer ${upstashToken}` } });
  return (await answer.json()).result;
}

/** Changes everything that a reset must undo. */
async function leaveTraces({ stack }: { stack: OwnStack }): Promise<void> {
  const control = controlOf(stack.controlUrl);
  await aPerson(stack.baseUrl, { roles: ['ADVERTISER'], hasSession: true });
  await redis(stack, 'set/former/value');
  await fetch(`${stack.dnsUrl}/names/reset.test`, { method: 'PUT', body: JSON.stringify({ A: ['93.184.215.14'] }) });
  await simulatorOf(stack.socialUrl).change(handle, { title: 'A former title' });
  await objectStoreOf(stack.storeUrl).put('former', new Uint8Array(1), 'text/plain');
  await control.moveOn(400 * dayMs);
  await control.holdClock(true);
  await control.queues('hold');
  await control.mail('fail');
}

test('a stack that the next file gets is as new, and no id of the former one returns', async () => {
  const first = await opened();
  const asNew = await traces(first);
  await leaveTraces(first);
  const former = (await aPersonOf(first)).userId;
  const formerKey = await aPublishedKey(first);
  await first.close();
  const second = await opened();
  expect(second.stack.baseUrl).toBe(first.stack.baseUrl);
  expect(await traces(second)).toEqual(asNew);
  expect((await aPersonOf(second)).userId).toBeGreaterThan(former);
  expect(await aPublishedKey(second)).toBeGreaterThan(formerKey);
  await second.close();
});

/** The id of a new key for signatures, which the edge functions keep. */
const aPublishedKey = async ({ market }: { market: Market }): Promise<number> =>
  (await market.one(`insert into jwks (public_key, private_key) values ('{}', '-') returning id::int`)).id;

test.each(changesOfTables)('a stack that the next file gets has the tables of a new one after: %s', async (change) => {
  const first = await opened();
  const asNew = await traces(first);
  await leaveTraces(first);
  await first.market.pool.query(change);
  expect(await traces(first)).not.toEqual(asNew);
  await first.close();
  const second = await opened();
  expect(second.stack.baseUrl).toBe(first.stack.baseUrl);
  expect(await traces(second)).toEqual(asNew);
  await second.close();
});

test('a stack that the next file gets has none of the sessions and transactions of the file before it', async () => {
  const first = await opened();
  const holder = await first.market.pool.connect();
  await holder.query('select pg_advisory_lock(1)');
  await holder.query('begin; lock table users');
  await first.close();
  const second = await opened();
  expect(second.stack.baseUrl).toBe(first.stack.baseUrl);
  await expect(holder.query('commit')).rejects.toThrow();
  holder.release(true);
  expect(await second.market.one('select count(*)::int as users from users')).toEqual({ users: 0 });
  await second.close();
});

test('a stack that the next file gets sends the email of its first event, although the file before it ended with one', async () => {
  // The second event within a second relies on the message of the first one.
  const first = await opened();
  for (const person of [await aVisitor(first), await aVisitor(first)]) await changePassword(first, person);
  await first.close();
  const second = await opened();
  // No second passes between the events.
  await controlOf(second.stack.controlUrl).holdClock(true);
  const person = await aVisitor(second);
  await changePassword(second, person);
  await controlOf(second.stack.controlUrl).holdClock(false);
  await untilMailed(second.stack.mailDir, person.email, /your password was changed/);
  await second.close();
});

const aVisitor = ({ stack }: { stack: OwnStack }) => aPerson(stack.baseUrl, { hasSession: true });

async function changePassword({ stack }: { stack: OwnStack }, { password, cookie }: Person): Promise<void> {
  const body = { currentPassword: password, newPassword: 'battery staple horse' };
  const headers = { cookie, origin: stack.baseUrl };
  expect(await callAuth(stack.baseUrl, '/change-password', { body, headers })).toMatchObject({ status: 200 });
}

test('a stack that the next file gets serves cached answers, although its clock has gone back', async () => {
  for (const hasMoved of [true, false]) {
    const { stack, close } = await opened();
    const control = controlOf(stack.controlUrl);
    const read = () => fetch(`${stack.baseUrl}/api/v1/creator-catalog?topic=moved-${hasMoved}`);
    await read();
    if (hasMoved) {
      await control.moveOn(6_000);
      await read();
    } else {
      await control.holdClock(true);
      await read();
      await control.untilHitsAreCounted();
      await control.resetCounts();
      await read();
      expect(await control.counts()).toMatchObject({ neon: 0 });
    }
    await close();
  }
});

test('a stack that the next file gets has the settings of that file, also in a new process', async () => {
  const calls: number[] = [];
  for (const scale of ['2000', null, '3000']) {
    const { stack, close } = await opened(scale === null ? {} : { vars: { RATE_LIMIT_SCALE: scale } });
    calls.push(await allowedCallsAt(stack));
    if (scale === '3000') {
      await controlOf(stack.controlUrl).killRuntimes();
      calls.push(await allowedCallsAt(stack));
    }
    await close();
  }
  expect(calls).toEqual([1_200_000, 600_000, 1_800_000, 1_800_000]);
});

test('a further instance is used again, with the data and the settings of the next file', async () => {
  const first = await opened();
  const url = await controlOf(first.stack.controlUrl).anotherInstance();
  await first.close();
  const second = await opened({ vars: { RATE_LIMIT_SCALE: '2000' } });
  expect(await controlOf(second.stack.controlUrl).anotherInstance()).toBe(url);
  expect(await allowedCallsAt(second.stack, url)).toBe(1_200_000);
  await second.close();
});

test('a stack whose Postgres is stopped, or that refused callers by real rate limits, is not used again', async () => {
  for (const change of isFullDepth ? (['postgres', 'limits'] as const) : (['limits'] as const)) {
    const first = await opened(change === 'limits' ? { vars: { RATE_LIMIT_SCALE: '1' } } : {});
    if (change === 'postgres') await controlOf(first.stack.controlUrl).postgres('stop');
    await first.close();
    const second = await opened();
    expect(second.stack.baseUrl).not.toBe(first.stack.baseUrl);
    await second.close();
  }
});

/** The limit of reads a minute that this instance declares. */
async function allowedCallsAt({ baseUrl }: OwnStack, instance = baseUrl): Promise<number> {
  const { apiKey } = await aPerson(baseUrl, { roles: ['ADVERTISER'] });
  const { status, headers } = await clientOf(instance, apiKey).get('/wallet');
  expect(status).toBe(200);
  return Number(/;q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1] ?? Number.NaN);
}

const aPersonOf = ({ stack }: { stack: OwnStack }) => aPerson(stack.baseUrl);

async function opened(options: OwnStackOptions = {}) {
  const stack = await startStack(options);
  const market = marketOf(stack);
  return {
    stack,
    market,
    async close() {
      await market.close();
      await stack.stop();
    },
  };
}

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clientOf, type Reply } from '../../../support/client.ts';
import { aPerson, callAuth, type Person } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { pollTimeout } from '../../../support/stack/poll-timeout.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let control: ReturnType<typeof controlOf>;
let person: Person;
beforeAll(async () => {
  stack = await startStack({ vars: { RATE_LIMIT_SCALE: '1' } });
  control = controlOf(stack.controlUrl);
  // With a key that the service has issued: it tells such a key from a guess.
  person = await aPerson(stack.baseUrl, { hasSession: true });
});
afterAll(() => stack?.stop());

let requested = 0;
const anotherAddress = () => `203.0.113.${requested++}`;

// Only the edge sets this header; in this test the client does.
function from(address: string) {
  return { headers: { 'cf-connecting-ip': address } };
}
const wrongKey = `castline_live_${'a'.repeat(12)}.${'A'.repeat(43)}`;
const times = (n: number) => Array.from({ length: n });

async function answers(request: (address: string) => Promise<Reply>, count: number, address: string): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const _ of times(count)) replies.push(await request(address));
  return replies;
}
const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status);

/**
 * The statuses of this number of calls from one address within a minute, and the address. When Redis was too slow to
 * count one of them, the test tries another address after the five seconds in which Redis is skipped.
 */
async function counted(request: (address: string) => Promise<Reply>, count: number) {
  return vi.waitFor(async () => {
    await control.moveToNext('minute');
    const address = anotherAddress();
    const replies = await answers(request, count, address);
    expect(replies.every(({ headers }) => headers.has('ratelimit'))).toBe(true);
    return { address, statuses: statusesOf(replies) };
  }, pollTimeout);
}
const expected = (status: number, count: number) => times(count).fill(status);

test('wrong keys are limited to 20 a minute for each address, and a valid key still works', async () => {
  const guess = (address: string) => clientOf(stack.baseUrl, wrongKey).get('/me', from(address));
  const { address, statuses } = await counted(guess, 22);
  expect(statuses).toEqual([...expected(401, 20), ...expected(429, 2)]);
  const limited = await guess(address);
  expect(limited.body.code).toBe('RATE_LIMITED');
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(limited.headers.get('ratelimit-policy')).toBe('"wrongKeys";q=20;w=60');

  expect((await person.keyed.get('/me', from(address))).status).toBe(200);
  expect((await person.api.get('/me', from(address))).status).toBe(200);
  expect((await guess(anotherAddress())).status).toBe(401);
});

const aGuess = () => `castline_live_${randomBytes(6).toString('hex')}.${randomBytes(32).toString('base64url')}`;

test('guessed keys cost no query above the limit of their address, and a valid key never used before still works', async () => {
  const guess = (address: string) => clientOf(stack.baseUrl, aGuess()).get('/me', from(address));
  const guessByWriting = (address: string) =>
    clientOf(stack.baseUrl, aGuess()).post('/placement-orders', { items: [] }, from(address));
  const { address, statuses } = await counted(guess, 20);
  expect(statuses).toEqual(expected(401, 20));
  await control.untilNothingIsDeferred();
  await control.resetCounts();
  for (const way of [guess, guessByWriting])
    expect(statusesOf(await answers(way, 5, address))).toEqual(expected(429, 5));
  expect((await control.counts()).neon).toBe(0);

  const { data } = (await person.api.post('/api-keys', { name: 'New', scopes: [] })).body;
  expect((await clientOf(stack.baseUrl, data.key).get('/me', from(address))).status).toBe(200);
});

test('an unknown prefix is looked up at most once a second', async () => {
  const guess = (address: string) => clientOf(stack.baseUrl, aGuess()).get('/me', from(address));
  await guess(anotherAddress());
  const key = aGuess();
  await control.withoutWaiting(async () => {
    await control.resetCounts();
    for (const _ of times(4)) await clientOf(stack.baseUrl, key).get('/me', from(anotherAddress()));
    expect((await control.counts()).neon).toBe(1);
    await control.moveOn(1_000);
    await clientOf(stack.baseUrl, key).get('/me', from(anotherAddress()));
    expect((await control.counts()).neon).toBe(2);
  });
});

test('a missing key does not count as a wrong one', async () => {
  const without = (address: string) => clientOf(stack.baseUrl, null).get('/me', from(address));
  expect(statusesOf(await answers(without, 25, anotherAddress()))).toEqual(expected(401, 25));
});

test('wrong tokens count like wrong keys', async () => {
  const guess = (address: string) => clientOf(stack.baseUrl, 'a.b.c', '/api/v1').get('/me', from(address));
  expect((await counted(guess, 21)).statuses).toEqual([...expected(401, 20), 429]);
});

test('routes that hash passwords or send emails share a limit of 20 a minute for each address', async () => {
  const paths = ['/sign-in/email', '/sign-up/email', '/request-password-reset', '/reset-password'];
  let n = 0;
  const attempt = (address: string) => callAuth(stack.baseUrl, paths[n++ % 4] ?? '', { body: '{}', ...from(address) });
  const { address, statuses } = await counted(attempt, 21);
  expect(statuses).toEqual([...expected(400, 20), 429]);
  const { email, password } = person;
  const signIn = (place: string) =>
    callAuth(stack.baseUrl, '/sign-in/email', { body: { email, password }, ...from(place) });
  expect((await signIn(address)).body.code).toBe('RATE_LIMITED');
  expect((await signIn(anotherAddress())).status).toBe(200);
});

test('an address has ten wrong keys and ten sign-ins without Redis, and valid keys still work', async () => {
  const address = anotherAddress();
  await control.moveToNext('minute');
  await control.upstash('refuse');
  const guess = () => clientOf(stack.baseUrl, wrongKey).get('/me', from(address));
  const attempt = () => callAuth(stack.baseUrl, '/sign-in/email', { body: '{}', ...from(address) });
  const [guesses, attempts] = [await answers(guess, 11, address), await answers(attempt, 11, address)];
  const byKey = await person.keyed.get('/me', from(address));
  await control.upstash('up');
  expect(statusesOf(guesses)).toEqual([...expected(401, 10), 429]);
  expect(statusesOf(attempts)).toEqual([...expected(400, 10), 429]);
  expect(byKey.status).toBe(200);
});

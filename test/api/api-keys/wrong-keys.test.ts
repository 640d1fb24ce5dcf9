import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { awayFromTheEndOfThe } from '../../support/clock.ts';
import { controlOf } from '../../support/control.ts';
import { patience } from '../../support/patience.ts';
import { aPerson, callAuth, type Person } from '../../support/people.ts';
import { type OwnStack, startStack } from '../../support/stack.ts';

let stack: OwnStack;
let person: Person;
beforeAll(async () => {
  stack = await startStack({ vars: { RATE_LIMIT_SCALE: '1' } });
  person = await aPerson(stack.baseUrl);
});
// The windows of the limits end with the minute.
beforeEach(async () => {
  await redisCounts();
  await awayFromTheEndOfThe('minute');
});
afterAll(() => stack?.stop());

/** Redis is left alone for five seconds after an answer that was slow, as its first one can be. */
const redisCounts = (): Promise<void> =>
  vi.waitFor(async () => {
    const { headers } = await callAuth(stack.baseUrl, '/jwks', from(`203.0.113.${100 + (asked++ % 100)}`));
    expect(headers.has('ratelimit')).toBe(true);
  }, patience);
let asked = 0;

// Only the edge sets this header; here the test is the edge.
function from(address: string) {
  return { headers: { 'cf-connecting-ip': address } };
}
const wrongKey = `castline_live_${'a'.repeat(12)}.${'A'.repeat(43)}`;
const times = (n: number) => Array.from({ length: n });

async function statuses(ask: () => Promise<{ status: number }>, count: number): Promise<number[]> {
  const seen: number[] = [];
  for (const _ of times(count)) seen.push((await ask()).status);
  return seen;
}
const expected = (status: number, count: number) => times(count).fill(status);

test('wrong keys are limited to 20 a minute an address, and a valid key is never refused for them', async () => {
  const guess = () => clientOf(stack.baseUrl, wrongKey).get('/me', from('203.0.113.1'));
  expect(await statuses(guess, 22)).toEqual([...expected(401, 20), ...expected(429, 2)]);
  const limited = await guess();
  expect(limited.body.code).toBe('RATE_LIMITED');
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(limited.headers.get('ratelimit-policy')).toBe('"wrongKeys";q=20;w=60');

  expect((await person.keyed.get('/me', from('203.0.113.1'))).status).toBe(200);
  expect((await person.api.get('/me', from('203.0.113.1'))).status).toBe(200);
  expect((await clientOf(stack.baseUrl, wrongKey).get('/me', from('203.0.113.2'))).status).toBe(401);
});

test('a missing key does not count as a wrong one', async () => {
  const without = () => clientOf(stack.baseUrl, null).get('/me', from('203.0.113.3'));
  expect(await statuses(without, 25)).toEqual(expected(401, 25));
});

test('wrong tokens count like wrong keys', async () => {
  const guess = () => clientOf(stack.baseUrl, 'a.b.c', '/api/v1').get('/me', from('203.0.113.4'));
  expect(await statuses(guess, 21)).toEqual([...expected(401, 20), 429]);
});

test('whatever hashes a password or sends a mail is limited to 20 a minute an address, together', async () => {
  const paths = ['/sign-in/email', '/sign-up/email', '/request-password-reset', '/reset-password'];
  let n = 0;
  const attempt = () => callAuth(stack.baseUrl, paths[n++ % 4] ?? '', { body: '{}', ...from('203.0.113.5') });
  expect(await statuses(attempt, 21)).toEqual([...expected(400, 20), 429]);
  const { email, password } = person;
  const signIn = (address: string) =>
    callAuth(stack.baseUrl, '/sign-in/email', { body: { email, password }, ...from(address) });
  expect((await signIn('203.0.113.5')).body.code).toBe('RATE_LIMITED');
  expect((await signIn('203.0.113.6')).status).toBe(200);
});

test('without Redis ten wrong keys and ten sign-ins are left to an address, and valid keys are served', async () => {
  await controlOf(stack.controlUrl).upstash('refuse');
  const guess = () => clientOf(stack.baseUrl, wrongKey).get('/me', from('203.0.113.7'));
  const attempt = () => callAuth(stack.baseUrl, '/sign-in/email', { body: '{}', ...from('203.0.113.7') });
  const [guesses, attempts] = [await statuses(guess, 11), await statuses(attempt, 11)];
  const byKey = await person.keyed.get('/me', from('203.0.113.7'));
  await controlOf(stack.controlUrl).upstash('up');
  expect(guesses).toEqual([...expected(401, 10), 429]);
  expect(attempts).toEqual([...expected(400, 10), 429]);
  expect(byKey.status).toBe(200);
});

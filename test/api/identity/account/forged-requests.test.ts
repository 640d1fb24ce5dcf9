import { afterAll, beforeAll, expect, test } from 'vitest';
import { authCallsOf } from '../../../support/market/auth-calls.ts';
import { tokenIn, untilMailed } from '../../../support/market/mails.ts';
import { anAddress, aPerson } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { withWaitsEnded } from '../../../support/stack/held-store.ts';
import { openPool } from '../../../support/stack/pool.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let pool: ReturnType<typeof openPool>;
let control: ReturnType<typeof controlOf>;
beforeAll(async () => {
  stack = await startStack({
    vars: { RATE_LIMIT_SCALE: '1', EMAIL_VERIFICATION: 'true', PASSWORD_HASHING: 'recommended' },
  });
  pool = openPool(stack.adminDatabaseUrl);
  // While the clock is held no window ends, and slow Redis does not time out.
  control = controlOf(stack.controlUrl);
  await control.holdClock(true);
  await control.moveToNext('hour');
});
afterAll(async () => {
  await pool?.end();
  await stack?.stop();
});

const { post, statusesOf } = authCallsOf(() => stack.baseUrl);
const aSignUp = { name: 'Nova', password: 'correct horse battery' };

test('requests that name an address and are refused do not keep its owner from a sign-up while they run', async () => {
  const email = anAddress();
  // No more than there are places for hashes: the clock is held, so nothing waits.
  const running = Array.from({ length: 6 }, () => post('/change-email', { newEmail: email, password: 'a password' }));
  const signedUp = await post('/sign-up/email', { ...aSignUp, email });
  expect(new Set((await Promise.all(running)).map(({ status }) => status))).toEqual(new Set([401]));
  expect(signedUp.status).toBe(200);
});

test('links and changes that strangers request for an address keep its owner from no sign-up', async () => {
  const email = anAddress();
  const { cookie, password } = await aPerson(stack.baseUrl, { scopes: [], hasSession: true });
  const verify = () => withWaitsEnded(post('/send-verification-email', { email }), () => control.moveOn(50));
  await statusesOf(4, verify);
  await statusesOf(4, () => post('/change-email', { newEmail: email, password }, { cookie, origin: stack.baseUrl }));
  expect((await post('/sign-up/email', { ...aSignUp, email })).status).toBe(200);
});

test('the user of a session requests three emails an hour for another address', async () => {
  const { cookie, password } = await aPerson(stack.baseUrl, { scopes: [], hasSession: true });
  const newEmail = anAddress();
  const request = () => post('/change-email', { newEmail, password }, { cookie, origin: stack.baseUrl });
  expect(await statusesOf(4, request)).toEqual([200, 200, 200, 429]);
  expect(Number((await request()).headers.get('retry-after'))).toBeGreaterThan(60);
});

test('forged links are no guesses of the password of their user, and wait in no queue of hashes', async () => {
  const email = anAddress();
  await post('/sign-up/email', { ...aSignUp, email });
  const [mail] = await untilMailed(stack.mailDir, email, /^Confirm/);
  const token = tokenIn(mail);
  const fake = `${token.split('.')[0]}.${'A'.repeat(43)}`;
  const guess = () => post('/verify-email', { token: fake, password: 'wrong horse battery' });
  const refused = await Promise.all(Array.from({ length: 60 }, guess));
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['400 INVALID_TOKEN']));
  const running = Array.from({ length: 40 }, guess);
  const confirmed = await post('/verify-email', { token, password: aSignUp.password });
  await Promise.all(running);
  expect(confirmed.status).toBe(200);
});

test('the password of a genuine link is guessed 30 times an hour', async () => {
  // Its hash is a cheap one.
  const { email, userId } = await aPerson(stack.baseUrl, { scopes: [] });
  await pool.query('update users set email_verified = false where id = $1', [userId]);
  await withWaitsEnded(post('/send-verification-email', { email }), () => control.moveOn(50));
  const [mail] = await untilMailed(stack.mailDir, email, /^Confirm/);
  const guess = () => post('/verify-email', { token: tokenIn(mail), password: 'wrong horse battery' });
  expect(await statusesOf(31, guess)).toEqual([...Array.from({ length: 30 }, () => 401), 429]);
});

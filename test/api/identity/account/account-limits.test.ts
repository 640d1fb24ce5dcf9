import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../../../support/client.ts';
import { authCallsOf } from '../../../support/market/auth-calls.ts';
import { mailsTo } from '../../../support/market/mails.ts';
import { anAddress, aPerson } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { withWaitsEnded } from '../../../support/stack/held-store.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let control: ReturnType<typeof controlOf>;
beforeAll(async () => {
  stack = await startStack({ vars: { RATE_LIMIT_SCALE: '1', EMAIL_VERIFICATION: 'true' } });
  control = controlOf(stack.controlUrl);
  // While the clock is held no window ends, and slow Redis does not time out.
  await control.holdClock(true);
  await control.moveToNext('hour');
});
afterAll(() => stack?.stop());

const { post, statusesOf } = authCallsOf(() => stack.baseUrl);

const hour = 3_600_000;
const hours = (count: number) => control.moveOn(count * hour);

test('an address gets three reset emails an hour and ten a day, from any caller, with or without an account', async () => {
  const { email } = await aPerson(stack.baseUrl, { scopes: [] });
  for (const address of [email, anAddress()]) {
    await control.moveToNext('day');
    const request = () => post('/request-password-reset', { email: address });
    for (const _ of [1, 2, 3]) {
      expect(await statusesOf(4, request)).toEqual([200, 200, 200, 429]);
      await hours(2);
    }
    expect(await statusesOf(2, request)).toEqual([200, 429]);
    expect(Number((await request()).headers.get('retry-after'))).toBeGreaterThan(3_600);
  }
  await control.untilNothingIsDeferred();
  expect(mailsTo(stack.mailDir, email)).toHaveLength(10);
});

test('an owner asks for a new password from a browser that has signed in before, although strangers have used up the emails of a day', async () => {
  const { email, password } = await aPerson(stack.baseUrl, { scopes: [] });
  await control.moveToNext('day');
  const cookie = deviceOf(await post('/sign-in/email', { email, password }));
  const ask = (given = {}) => post('/request-password-reset', { email }, given);
  for (const _ of [1, 2, 3]) {
    await statusesOf(3, ask);
    await hours(2);
  }
  expect(await statusesOf(2, ask)).toEqual([200, 429]);
  const refused = await ask();
  expect(refused.body.message).toMatch(
    /^Too many emails were requested for this address. Ask again in \d+ hours. A browser in which you have signed in/,
  );
  const known = await statusesOf(4, () => ask({ cookie }));
  expect(known).toEqual([200, 200, 200, 429]);
  expect((await ask({ cookie })).body.message).not.toContain('sooner');
  // All devices of an account have one count, too.
  const another = deviceOf(await post('/sign-in/email', { email, password }));
  expect((await ask({ cookie: another })).status).toBe(429);
  const [other] = (await aPerson(stack.baseUrl, { scopes: [] })).email.split('@');
  expect((await ask({ cookie: cookie.replace(/=./, `=${other?.slice(0, 1)}`) })).status).toBe(429);
  await control.untilNothingIsDeferred();
  expect(mailsTo(stack.mailDir, email, /new password/)).toHaveLength(13);
});

test('mails of sign-ups, of other links to confirm an address and of resets have a limit each, however the address is written', async () => {
  const email = anAddress();
  const signUp = (password: string, address = email) =>
    post('/sign-up/email', { name: 'Nova', email: address, password });
  // A malformed request sends no email.
  expect(await statusesOf(4, () => signUp('short'))).toEqual([400, 400, 400, 400]);
  expect(await statusesOf(2, () => signUp('correct horse battery'))).toEqual([200, 200]);
  // better-auth pauses for an unknown address to take equally long, and this clock is held.
  const verify = () => withWaitsEnded(post('/send-verification-email', { email }), () => control.moveOn(50));
  expect(await statusesOf(4, verify)).toEqual([200, 200, 200, 429]);
  const last = () => signUp('correct horse battery', email.toUpperCase());
  expect((await last()).status).toBe(200);
  const late = await last();
  expect([late.status, late.body.code]).toEqual([429, 'RATE_LIMITED']);
  const reset = (address: string) => post('/request-password-reset', { email: address });
  expect(await statusesOf(2, () => reset(email.toUpperCase()))).toEqual([200, 200]);
  expect(await statusesOf(2, () => reset(email))).toEqual([200, 429]);
});

test('mails to all spellings of a mailbox but the plain one share one limit', async () => {
  const name = `nova.${randomBytes(5).toString('hex')}`;
  const signUp = (email: string) => post('/sign-up/email', { name: 'Nova', email, password: 'correct horse battery' });
  const spellings = ['', '+1', '+2', '+three', '+4'].map((tag) => `${name}${tag}@castline.example`);
  const dotted = [name, name.replace('.', ''), `no.${name.slice(2)}`, `n.o${name.slice(2)}+1`, `${name}+2`].map(
    (local) => `${local}@gmail.com`,
  );
  for (const group of [spellings, dotted]) {
    const statuses: number[] = [];
    for (const email of group) statuses.push((await signUp(email)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    const refused = await signUp(group.at(-1) ?? '');
    expect(refused.body.message).toMatch(
      /^Too many emails were requested for spellings of this address, such as with a \+ or with dots. Ask again in \d+ \w+. Or use the address without them.$/,
    );
  }
});

test('an account takes 30 wrong passwords an hour from all places and spellings, and its owner can still sign in from a known device', async () => {
  const { email, password } = await aPerson(stack.baseUrl, { scopes: [] });
  await hours(2);
  const signIn = (given: string, cookie = '') =>
    post('/sign-in/email', { email, password: given }, cookie === '' ? {} : { cookie });
  const device = deviceOf(await signIn(password));
  const spellings = [email, email.toUpperCase(), email.replace(/^./, (first) => first.toUpperCase())];
  let guessed = 0;
  const guess = () =>
    post('/sign-in/email', { email: spellings[guessed++ % spellings.length], password: 'wrong horse battery' });
  expect(await statusesOf(30, guess)).toEqual(Array.from({ length: 30 }, () => 401));
  const asked = await guess();
  expect([asked.status, asked.body.code]).toEqual([403, 'SIGN_IN_CODE_REQUIRED']);
  expect((await signIn(password)).status).toBe(403);
  expect((await signIn(password, device)).status).toBe(200);

  const other = await aPerson(stack.baseUrl, { scopes: [] });
  const foreign = deviceOf(await post('/sign-in/email', { email: other.email, password }));
  for (const forged of [foreign, foreign.replace(nameIn(foreign), nameIn(device)), device.replace(/.$/, '!')])
    expect((await signIn(password, forged)).status).toBe(403);
  await hours(2);
  expect((await signIn(password)).status).toBe(200);
});

test('only a sign-in makes a device known', async () => {
  const { email } = await aPerson(stack.baseUrl, { scopes: [] });
  const replies = [
    await post('/sign-in/email', { email, password: 'wrong horse battery' }),
    await post('/sign-out', { email }, { origin: stack.baseUrl }),
    await post('/request-password-reset', { email }),
  ];
  expect(replies.map(deviceOf)).toEqual(['', '', '']);
});

test('each isolate sends at most three emails an hour to an address without Redis', async () => {
  await hours(2);
  const email = anAddress();
  await control.upstash('refuse');
  const statuses = await statusesOf(4, () => post('/request-password-reset', { email }));
  await control.upstash('up');
  await hours(2);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('right passwords use up nothing', async () => {
  const { email, password } = await aPerson(stack.baseUrl, { scopes: [] });
  const signIn = () => post('/sign-in/email', { email, password });
  const replies = await statusesOf(33, signIn);
  expect(new Set(replies)).toEqual(new Set([200]));
  const guesses = await statusesOf(30, () => post('/sign-in/email', { email, password: 'wrong horse battery' }));
  expect(guesses.at(-1)).toBe(401);
});

test.each([
  ['/change-password', { currentPassword: 'wrong horse battery', newPassword: 'brand new horse' }],
  ['/change-email', { newEmail: anAddress(), password: 'wrong horse battery' }],
])('the user of a session gives 30 wrong passwords an hour to %s, from all addresses', async (path, body) => {
  const { cookie } = await aPerson(stack.baseUrl, { scopes: [], hasSession: true });
  const guess = () => post(path, { ...body, newEmail: anAddress() }, { cookie, origin: stack.baseUrl });
  expect(await statusesOf(32, guess)).toEqual([...Array.from({ length: 30 }, () => 400), 429, 429]);
});

test('emails that a stranger requests for other spellings of a mailbox cost its owner nothing', async () => {
  const { email } = await aPerson(stack.baseUrl, { scopes: [] });
  const [name, domain] = email.split('@');
  const reset = (to: string) => post('/request-password-reset', { email: to });
  for (const tag of ['x', 'y', 'z', 'w'])
    expect(await statusesOf(4, () => reset(`${name}+${tag}@${domain}`))).toEqual([200, 200, 200, 429]);
  const signUp = (tag: string) =>
    post('/sign-up/email', { name: 'Nova', email: `${name}+${tag}@${domain}`, password: 'correct horse battery' });
  for (const tag of ['a', 'b', 'c']) expect((await signUp(tag)).status).toBe(200);
  expect((await reset(email)).status).toBe(200);
  await control.untilNothingIsDeferred();
  expect(mailsTo(stack.mailDir, email)).toHaveLength(1);
});

test('sign-ups for other spellings of a mailbox keep its owner from neither a sign-up nor a new password', async () => {
  const email = anAddress();
  const [name, domain] = email.split('@');
  const signUp = (tag: string) =>
    post('/sign-up/email', { name: 'Nova', email: `${name}${tag}@${domain}`, password: 'correct horse battery' });
  const statuses: number[] = [];
  for (const tag of ['+a', '+b', '+c', '+d', '']) statuses.push((await signUp(tag)).status);
  expect(statuses).toEqual([200, 200, 200, 429, 200]);
  expect((await post('/request-password-reset', { email })).status).toBe(200);
  await control.untilNothingIsDeferred();
  expect(mailsTo(stack.mailDir, email, /new password/)).toHaveLength(1);
});

test.each<[what: string, ask: (email: string) => Promise<Reply>]>([
  ['a verification', (email) => withWaitsEnded(post('/send-verification-email', { email }), () => control.moveOn(50))],
  ['a change to it without a session', (email) => post('/change-email', { newEmail: email, password: 'a password' })],
  ['a change to it by a forged link', (email) => post('/renew-link', { token: forged(email) })],
  ['a refused sign-up', (email) => post('/sign-up/email', { ...aSignUp, email, image: 'https://castline.example/' })],
  ['a sign-up', (email) => post('/sign-up/email', { ...aSignUp, email })],
])('requests of a stranger for %s do not keep the owner of an address from a new password', async (_, ask) => {
  const { email } = await aPerson(stack.baseUrl, { scopes: [] });
  for (let n = 0; n < 4; n++) await ask(email);
  expect((await post('/request-password-reset', { email })).status).toBe(200);
  await control.untilNothingIsDeferred();
  expect(mailsTo(stack.mailDir, email, /new password/)).toHaveLength(1);
});

test('refused requests that name an address do not keep its owner from a sign-up', async () => {
  const email = anAddress();
  for (let n = 0; n < 4; n++) {
    await post('/change-email', { newEmail: email, password: 'a password' });
    await post('/renew-link', { token: forged(email) });
    await post('/sign-up/email', { ...aSignUp, email, image: 'https://castline.example/' });
  }
  expect((await post('/sign-up/email', { ...aSignUp, email })).status).toBe(200);
});

const aSignUp = { name: 'Nova', password: 'correct horse battery' };
const forged = (email: string): string =>
  `${Buffer.from(JSON.stringify([1, 1_900_000_000, 'somebody@castline.example', email, 1])).toString('base64url')}.${'A'.repeat(43)}`;

/** The cookie of the known device, as a Cookie header. */
const deviceOf = ({ headers }: Reply): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('castline.device.'))
    ?.split(';')[0] ?? '';
const nameIn = (cookie: string): string => cookie.split('=')[0] ?? '';

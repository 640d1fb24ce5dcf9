import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formIn } from '../../../support/cabinet/form-in.ts';
import { filled, visitorAt } from '../../../support/cabinet/visitor.ts';
import { authCallsOf } from '../../../support/market/auth-calls.ts';
import { mailsTo, untilMailed } from '../../../support/market/mails.ts';
import { anAddress, aPerson, callAuth, type Person } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { openPool } from '../../../support/stack/pool.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let control: ReturnType<typeof controlOf>;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  stack = await startStack({ vars: { RATE_LIMIT_SCALE: '1', EMAIL_VERIFICATION: 'true' } });
  pool = openPool(stack.adminDatabaseUrl);
  control = controlOf(stack.controlUrl);
  await control.holdClock(true);
  await control.moveToNext('hour');
});
afterAll(async () => {
  await pool?.end();
  await stack?.stop();
});

const password = 'correct horse battery';
const { post } = authCallsOf(() => stack.baseUrl);
const signIn = (email: string, given: string) => post('/sign-in/email', { email, password: given });
const enter = (challenge: string, code: string) => post('/sign-in/code', { challenge, code });

/** Gives the address wrong passwords. An hour takes 30. */
async function attack(email: string): Promise<void> {
  for (let n = 0; n < 30; n++) await signIn(email, `wrong horse ${n}`);
}
const anAttackedPerson = async (): Promise<Person> => {
  const person = await aPerson(stack.baseUrl, { scopes: [] });
  await attack(person.email);
  return person;
};

/** An address without an account whose wrong passwords are used up. */
async function anAttackedStranger(): Promise<string> {
  const email = anAddress();
  await attack(email);
  return email;
}

async function codeFor(email: string, count = 1): Promise<string> {
  const mails = await untilMailed(stack.mailDir, email, /Your code for Castline/, count);
  return /code is (\d{6})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

test('the owner of an attacked account signs in from a new browser by a code, which works once', async () => {
  const { email } = await anAttackedPerson();
  const { status, body } = await signIn(email, password);
  expect([status, body]).toEqual([
    403,
    {
      code: 'SIGN_IN_CODE_REQUIRED',
      message: 'If the password was right, we have sent a code to your address.',
      challenge: expect.stringMatching(/^[\w-]{32}$/),
    },
  ]);
  const code = await codeFor(email);
  const entered = await enter(body.challenge, code);
  expect([entered.status, entered.body.user.email]).toEqual([200, email]);
  const cookies = entered.headers.getSetCookie();
  const cookie = cookies.map((text) => text.split(';')[0]).join('; ');
  expect((await callAuth(stack.baseUrl, '/get-session', { headers: { cookie } })).body.user.email).toBe(email);
  // The browser is known from now on.
  expect(cookies.find((text) => text.startsWith('castline.device.'))).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  const again = await enter(body.challenge, code);
  expect([again.status, again.body.code]).toEqual([401, 'INVALID_CODE']);
});

test('wrong passwords and unknown addresses get the same answer and no email, and no code helps them', async () => {
  const { email } = await anAttackedPerson();
  const stranger = await anAttackedStranger();
  const replies = [
    await signIn(email, 'wrong horse battery'),
    await signIn(stranger, password),
    await signIn(email, password),
  ];
  const shown = replies.map(({ status, body: { challenge, ...body } }) => [status, body, challenge.length]);
  expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
  const code = await codeFor(email);
  expect(mailsTo(stack.mailDir, email)).toHaveLength(1);
  expect(mailsTo(stack.mailDir, stranger)).toHaveLength(0);
  const ofAttacker = [await enter(replies[0]?.body.challenge, code), await enter(replies[1]?.body.challenge, code)];
  expect(ofAttacker.map(({ status }) => status)).toEqual([401, 401]);
  expect((await enter(replies[2]?.body.challenge, code)).status).toBe(200);
});

test('a code takes five tries and ten minutes, and the tries of others cost it nothing', async () => {
  const { email } = await anAttackedPerson();
  const { challenge } = (await signIn(email, password)).body;
  const code = await codeFor(email);
  const other = (await signIn(email, 'wrong horse battery')).body.challenge;
  for (let n = 0; n < 6; n++) expect((await enter(other, code)).status).toBe(401);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let n = 0; n < 5; n++) expect((await enter(challenge, wrong)).status).toBe(401);
  expect((await enter(challenge, code)).status).toBe(401);

  const { challenge: second } = (await signIn(email, password)).body;
  const late = await codeFor(email, 2);
  await control.moveOn(600_000);
  expect((await enter(second, late)).status).toBe(401);
});

test('a new password ends a code that was sent', async () => {
  const { email } = await anAttackedPerson();
  const { challenge } = (await signIn(email, password)).body;
  const code = await codeFor(email);
  await post('/request-password-reset', { email });
  const [mail] = await untilMailed(stack.mailDir, email, /Set a new password/);
  const token = /reset\?token=(\S+)/.exec(mail?.text ?? '')?.[1];
  expect((await post('/reset-password', { token, newPassword: 'brand new horse' })).status).toBe(200);
  expect((await enter(challenge, code)).status).toBe(401);
});

test('an account gets five codes an hour, and the answer does not change', async () => {
  const { email } = await anAttackedPerson();
  const replies = [];
  for (let n = 0; n < 7; n++) replies.push((await signIn(email, password)).status);
  await control.untilNothingIsDeferred();
  expect(replies).toEqual(Array.from({ length: 7 }, () => 403));
  expect(mailsTo(stack.mailDir, email)).toHaveLength(5);
});

test('the page asks for the code, keeps asking after a wrong one, and leads on to where the visitor wanted to go', async () => {
  const { email } = await anAttackedPerson();
  const visitor = visitorAt(stack.baseUrl);
  const path = '/sign-in?returnTo=/cabinet/orders';
  const asked = await visitor.submit(path, 'sign-in', { email, password });
  expect(asked.status).toBe(403);
  expect(asked.html).toContain('If the password was right, we have sent a code to your address.');
  const refused = await visitor.post(path, filled(formIn(asked.html, 'code', ''), { code: 'none' }));
  expect([refused.status, refused.html.includes('The code is wrong or has expired')]).toEqual([401, true]);
  const code = await codeFor(email);
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const done = await visitor.post(path, filled(formIn(refused.html, 'code', ''), { code: spaced }));
  expect([done.status, done.headers.get('location')]).toEqual([303, '/cabinet/orders']);
});

test('the log names the account of a refused sign-in, and no address', async () => {
  const { email, userId } = await aPerson(stack.baseUrl, { scopes: [] });
  await signIn(email, 'wrong horse battery');
  const stranger = anAddress();
  await signIn(stranger, 'wrong horse battery');
  await control.untilNothingIsDeferred();
  const lines = readFileSync(stack.logFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes('sign-in.refused'));
  const ids = lines.map((line) => JSON.parse(line.slice(line.indexOf('{'))).userId);
  expect(ids.slice(-2)).toEqual([userId, null]);
  expect(readFileSync(stack.logFile, 'utf8')).not.toMatch(/@castline[.]example/);
});

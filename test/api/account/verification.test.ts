import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlOf } from '../../support/control.ts';
import { anAddress, callAuth } from '../../support/people.ts';
import { type OwnStack, startStack } from '../../support/stack.ts';

let stack: OwnStack;
beforeAll(async () => {
  stack = await startStack({ vars: { EMAIL_VERIFICATION: 'true' } });
});
afterAll(() => stack?.stop());

const password = 'correct horse battery';
const post = (route: string, body: object) => callAuth(stack.baseUrl, route, { body });
const signUp = (email: string) => post('/sign-up/email', { name: 'Nova', email, password });
const signIn = (email: string) => post('/sign-in/email', { email, password });
const mails = () =>
  readdirSync(stack.mailDir).map((file): { to: string[]; text: string } =>
    JSON.parse(readFileSync(path.join(stack.mailDir, file), 'utf8')),
  );

test('where addresses are verified, nobody gets in before the link of the mail was opened', async () => {
  const email = anAddress();
  const signedUp = await signUp(email);
  expect(signedUp.body.token).toBeNull();
  expect(signedUp.headers.getSetCookie()).toEqual([]);
  const early = await signIn(email);
  expect([early.status, early.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);

  await expect.poll(() => mails().filter(({ to }) => to.includes(email))).toHaveLength(1);
  const [link = ''] = /http:\S+/.exec(mails().find(({ to }) => to.includes(email))?.text ?? '') ?? [];
  expect((await fetch(link)).status).toBe(200);
  expect((await signIn(email)).status).toBe(200);
});

test('an address that is taken is answered like a fresh one', async () => {
  const [email, fresh] = [anAddress(), anAddress()];
  await signUp(email);
  const [again, other] = [await signUp(email), await signUp(fresh)];
  expect(again.status).toBe(other.status);
  expect(Object.keys(again.body.user).sort()).toEqual(Object.keys(other.body.user).sort());
  expect(again.body.user).not.toHaveProperty('id');
});

test('a mail that cannot be sent fails nobody, and is told by the log without its secret', async () => {
  const control = controlOf(stack.controlUrl);
  await control.mail('refuse');
  const email = anAddress();
  expect((await signUp(email)).status).toBe(200);
  await expect.poll(() => readFileSync(stack.logFile, 'utf8')).toContain('"event":"mail.not-sent"');
  await control.mail('up');
  const log = readFileSync(stack.logFile, 'utf8');
  expect(log).not.toContain(email);
  expect(log).not.toContain('token=');
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../../support/client.ts';
import { controlOf } from '../../support/control.ts';
import { untilMailed } from '../../support/mails.ts';
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
const mailed = (email: string, subject: RegExp) => untilMailed(stack.mailDir, email, subject);

test('where addresses are verified, nobody gets in before the link of the mail was opened', async () => {
  const email = anAddress();
  const signedUp = await signUp(email);
  expect(signedUp.body.token).toBeNull();
  expect(signedUp.headers.getSetCookie()).toEqual([]);
  const early = await signIn(email);
  expect([early.status, early.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);

  const [mail] = await mailed(email, /./);
  const [link = ''] = /http:\S+/.exec(mail?.text ?? '') ?? [];
  expect((await fetch(link)).status).toBe(200);
  expect((await signIn(email)).status).toBe(200);
});

describe('an address that has an account', () => {
  test('is answered by sign-up like a fresh one, for as many queries, and its owner gets a mail', async () => {
    const [email, fresh] = [anAddress(), anAddress()];
    await signUp(email);
    const [again, other] = [await signUpCounted(email), await signUpCounted(fresh)];
    expect(again.queries).toBe(other.queries);
    expect(again.reply.status).toBe(other.reply.status);
    expect(shapeOf(again.reply)).toEqual(shapeOf(other.reply));
    expect(again.reply.body.user).not.toHaveProperty('id');
    await mailed(email, /^You have a Castline account$/);
  });

  test('is told by no sign-up that races with another one', async () => {
    const email = anAddress();
    const replies = await Promise.all([1, 2, 3, 4].map(() => signUp(email)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const reply of replies) expect(shapeOf(reply)).toEqual(shapeOf(replies[0]));
  });

  test('is answered by a reset like a fresh one, though the query about it is never answered', async () => {
    const control = controlOf(stack.controlUrl);
    const email = anAddress();
    await signUp(email);
    await control.untilNothingIsDeferred();
    await control.neon('hold-next-reply', email);
    const known = await post('/request-password-reset', { email });
    const unknown = await post('/request-password-reset', { email: anAddress() });
    await control.neon('up');
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known.status).toBe(200);
  });

  test('hears of a password that is set through its mail, and is verified by it', async () => {
    const email = anAddress();
    await signUp(email);
    await post('/request-password-reset', { email });
    const [mail] = await mailed(email, /new password/);
    const [, token] = /reset-password:\n(\S+)/.exec(mail?.text ?? '') ?? [];
    expect((await post('/reset-password', { token, newPassword: password })).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
  });
});

/** A sign-up, and how many queries were made for it. */
async function signUpCounted(email: string): Promise<{ reply: Reply; queries: number }> {
  const control = controlOf(stack.controlUrl);
  await control.untilNothingIsDeferred();
  await control.resetCounts();
  const reply = await signUp(email);
  await control.untilNothingIsDeferred();
  return { reply, queries: (await control.counts()).neon };
}

/** What an answer tells, but for the address and the times. */
const shapeOf = (reply: Reply | undefined) => {
  const { email: _, createdAt: _c, updatedAt: _u, ...user } = reply?.body.user ?? {};
  return { ...reply?.body, user };
};

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

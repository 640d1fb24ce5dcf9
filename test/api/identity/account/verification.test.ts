import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visitorAt } from '../../../support/cabinet/visitor.ts';
import type { Reply } from '../../../support/client.ts';
import { wordsOf } from '../../../support/html.ts';
import { issuedAt, linkIn, tokenIn, untilMailed } from '../../../support/market/mails.ts';
import { anAddress, callAuth } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { depth } from '../../../support/stack/depth.ts';
import { openPool } from '../../../support/stack/pool.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  stack = await startStack({ vars: { EMAIL_VERIFICATION: 'true' } });
  pool = openPool(stack.adminDatabaseUrl);
});
afterAll(async () => {
  await pool?.end();
  await stack?.stop();
});

const password = 'correct horse battery';
const post = (route: string, body: object) => callAuth(stack.baseUrl, route, { body });
const signUp = (email: string) => post('/sign-up/email', { name: 'Nova', email, password });
const signIn = (email: string) => post('/sign-in/email', { email, password });
const mailed = (email: string, subject: RegExp) => untilMailed(stack.mailDir, email, subject);

test('nobody signs in before confirming the address of the email where verification is on', async () => {
  const email = anAddress();
  const signedUp = await signUp(email);
  expect(signedUp.body.token).toBeNull();
  expect(signedUp.headers.getSetCookie().join()).not.toContain('session_token');
  const early = await signIn(email);
  expect([early.status, early.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);

  const [mail] = await mailed(email, /./);
  const verify = (typed: string) => post('/verify-email', { token: tokenIn(mail), password: typed });
  const wrong = await verify('wrong horse battery');
  expect([wrong.status, wrong.body.code]).toEqual([401, 'WRONG_PASSWORD']);
  const verified = await verify(password);
  expect([verified.status, verified.body.user.email]).toEqual([200, email]);
  expect(verified.headers.getSetCookie().join()).toContain('session_token');
  expect((await signIn(email)).status).toBe(200);
});

test('a person requests another mail on the sign-in page, and its page signs in and leads to the cabinet', async () => {
  const [email, visitor] = [anAddress(), visitorAt(stack.baseUrl)];
  await signUp(email);
  await mailed(email, /./);
  const refused = await visitor.submit('/sign-in', 'sign-in', { email, password });
  expect(refused.status).toBe(403);
  const form = /<form method="post"><input type="hidden" name="email" value="([^"]*)"\/>[\s\S]*?<\/form>/.exec(
    refused.html,
  );
  expect(form?.[1]).toBe(email);
  expect(form?.[0]).toMatch(/<button type="submit" name="verify" value="1"[^>]*>Send another email<\/button>/);
  const sent = await visitor.post('/sign-in', [
    ['email', email],
    ['verify', '1'],
  ]);
  expect([sent.status, wordsOf(sent.html)]).toEqual([
    200,
    expect.stringContaining(`We have sent an email to ${email} .`),
  ]);
  const mails = await untilMailed(stack.mailDir, email, /./, 2);
  const opened = await visitor.submit(
    mails.map(linkIn).find((link) => link.endsWith('returnTo=%2Fcabinet')) ?? '',
    'confirm',
    {
      password,
    },
  );
  expect(opened.headers.get('location')).toBe('/cabinet');
  expect((await visitor.get('/cabinet')).status).toBe(200);
});

test('a person requests another mail on the sign-in page also while the browser is signed in as somebody else', async () => {
  const [email, other] = [anAddress(), anAddress()];
  await Promise.all([signUp(email), signUp(other)]);
  await pool.query('update users set email_verified = true where email = $1', [other]);
  const visitor = visitorAt(stack.baseUrl);
  await visitor.submit('/sign-in', 'sign-in', { email: other, password });
  const sent = await visitor.post('/sign-in', [
    ['email', email],
    ['verify', '1'],
  ]);
  expect(sent.status).toBe(200);
  await untilMailed(stack.mailDir, email, /^Confirm/, 2);
});

test('the page of an expired link sends another one, however many emails other spellings of the mailbox have had', async () => {
  const email = anAddress();
  await signUp(email);
  const [mail] = await mailed(email, /^Confirm/);
  const [name, domain] = email.split('@');
  for (const tag of ['a', 'b', 'c']) expect((await signUp(`${name}+${tag}@${domain}`)).status).toBe(200);
  await controlOf(stack.controlUrl).moveOn(3_601_000);
  const visitor = visitorAt(stack.baseUrl);
  const shown = await visitor.get(linkIn(mail));
  expect(wordsOf(shown.html)).toContain(`Address: ${email}`);
  const sent = await visitor.submit(linkIn(mail), 'again');
  expect(wordsOf(sent.html)).toContain('an email with a link is on its way');
  const mails = await untilMailed(stack.mailDir, email, /^Confirm/, 2);
  const newest = mails.map(linkIn).sort((one, another) => issuedAt(another) - issuedAt(one))[0] ?? '';
  expect((await visitor.submit(newest, 'confirm', { password })).status).toBe(303);
});

describe('an address with an account', () => {
  test.each([true, false])(
    'gets the sign-up answer of a new address, with as many queries (verified: %s)',
    async (is) => {
      const [email, fresh] = [anAddress(), anAddress()];
      await signUp(email);
      if (is) await pool.query('update users set email_verified = true where email = $1', [email]);
      const [again, other] = [await counted(() => signUp(email)), await counted(() => signUp(fresh))];
      expect(again.queries).toBe(other.queries);
      expect(again.reply.status).toBe(other.reply.status);
      expect(shapeOf(again.reply)).toEqual(shapeOf(other.reply));
      expect(again.reply.body.user).not.toHaveProperty('id');
      await untilMailed(
        stack.mailDir,
        email,
        is ? /^You have a Castline account$/ : /^Confirm your address/,
        is ? 1 : 2,
      );
    },
  );

  test('gets the answer of an unknown address for a wrong password, with as many queries', async () => {
    const email = anAddress();
    await signUp(email);
    const guess = (address: string) =>
      counted(() => post('/sign-in/email', { email: address, password: 'wrong horse' }));
    const [known, unknown] = [await guess(email), await guess(anAddress())];
    expect([known.reply.status, known.reply.body]).toEqual([401, unknown.reply.body]);
    expect(known.queries).toBe(unknown.queries);
  });

  test('stays hidden from concurrent sign-ups', async () => {
    const email = anAddress();
    const count = depth(2, 4);
    const replies = await Promise.all(Array.from({ length: count }, () => signUp(email)));
    expect(replies.map(({ status }) => status)).toEqual(Array(count).fill(200));
    for (const reply of replies) expect(shapeOf(reply)).toEqual(shapeOf(replies[0]));
  });

  test('stays hidden from a sign-up whose credential another one has replaced before it is written', async () => {
    await pool.query(`create sequence credentials;
      create function replaced_meanwhile() returns trigger language plpgsql as $$ begin
        if nextval('credentials') = 1 then
          raise unique_violation using constraint = 'accounts_provider_id_account_id_key';
        end if;
        return new;
      end $$;
      grant usage on sequence credentials to public;
      create trigger replaced_meanwhile before insert on accounts for each row execute function replaced_meanwhile()`);
    const email = anAddress();
    const replies = [await signUp(email), await signUp(anAddress())];
    await pool.query(
      `drop trigger replaced_meanwhile on accounts; drop function replaced_meanwhile; drop sequence credentials`,
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(shapeOf(replies[0])).toEqual(shapeOf(replies[1]));
    await untilMailed(stack.mailDir, email, /^Confirm your address/);
  });

  test('gets the reset answer of an unknown address, even when its account is unreadable', async () => {
    const email = anAddress();
    await signUp(email);
    const client = await pool.connect();
    try {
      // No account row is read for an unknown address: this lock stops only the work for the known one.
      await client.query('begin; lock table accounts in access exclusive mode');
      const [known, unknown] = [await askForReset(email), await askForReset(anAddress())];
      expect([known.status, known.body]).toEqual([200, unknown.body]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('is verified and notified when a password is set through its email', async () => {
    const email = anAddress();
    await signUp(email);
    await askForReset(email);
    const [mail] = await mailed(email, /new password/);
    const [, token] = /reset\?token=(\S+)/.exec(mail?.text ?? '') ?? [];
    expect((await post('/reset-password', { token, newPassword: password })).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
  });
});

const askForReset = (email: string) => post('/request-password-reset', { email });

/** The answer, and the number of its queries. */
async function counted(request: () => Promise<Reply>): Promise<{ reply: Reply; queries: number }> {
  const control = controlOf(stack.controlUrl);
  await control.untilNothingIsDeferred();
  await control.resetCounts();
  const reply = await request();
  await control.untilNothingIsDeferred();
  return { reply, queries: (await control.counts()).neon };
}

/** The content of an answer without address and times. */
const shapeOf = (reply: Reply | undefined) => {
  const { email: _, createdAt: _c, updatedAt: _u, ...user } = reply?.body.user ?? {};
  return { ...reply?.body, user };
};

test('an email that cannot be sent fails no request, and is logged without its secret', async () => {
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

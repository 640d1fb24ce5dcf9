import { describe, expect, test } from 'vitest';
import { type Visitor, visitorAt } from '../../../support/cabinet/visitor.ts';
import { wordsOf } from '../../../support/html.ts';
import { issuedAt, linkIn, mailsTo, tokenIn, untilMailed } from '../../../support/market/mails.ts';
import { anAddress, callAuth } from '../../../support/market/people.ts';
import { enroll } from '../../../support/stack/enrolled.ts';
import { type OwnMarket, ownMarket } from '../../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket(
  (ready) => {
    own = ready;
  },
  { vars: { EMAIL_VERIFICATION: 'true' } },
);

const ownersPassword = 'owner password 1';
const strangersPassword = 'stranger password';
const names: Readonly<Record<string, string>> = { [ownersPassword]: 'Olga', [strangersPassword]: 'Stan' };
const browser = () => visitorAt(own.stack.baseUrl);
const signUp = (visitor: Visitor, email: string, password: string) =>
  visitor.submit('/sign-up', 'sign-up', { name: names[password] ?? 'Nova', email, password });
const status = async (email: string, password: string) =>
  (await callAuth(own.stack.baseUrl, '/sign-in/email', { body: { email, password } })).status;
const nameOf = async (email: string) =>
  await own.market.one('select name, email_verified as "isVerified" from users where email = $1', [email]);

/** The links of the emails to an address, oldest first. */
async function links(email: string, count: number): Promise<string[]> {
  const mails = await untilMailed(own.stack.mailDir, email, /^Confirm/, count);
  return mails.map(linkIn).sort((one, other) => issuedAt(one) - issuedAt(other));
}

/** An address as after a sign-up, without its hash and its email. */
async function anUnconfirmedAddress(): Promise<string> {
  const email = anAddress();
  await enroll(own.stack.baseUrl, { name: 'Olga', email, password: ownersPassword });
  await own.market.pool.query('update users set email_verified = false where email = $1', [email]);
  return email;
}

const later = () => own.control.moveOn(2_000);

describe('of two people who sign up with one address', () => {
  test('the last one confirms it, and the password, name and link of the first one are void', async () => {
    const [email, stranger, owner] = [anAddress(), browser(), browser()];
    await signUp(stranger, email, strangersPassword);
    await later();
    await signUp(owner, email, ownersPassword);
    const [first = '', second = ''] = await links(email, 2);
    for (const visitor of [owner, stranger]) {
      const shown = await visitor.get(first);
      expect(wordsOf(shown.html)).toContain('This link does not work any more');
      expect(
        (
          await visitor.post(first, [
            ['form', 'confirm'],
            ['password', strangersPassword],
          ])
        ).status,
      ).toBe(400);
    }
    expect(
      (
        await stranger.post(second, [
          ['form', 'confirm'],
          ['password', strangersPassword],
        ])
      ).status,
    ).toBe(401);
    expect(await nameOf(email)).toEqual({ name: 'Olga', isVerified: false });
    const confirmed = await owner.submit(second, 'confirm');
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, '/cabinet/welcome']);
    expect((await owner.get('/cabinet')).status).toBe(200);
    expect([await status(email, ownersPassword), await status(email, strangersPassword)]).toEqual([200, 401]);
  });

  test('the owner confirms nothing for a stranger who was the last, and sets an own password by a reset', async () => {
    const [email, stranger, owner] = [anAddress(), browser(), browser()];
    await signUp(owner, email, ownersPassword);
    await later();
    await signUp(stranger, email, strangersPassword);
    const [, second = ''] = await links(email, 2);
    // The cookie of the former sign-up is no proof for the later one, and neither is the former password.
    expect((await owner.post(second, [['form', 'confirm']])).status).toBe(401);
    const refused = await owner.post(second, [
      ['form', 'confirm'],
      ['password', ownersPassword],
    ]);
    expect([refused.status, (await nameOf(email)).isVerified]).toEqual([401, false]);
    await callAuth(own.stack.baseUrl, '/request-password-reset', { body: { email } });
    const [mail] = await untilMailed(own.stack.mailDir, email, /new password/);
    const body = { token: tokenIn(mail), newPassword: ownersPassword };
    expect((await callAuth(own.stack.baseUrl, '/reset-password', { body })).status).toBe(200);
    expect([await status(email, ownersPassword), await status(email, strangersPassword)]).toEqual([200, 401]);
    expect((await stranger.post(second, [['form', 'confirm']])).status).toBe(400);
  });

  test('nobody replaces a password once the address is confirmed', async () => {
    const [email, owner] = [anAddress(), browser()];
    await signUp(owner, email, ownersPassword);
    const [link = ''] = await links(email, 1);
    await owner.submit(link, 'confirm');
    await signUp(browser(), email, strangersPassword);
    await untilMailed(own.stack.mailDir, email, /^You have a Castline account/);
    expect([await status(email, ownersPassword), await status(email, strangersPassword)]).toEqual([200, 401]);
    expect(mailsTo(own.stack.mailDir, email, /^Confirm/)).toHaveLength(1);
  });
});

describe('the link of a sign-up', () => {
  test('changes nothing and signs nobody in when it is fetched, by GET and HEAD', async () => {
    const [email, owner] = [anAddress(), browser()];
    await signUp(owner, email, ownersPassword);
    const [link = ''] = await links(email, 1);
    for (const method of ['GET', 'HEAD']) {
      for (const at of [link, `/api/auth/verify-email${new URL(link, 'http://own.invalid').search}`]) {
        const headers = { cookie: owner.cookie(), 'sec-purpose': 'prefetch', 'sec-fetch-site': 'cross-site' };
        const answer = await fetch(own.stack.baseUrl + at, { method, headers, redirect: 'manual' });
        expect([answer.status < 400, answer.headers.getSetCookie()]).toEqual([true, []]);
      }
    }
    expect((await nameOf(email)).isVerified).toBe(false);
  });

  test('asks for the password in another browser, and says that a confirmed address is confirmed', async () => {
    const [email, owner, other] = [anAddress(), browser(), browser()];
    await signUp(owner, email, ownersPassword);
    const [link = ''] = await links(email, 1);
    const [here, there] = [await owner.get(link), await other.get(link)];
    expect(here.html).not.toContain('type="password"');
    expect(there.html).toContain('type="password"');
    expect(wordsOf(there.html)).toContain(email);
    const wrong = await other.submit(link, 'confirm', { password: strangersPassword });
    expect([wrong.status, wordsOf(wrong.html).includes('The password is wrong.')]).toEqual([401, true]);
    expect((await other.submit(link, 'confirm', { password: ownersPassword })).status).toBe(303);
    expect(wordsOf((await owner.get(link)).html)).toContain('already confirmed');
    const again = await callAuth(own.stack.baseUrl, '/verify-email', {
      body: { token: new URL(link, own.stack.baseUrl).searchParams.get('token') },
    });
    expect([again.status, again.body]).toEqual([200, { status: true, token: null, user: null }]);
  });

  test('offers another one once it has expired, which works', async () => {
    const [email, owner] = [anAddress(), browser()];
    await signUp(owner, email, ownersPassword);
    const [link = ''] = await links(email, 1);
    await own.control.moveOn(3_700_000);
    const other = browser();
    const expired = await other.get(link);
    expect(wordsOf(expired.html)).toContain('The link has expired');
    expect(wordsOf(expired.html)).toContain(`Address: ${email}`);
    expect((await owner.post(link, [['form', 'confirm']])).status).toBe(400);
    expect((await other.submit(link, 'again')).status).toBe(200);
    const [, fresh = ''] = await links(email, 2);
    expect((await other.submit(fresh, 'confirm', { password: ownersPassword })).status).toBe(303);
  });

  test.each(['', '?token=', '?token=x', '?token=%00', `?token=${'a'.repeat(5_000)}`])(
    'that is cut to %s offers another one for a typed address, and answers alike for every address',
    async (cut) => {
      const email = await anUnconfirmedAddress();
      const answers = await Promise.all(
        [email, anAddress()].map(
          async (typed) => [typed, await browser().submit(`/verify${cut}`, 'again', { email: typed })] as const,
        ),
      );
      const texts = answers.map(([typed, { status: at, html }]) => [at, wordsOf(html).replaceAll(typed, '')]);
      expect(texts[0]).toEqual(texts[1]);
      await links(email, 1);
    },
  );

  test('that anybody has changed is no link', async () => {
    const [email, owner] = [anAddress(), browser()];
    await signUp(owner, email, ownersPassword);
    const [link = ''] = await links(email, 1);
    const token = new URL(link, own.stack.baseUrl).searchParams.get('token') ?? '';
    const [payload = '', signature = ''] = token.split('.');
    const other = Buffer.from(JSON.stringify([1, 4e9, email])).toString('base64url');
    for (const forged of [
      `${other}.${signature}`,
      `${payload}.${'A'.repeat(43)}`,
      `${token}.x`,
      payload,
      `${token}=`,
    ]) {
      const answer = await callAuth(own.stack.baseUrl, '/verify-email', {
        body: { token: forged, password: ownersPassword },
      });
      expect([answer.status, answer.body.code], forged).toEqual([400, 'INVALID_TOKEN']);
    }
    expect((await nameOf(email)).isVerified).toBe(false);
  });
});

test('the form of another site confirms nothing', async () => {
  const [email, owner] = [anAddress(), browser()];
  await signUp(owner, email, ownersPassword);
  const [link = ''] = await links(email, 1);
  const foreign = await owner.post(link, [['form', 'confirm']], { origin: 'https://evil.example' });
  expect([foreign.status, (await nameOf(email)).isVerified]).toEqual([403, false]);
});

test('a sign-up that races the confirmation of another one never leaves its password to the other', async () => {
  const [email, owner, stranger] = [anAddress(), browser(), browser()];
  await signUp(owner, email, ownersPassword);
  const [link = ''] = await links(email, 1);
  const [confirmed] = await Promise.all([
    owner.post(link, [['form', 'confirm']]),
    signUp(stranger, email, strangersPassword),
  ]);
  const { isVerified } = await nameOf(email);
  expect(isVerified).toBe(confirmed.status === 303);
  expect(await status(email, ownersPassword)).toBe(isVerified ? 200 : 401);
  expect(await status(email, strangersPassword)).toBe(isVerified ? 401 : 403);
});

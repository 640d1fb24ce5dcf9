import { expect, test } from 'vitest';
import { untilMailed } from '../../../support/market/mails.ts';
import { anAddress, aPerson, callAuth } from '../../../support/market/people.ts';
import { openPool } from '../../../support/stack/pool.ts';
import { shared } from '../../../support/stack/shared.ts';
import { startStack } from '../../../support/stack/stack.ts';

const baseUrl = shared.baseUrl;

const signIn = (email: string, password: string) =>
  callAuth(baseUrl, '/sign-in/email', { body: { email, password }, method: 'POST' });
const sessionOf = async (cookie: string) => (await callAuth(baseUrl, '/get-session', { headers: { cookie } })).body;

test('a wrong password and an unknown address get the same answer', async () => {
  const { email } = await aPerson(baseUrl, { scopes: [] });
  const replies = [await signIn(email, 'wrong horse battery'), await signIn('nobody@castline.example', 'wrong horse')];
  for (const reply of replies) {
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({ code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' });
  }
});

test('a password is stored as a salted scrypt hash at the cost that OWASP recommends', async () => {
  const stack = await startStack({ vars: { PASSWORD_HASHING: 'recommended' } });
  const emails = [anAddress(), anAddress()];
  for (const email of emails)
    await callAuth(stack.baseUrl, '/sign-up/email', {
      body: { name: 'Nova', email, password: 'correct horse battery' },
    });
  const { rows } = await openPool(stack.adminDatabaseUrl).query(
    'select password from accounts join users on users.id = user_id where email = any ($1)',
    [emails],
  );
  await stack.stop();
  const hashes = rows.map(({ password }) => password.split('$'));
  expect(hashes.length).toBe(2);
  for (const hash of hashes) expect(hash.slice(0, 4)).toEqual(['scrypt', '16384', '8', '5']);
  expect(new Set(hashes.map((hash) => hash[4])).size).toBe(2);
});

test('a reset email leads to the page for it, whatever its request names, and its token sets a new password once and ends every session', async () => {
  const { email, cookie } = await aPerson(baseUrl, { scopes: [], hasSession: true });
  await callAuth(baseUrl, '/request-password-reset', { body: { email, redirectTo: '/docs' } });
  const [mail] = await untilMailed(shared.mailDir, email);
  const link = new URL(/http:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  expect(link.pathname).toBe('/reset');
  const token = link.searchParams.get('token');
  const reset = () => callAuth(baseUrl, '/reset-password', { body: { token, newPassword: 'brand new horse' } });

  const replies = await Promise.all([reset(), reset()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await reset()).body.code).toBe('INVALID_TOKEN');
  expect(await sessionOf(cookie)).toBeNull();
  expect((await signIn(email, 'correct horse battery')).status).toBe(401);
  expect((await signIn(email, 'brand new horse')).status).toBe(200);
});

test('a reset reveals no account and sends its link to no other address', async () => {
  const { email } = await aPerson(baseUrl, { scopes: [] });
  const request = (body: object) => callAuth(baseUrl, '/request-password-reset', { body });
  expect((await request({ email })).body).toEqual((await request({ email: 'nobody@castline.example' })).body);
  const elsewhere = await request({ email, redirectTo: 'https://elsewhere.example/' });
  expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'INVALID_CALLBACK_URL']);
});

test('a signed-in user changes the password with the current one', async () => {
  const { email, cookie } = await aPerson(baseUrl, { scopes: [], hasSession: true });
  const change = (currentPassword: string) =>
    callAuth(baseUrl, '/change-password', {
      headers: { cookie, origin: baseUrl },
      body: { currentPassword, newPassword: 'brand new horse' },
    });
  expect((await change('wrong horse battery')).body.code).toBe('INVALID_PASSWORD');
  expect((await change('correct horse battery')).status).toBe(200);
  expect((await signIn(email, 'brand new horse')).status).toBe(200);
});

test('a common password is refused at sign-up, reset and change, and sets nothing', async () => {
  const common = { password: 'Password1', newPassword: 'Password1' };
  const { email, cookie } = await aPerson(baseUrl, { scopes: [], hasSession: true });
  await callAuth(baseUrl, '/request-password-reset', { body: { email } });
  const [mail] = await untilMailed(shared.mailDir, email);
  const token = /reset\?token=(\S+)/.exec(mail?.text ?? '')?.[1];
  const reset = (newPassword: string) => callAuth(baseUrl, '/reset-password', { body: { token, newPassword } });
  const replies = [
    await callAuth(baseUrl, '/sign-up/email', { body: { ...common, name: 'Nova', email: anAddress() } }),
    await callAuth(baseUrl, '/change-password', {
      body: { ...common, currentPassword: 'correct horse battery' },
      headers: { cookie, origin: baseUrl },
    }),
    await reset(common.newPassword),
    await reset(email.toUpperCase()),
  ];
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
    replies.map(() => [400, 'PASSWORD_TOO_COMMON']),
  );
  expect((await signIn(email, 'correct horse battery')).status).toBe(200);
  expect((await reset('brand new horse')).status).toBe(200);
});

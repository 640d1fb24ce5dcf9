import { expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import { wordsOf } from '../../../support/html.ts';
import { untilMailed } from '../../../support/market/mails.ts';
import type { Market } from '../../../support/market/market.ts';
import { aPerson, callAuth, type Person } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';

let market: Market;
let control: ReturnType<typeof controlOf>;
let baseUrl: string;
let mailDir: string;
ownMarket(async (own) => {
  market = own.market;
  control = controlOf(own.stack.controlUrl);
  ({ baseUrl, mailDir } = own.stack);
});

const oldPassword = 'correct horse battery';
const newPassword = 'brand new horse';
/** A cached user or key is trusted for one second. */
const trustIsOver = () => control.moveOn(1_100);

const sessionOf = async (cookie: string) => (await callAuth(baseUrl, '/get-session', { headers: { cookie } })).body;
const statusOf = async (apiKey: string) => (await clientOf(baseUrl, apiKey).get('/me')).status;

/** A user with keys from before and after the verification of the address, and a second session. */
async function aUser({ isVerified = true } = {}) {
  const person = await aPerson(baseUrl, { roles: ['ADVERTISER'], hasSession: true });
  const verifiedAt = isVerified ? 'now()' : 'null';
  await market.pool.query(
    `update users set email_verified = ${isVerified}, email_verified_at = ${verifiedAt} where id = $1`,
    [person.userId],
  );
  const before = await market.aKey(person.userId);
  await market.pool.query(`update api_keys set created_at = now() - interval '1 day' where owner_id = $1`, [
    person.userId,
  ]);
  await trustIsOver();
  const after = await madeKey(person);
  const other = await callAuth(baseUrl, '/sign-in/email', { body: { email: person.email, password: oldPassword } });
  const otherCookie = other.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { ...person, before, after, otherCookie };
}

async function madeKey({ api }: Person): Promise<string> {
  return (await api.post('/api-keys', { name: 'Robot', scopes: ['write'] })).body.data.key;
}

/** The text of the email about the change. */
async function newsOf({ email }: Person): Promise<string> {
  const [mail] = await untilMailed(mailDir, email, /your password was changed/);
  return mail?.text ?? '';
}

/** The tokens of this number of reset emails. */
async function resetTokens(email: string, count: number): Promise<string[]> {
  for (let n = 0; n < count; n++) await callAuth(baseUrl, '/request-password-reset', { body: { email } });
  const mails = await untilMailed(mailDir, email, /Set a new password/, count);
  return mails.map(({ text }) => /reset\?token=(\S+)/.exec(text)?.[1] ?? '');
}

const reset = (token: string | undefined) => callAuth(baseUrl, '/reset-password', { body: { token, newPassword } });

async function change({ cookie }: Person) {
  const body = { currentPassword: oldPassword, newPassword };
  return callAuth(baseUrl, '/change-password', { headers: { cookie, origin: baseUrl }, body });
}

test('a password reset revokes all sessions, session tokens, reset tokens and keys from before the verification', async () => {
  const user = await aUser();
  const [token, otherToken] = await resetTokens(user.email, 2);
  expect((await reset(token)).status).toBe(200);
  await trustIsOver();

  expect([await sessionOf(user.cookie), await sessionOf(user.otherCookie)]).toEqual([null, null]);
  expect((await user.api.get('/me')).status).toBe(401);
  expect((await reset(otherToken)).body.code).toBe('INVALID_TOKEN');
  expect([await statusOf(user.before), await statusOf(user.after)]).toEqual([401, 200]);
});

test('a reset deletes every key of an unverified user and verifies the address', async () => {
  const user = await aUser({ isVerified: false });
  const [token] = await resetTokens(user.email, 1);
  await reset(token);
  await trustIsOver();
  expect([await statusOf(user.before), await statusOf(user.after)]).toEqual([401, 401]);
  const { email_verified } = await market.one('select email_verified from users where id = $1', [user.userId]);
  expect(email_verified).toBe(true);
  expect(await newsOf(user)).toContain('no API keys');
});

test('a reset that sets a first password revokes the same access as any reset', async () => {
  const user = await aUser();
  const [token, otherToken] = await resetTokens(user.email, 2);
  await market.pool.query('delete from accounts where user_id = $1', [user.userId]);
  expect((await reset(token)).status).toBe(200);
  await trustIsOver();
  expect([await sessionOf(user.cookie), await sessionOf(user.otherCookie)]).toEqual([null, null]);
  expect((await reset(otherToken)).body.code).toBe('INVALID_TOKEN');
  expect([await statusOf(user.before), await statusOf(user.after)]).toEqual([401, 200]);
  expect(await newsOf(user)).toContain('These API keys still work (1)');
});

test('a password change keeps the session of the caller, and revokes all else that a reset revokes', async () => {
  const user = await aUser();
  const [token] = await resetTokens(user.email, 1);
  const changed = await change(user);
  expect(changed.status).toBe(200);
  await trustIsOver();

  const [ownCookie = ''] = changed.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  expect((await sessionOf(ownCookie)).user.email).toBe(user.email);
  const own = await callAuth(baseUrl, '/token', { headers: { cookie: ownCookie } });
  expect((await clientOf(baseUrl, own.body.token, '/api/v1').get('/me')).status).toBe(200);
  expect([await sessionOf(user.cookie), await sessionOf(user.otherCookie)]).toEqual([null, null]);
  expect((await user.api.get('/me')).status).toBe(401);
  expect((await reset(token)).body.code).toBe('INVALID_TOKEN');
  expect([await statusOf(user.before), await statusOf(user.after)]).toEqual([401, 200]);
});

test('a wrong current password revokes nothing', async () => {
  const user = await aUser();
  const body = { currentPassword: 'wrong horse battery', newPassword };
  await callAuth(baseUrl, '/change-password', { headers: { cookie: user.cookie, origin: baseUrl }, body });
  await trustIsOver();
  expect((await sessionOf(user.otherCookie)).user.email).toBe(user.email);
  expect([await statusOf(user.before), await statusOf(user.after)]).toEqual([200, 200]);
});

test('a token from before the change creates no key, even during the second in which its user is cached', async () => {
  const user = await aUser();
  const [token] = await resetTokens(user.email, 1);
  await control.withoutWaiting(async () => {
    expect((await user.api.get('/me')).status).toBe(200);
    await control.moveOn(10);
    await reset(token);
    const late = await user.api.post('/api-keys', { name: 'Late', scopes: ['write'] });
    expect([late.status, late.body.code]).toEqual([401, 'JWT_INVALID']);
  });
});

test('a session requested before the change is not created after it', async () => {
  const user = await aUser();
  await change(user);
  const late = (seconds: number) =>
    market.pool.query(
      `insert into sessions (user_id, token, expires_at, created_at)
       select id, gen_random_uuid(), now() + interval '1 day', password_changed_at + $2::int * interval '1 second' from users where id = $1`,
      [user.userId, seconds],
    );
  await expect(late(-1)).rejects.toThrow('SERVICE_UNAVAILABLE');
  await late(0);
});

/** The page that the email about the change names. */
const linkOf = async (person: Person): Promise<string> =>
  /http:\S+\/api-keys\/revoke\/\S+/.exec(await newsOf(person))?.[0] ?? '';

/** A user who has changed the password. The tests that read the email and its page in turn use one; the last one ends its keys. */
let changed: ReturnType<typeof aUser> | undefined;
const aChangedUser = () => {
  changed ??= aUser().then(async (user) => {
    await change(user);
    return user;
  });
  return changed;
};

test('an email lists the remaining keys for the owner, with public data only', async () => {
  const user = await aChangedUser();
  const text = await newsOf(user);
  expect(text).toContain('These API keys still work (1)');
  expect(text).toContain(`- ${user.after.split('.')[0]}…, created `);
  expect(text).not.toContain(user.after);
  expect(text).not.toContain('Robot');
});

test('the page of the email changes nothing when it is read, and its button deletes every key without a session', async () => {
  const user = await aChangedUser();
  const link = await linkOf(user);
  for (const method of ['GET', 'HEAD']) expect((await fetch(link, { method })).status).toBe(200);
  const page = await (await fetch(link)).text();
  expect(wordsOf(page)).toContain('Robot');
  // The same form as in the email, so that its reader recognises it.
  expect(page).toContain(`${user.after.split('.')[0]}…`);
  expect(page).not.toContain(user.after);
  expect(page).toContain('<form method="post">');
  await trustIsOver();
  expect(await statusOf(user.after)).toBe(200);

  const pressed = await fetch(link, { method: 'POST' });
  expect([pressed.status, wordsOf(await pressed.text()).includes('All API keys are deleted')]).toEqual([200, true]);
  // The instance that deleted them has dropped them from its cache.
  expect(await statusOf(user.after)).toBe(401);
  expect(wordsOf(await (await fetch(link)).text())).toContain('There are no API keys to delete');
});

test('the link is refused when it was changed, and after seven days', async () => {
  const user = await aUser();
  await change(user);
  const link = await linkOf(user);
  const [id = '', expires = ''] = link.split('/').at(-1)?.split('.') ?? [];
  const forged = [link.replace(`/${id}.`, `/${Number(id) + 1}.`), link.replace(expires, `${Number(expires) + 1}`)];
  for (const wrong of [...forged, `${link}A`]) {
    const answers = [await fetch(wrong), await fetch(wrong, { method: 'POST' })];
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(wordsOf(await answer.text())).toContain('This link is not valid');
    }
  }
  await control.moveOn(7 * 24 * 3_600_000 + 1_000);
  expect((await fetch(link, { method: 'POST' })).status).toBe(404);
  expect(await statusOf(user.after)).toBe(200);
});

import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { changeStaff } from '../../../../scripts/grant-staff.ts';
import { clientOf } from '../../../support/client.ts';
import { untilMailed } from '../../../support/market/mails.ts';
import type { Market } from '../../../support/market/market.ts';
import { aPerson, callAuth, type Person } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';

let market: Market;
let control: ReturnType<typeof controlOf>;
let baseUrl: string;
let mailDir: string;
let adminDatabaseUrl: string;
ownMarket(async (own) => {
  market = own.market;
  control = controlOf(own.stack.controlUrl);
  ({ baseUrl, mailDir, adminDatabaseUrl } = own.stack);
});

const password = 'correct horse battery';
const signedIn = () => aPerson(baseUrl, { roles: ['ADVERTISER'], scopes: [], hasSession: true });

/** A client with the token of another session of the person. */
async function elsewhere({ email }: Person) {
  const { headers } = await callAuth(baseUrl, '/sign-in/email', { body: { email, password } });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { body } = await callAuth(baseUrl, '/token', { headers: { cookie } });
  return clientOf(baseUrl, body.token, '/api/v1');
}

const asBrowser = ({ cookie }: Person) => ({ cookie, origin: baseUrl });
const sessionOf = ({ token }: Person) => String(decodeJwt(token).sid);

async function resetPassword({ email }: Person): Promise<number> {
  await callAuth(baseUrl, '/request-password-reset', { body: { email } });
  const [mail] = await untilMailed(mailDir, email, /Set a new password/);
  const token = /reset\?token=(\S+)/.exec(mail?.text ?? '')?.[1];
  return (await callAuth(baseUrl, '/reset-password', { body: { token, newPassword: 'brand new horse' } })).status;
}

const ends: readonly (readonly [string, (person: Person) => Promise<number>])[] = [
  [
    'a sign-out',
    async (person) => (await callAuth(baseUrl, '/sign-out', { body: {}, headers: asBrowser(person) })).status,
  ],
  ['the end of all other sessions', async (person) => (await (await elsewhere(person)).delete('/me/sessions')).status],
  [
    'the end of its session by another one',
    async (person) => (await (await elsewhere(person)).delete(`/me/sessions/${sessionOf(person)}`)).status,
  ],
  [
    'the end of its session by itself',
    async (person) => (await person.api.delete(`/me/sessions/${sessionOf(person)}`)).status,
  ],
  [
    'a change of the password',
    async (person) => {
      const body = { currentPassword: password, newPassword: 'brand new horse' };
      return (await callAuth(baseUrl, '/change-password', { body, headers: asBrowser(person) })).status;
    },
  ],
  ['a reset of the password', resetPassword],
  ['the deletion of the account', async ({ api }) => (await api.delete('/me', { body: { confirm: true } })).status],
  [
    'the expiry of its session',
    async (person) => {
      await market.pool.query('update sessions set expires_at = $2 where id = $1', [
        sessionOf(person),
        new Date((await control.now()).getTime() + 500),
      ]);
      return 200;
    },
  ],
];

test.each(ends)('a token is refused for reads and writes within a second after %s', async (_, end) => {
  const person = await signedIn();
  expect((await person.api.get('/me')).status).toBe(200);
  expect(await end(person)).toBe(200);
  await control.moveOn(1_000);
  const replies = [
    await person.api.get('/me'),
    await person.api.patch('/me', { displayName: 'Late' }),
    await person.api.post('/api-keys', { name: 'late', scopes: ['write'] }),
    await person.api.get('/placement-orders'),
  ];
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [401, 'JWT_INVALID']));
});

test('a token makes no key after a sign-out, even during the second in which its session is cached', async () => {
  const person = await signedIn();
  await control.withoutWaiting(async () => {
    expect((await person.api.get('/me')).status).toBe(200);
    await callAuth(baseUrl, '/sign-out', { body: {}, headers: asBrowser(person) });
    const late = await person.api.post('/api-keys', { name: 'Late', scopes: ['write'] });
    expect([late.status, late.body.code]).toEqual([401, 'JWT_INVALID']);
  });
});

test('a change that waits for a row while its session ends is not committed', async () => {
  const person = await signedIn();
  const holder = await market.pool.connect();
  await holder.query('begin');
  await holder.query('select from users where id = $1 for update', [person.userId]);
  const waiting = [
    person.api.patch('/me', { displayName: 'Late' }),
    person.api.post('/api-keys', { name: 'Late', scopes: ['write'] }),
  ];
  const locked = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
  await expect.poll(async () => (await market.pool.query(locked)).rowCount, { timeout: 10_000 }).toBe(2);
  await callAuth(baseUrl, '/sign-out', { body: {}, headers: asBrowser(person) });
  await holder.query('commit');
  holder.release();
  expect((await Promise.all(waiting)).map(({ body }) => body.code)).toEqual(['JWT_INVALID', 'JWT_INVALID']);
  expect(await market.one('select name from users where id = $1', [person.userId])).toEqual({ name: 'A person' });
  const keys = await market.pool.query('select from api_keys where owner_id = $1', [person.userId]);
  expect(keys.rowCount).toBe(0);
});

test('a suspended user is refused as such until the suspension ends, and its former token stays refused', async () => {
  const person = await signedIn();
  const staff = await aPerson(baseUrl, { roles: ['ADVERTISER'], scopes: [] });
  await changeStaff(adminDatabaseUrl, 'grant', staff.email);
  await control.moveOn(1_000);
  const suspend = (suspended: boolean) =>
    staff.api.put(`/staff/users/${person.userId}/suspension`, { suspended, reason: 'Chargeback' });
  const codes: string[] = [];
  for (const suspended of [true, false]) {
    expect((await suspend(suspended)).status).toBe(200);
    await control.moveOn(1_000);
    codes.push((await person.api.get('/me')).body.code);
  }
  expect(codes).toEqual(['ACCOUNT_ACCESS_DENIED', 'JWT_INVALID']);
});

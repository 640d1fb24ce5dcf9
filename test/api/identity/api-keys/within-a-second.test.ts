import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeStaff } from '../../../../scripts/grant-staff.ts';
import { signedIn } from '../../../support/cabinet/signed-in.ts';
import { clientOf, type Reply } from '../../../support/client.ts';
import { aPerson, type Person } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { openPool } from '../../../support/stack/pool.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let control: ReturnType<typeof controlOf>;
let instances: string[];
let person: Person;
let staff: Person;
let pool: pg.Pool;

beforeAll(async () => {
  stack = await startStack();
  control = controlOf(stack.controlUrl);
  instances = [stack.baseUrl, await control.anotherInstance()];
  pool = openPool(stack.adminDatabaseUrl);
  person = await aPerson(stack.baseUrl, { roles: ['ADVERTISER'] });
  staff = await aPerson(stack.baseUrl, { scopes: [] });
  await changeStaff(stack.adminDatabaseUrl, 'grant', staff.email);
});
afterAll(async () => {
  await pool?.end();
  await stack?.stop();
});

/** A new key that every instance has just accepted and cached. */
async function aTrustedKey(expiresAt: string | null = null, owner = person) {
  const { body } = await owner.api.post('/api-keys', { name: 'Robot', scopes: ['write'], expiresAt });
  const requests = instances.map((instance) => () => clientOf(instance, body.data.key).get('/me'));
  for (const request of requests) expect((await request()).status).toBe(200);
  return { id: body.data.id, requests };
}

const askByToken = ({ token } = person) =>
  instances.map((instance) => () => clientOf(instance, token, '/api/v1').get('/me'));

type Request = () => Promise<Reply>;

/** The answers after one second of continuous requests by all of them. */
async function aSecondLater(requests: readonly Request[]): Promise<Reply[]> {
  const all = () => Promise.all(requests.map((request) => request()));
  for (let step = 0; step < 4; step++) {
    await all();
    await control.moveOn(250);
  }
  return all();
}
const statusesAfterASecond = async (requests: readonly Request[]) =>
  new Set((await aSecondLater(requests)).map(({ status }) => status));

test('every instance refuses a deleted key within one second, however busy it is', async () => {
  const { id, requests } = await aTrustedKey();
  expect((await person.api.delete(`/api-keys/${id}`)).status).toBe(200);
  expect(await statusesAfterASecond(requests)).toEqual(new Set([401]));
});

test('a key is refused as soon as it expires', async () => {
  const expiresAt = new Date((await control.now()).getTime() + 60_000);
  const { requests } = await aTrustedKey(expiresAt.toISOString());
  await control.withoutWaiting(async () => {
    // The second of trust contains the expiry.
    await control.moveClock(new Date(expiresAt.getTime() - 500));
    for (const request of requests) expect((await request()).status).toBe(200);
    await control.moveClock(expiresAt);
    for (const request of requests) expect((await request()).body.code).toBe('API_KEY_INVALID');
  });
});

test('every instance refuses a suspended user within one second, by key and by token, and accepts the key again as fast', async () => {
  const owner = await aPerson(stack.baseUrl);
  const { requests } = await aTrustedKey(null, owner);
  const all = [...requests, ...askByToken(owner)];
  for (const request of all) expect((await request()).status).toBe(200);
  const suspend = (body: object) => staff.api.put(`/staff/users/${owner.userId}/suspension`, body);

  expect((await suspend({ suspended: true, reason: 'Under investigation' })).status).toBe(200);
  expect(await statusesAfterASecond(all)).toEqual(new Set([403]));
  for (const request of all) expect((await request()).body.code).toBe('ACCOUNT_ACCESS_DENIED');
  expect((await suspend({ suspended: false })).status).toBe(200);
  expect(await statusesAfterASecond(requests)).toEqual(new Set([200]));
  // The suspension has ended the session of the token.
  expect(await statusesAfterASecond(askByToken(owner))).toEqual(new Set([401]));
});

test('every instance sees a lost role within one second', async () => {
  const { requests } = await aTrustedKey();
  await Promise.all(askByToken().map((request) => request()));
  const order = { items: [] };
  const create = (instance: string) => clientOf(instance, person.apiKey).post('/placement-orders', order);
  for (const instance of instances) expect((await create(instance)).body.code).toBe('VALIDATION_FAILED');
  await person.api.patch('/me', { roles: ['CREATOR'] });
  for (const { body } of await aSecondLater([...requests, ...askByToken()]))
    expect(body.data.owner.roles).not.toContain('ADVERTISER');
});

test('a deleted key stays deleted through every failure of Redis', async () => {
  const { id, requests } = await aTrustedKey();
  await control.upstash('refuse');
  expect((await person.api.delete(`/api-keys/${id}`)).status).toBe(200);
  expect(await statusesAfterASecond(requests)).toEqual(new Set([401]));
  await control.upstash('up');
  await control.flushUpstash();
  for (const request of requests) expect((await request()).status).toBe(401);
});

test('a deleted user is refused within one second', async () => {
  const gone = await aPerson(stack.baseUrl);
  const requests = [() => gone.api.get('/me'), () => gone.keyed.get('/me')];
  for (const request of requests) expect((await request()).status).toBe(200);
  await pool.query('delete from users where id = $1', [gone.userId]);
  expect(await statusesAfterASecond(requests)).toEqual(new Set([401]));
});

const aPage = '/cabinet/settings/keys';
const passwordPage = '/cabinet/settings/password';
const securityPage = '/cabinet/settings/security';

/** A page is open in two browsers of one person, and every instance has just trusted both sessions. */
async function twoBrowsers() {
  const one = await aPerson(stack.baseUrl, { roles: ['ADVERTISER'], hasSession: true });
  const here = await signedIn(stack.baseUrl, one);
  const there = await signedIn(stack.baseUrl, one);
  const cookies = { here: here.cookie(), there: there.cookie() };
  const requests = (cookie: string) =>
    instances.map((instance) => () => fetch(instance + aPage, { headers: { cookie }, redirect: 'manual' }));
  const seen = async (of: keyof typeof cookies) => {
    for (let step = 0; step < 4; step++) {
      await Promise.all(requests(cookies[of]).map((request) => request()));
      await control.moveOn(250);
    }
    return Promise.all(
      requests(cookies[of]).map(async (request) => {
        const answer = await request();
        return { status: answer.status, showsKeys: (await answer.text()).includes('Robot') };
      }),
    );
  };
  for (const request of [...requests(cookies.here), ...requests(cookies.there)])
    expect((await request()).status).toBe(200);
  return { one, here, there, seen };
}
type Browsers = Awaited<ReturnType<typeof twoBrowsers>>;

test.each<[string, number, 'here' | 'there', (browsers: Browsers) => Promise<{ readonly status: number }>]>([
  ['signed out', 303, 'here', ({ here }) => here.post('/sign-out', [])],
  ['ended from another browser', 303, 'there', ({ here }) => here.submit(securityPage, 'others')],
  [
    'ended by a new password',
    303,
    'there',
    ({ here, one }) =>
      here.submit(passwordPage, 'password', { currentPassword: one.password, newPassword: 'another password' }),
  ],
  ['of a deleted account', 303, 'there', ({ one }) => one.api.delete('/me', { body: { confirm: true } })],
  [
    'of a suspended person',
    403,
    'here',
    ({ one }) => staff.api.put(`/staff/users/${one.userId}/suspension`, { suspended: true, reason: 'A complaint' }),
  ],
])('every instance shows no page to a session that is %s, within one second', async (_, answered, ended, end) => {
  const browsers = await twoBrowsers();
  expect([200, 303]).toContain((await end(browsers)).status);
  for (const { status, showsKeys } of await browsers.seen(ended)) {
    expect(status).toBe(answered);
    expect(showsKeys).toBe(false);
  }
});

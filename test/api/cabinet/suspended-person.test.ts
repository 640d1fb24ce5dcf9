import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fields } from '../../support/cabinet/form-in.ts';
import { aPassword, type Visitor, visitorAt } from '../../support/cabinet/visitor.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { whileHeld } from '../../support/stack/held-rows.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const path = '/cabinet/settings/keys';
const passwordPages = ['/cabinet/settings/password', '/cabinet/settings/email'];
const reason = 'This account is suspended. The reason: Under <investigation>';

let staff: Person;
beforeAll(async () => {
  staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
});

async function change(userId: number, body: object): Promise<void> {
  expect((await staff.twin.put(`/staff/users/${userId}/suspension`, body)).status).toBe(200);
}
const suspend = (userId: number) => change(userId, { suspended: true, reason: 'Under <investigation>' });
const lift = (userId: number) => change(userId, { suspended: false });

interface Suspended {
  readonly id: number;
  readonly visitor: Visitor;
  signIn(visitor?: Visitor): ReturnType<Visitor['post']>;
}

async function aSignedIn(): Promise<Suspended> {
  const { id } = await market.anAdvertiser();
  const credential = Object.entries(await aPassword(market, id));
  const visitor = visitorAt(baseUrl);
  const signIn = (by = visitor) => by.post('/sign-in', credential);
  expect((await signIn()).status).toBe(303);
  return { id, visitor, signIn };
}

/** The session opens no page before: the service trusts a session that it has seen for a second. */
async function aSuspended(): Promise<Suspended> {
  const person = await aSignedIn();
  await suspend(person.id);
  expect((await person.visitor.get(path)).status).toBe(403);
  return person;
}

const open = (cookie: string) => fetch(baseUrl + path, { headers: { cookie }, redirect: 'manual' });
const rowsOf = async (userId: number): Promise<number> =>
  (await market.one('select count(*)::int from suspended_sessions where user_id = $1', [userId])).count;

test('a suspended person reads the reason and the contact of the operator within a second, on every page', async () => {
  const { id, visitor } = await aSignedIn();
  expect((await visitor.get(path)).status).toBe(200);
  await suspend(id);
  const suspendedAt = Date.now();
  await expect.poll(async () => (await visitor.get(path)).status).not.toBe(200);
  expect(Date.now() - suspendedAt).toBeLessThan(1_500);
  for (const page of [path, ...passwordPages]) {
    const { status, headers, html } = await visitor.get(page);
    expect([page, status, headers.get('cache-control')]).toEqual([page, 403, 'no-store']);
    expect(wordsOf(html)).toContain(reason);
    expect(html).toContain('<a href="mailto:help@castline.example?subject=Request');
    expect(html).toContain('<form method="post" action="/sign-out">');
  }
});

test('a page reads the reason that staff has entered last', async () => {
  const { id, visitor } = await aSuspended();
  await change(id, { suspended: true, reason: 'Fraud' });
  expect(wordsOf((await visitor.get(path)).html)).toContain('The reason: Fraud');
});

test('a form of a suspended person changes nothing and keeps what was typed', async () => {
  const { visitor } = await aSuspended();
  const name = `Robot ${randomUUID()}`;
  const sent: Fields = [
    ['form', 'create'],
    ['idempotencyKey', randomUUID()],
    ['name', name],
    ['scopes', ''],
  ];
  const { status, html } = await visitor.post(path, sent);
  expect(status).toBe(403);
  expect(wordsOf(html)).toContain(reason);
  expect(wordsOf(html)).toContain(name);
  const script = await visitor.post(path, sent, { accept: 'application/json' });
  expect([script.status, JSON.parse(script.html)]).toEqual([403, { code: 'ACCOUNT_ACCESS_DENIED', message: reason }]);
  expect((await market.one('select count(*)::int from api_keys where name = $1', [name])).count).toBe(0);
});

test('a new address or password of a suspended person is refused with the reason, and the address stays typed', async () => {
  const { visitor } = await aSuspended();
  const given: Fields = [
    ...([
      ['newEmail', 'typed@castline.example'],
      ['password', 'short'],
      ['currentPassword', 'any password'],
      ['newPassword', 'another password'],
    ] satisfies Fields),
  ];
  const answers = await Promise.all(passwordPages.map((page) => visitor.post(page, given)));
  for (const { status, html } of answers) {
    expect(status).toBe(403);
    expect(wordsOf(html)).toContain(reason);
    expect(html).toContain('<form method="post" action="/sign-out">');
  }
  expect(answers[1]?.html).toContain('value="typed@castline.example"');
});

test('the sign-out of a suspended person leads to the sign-in, and its cookie shows no reason any more', async () => {
  const { id, visitor } = await aSuspended();
  const cookie = visitor.cookie();
  const out = await visitor.post('/sign-out', []);
  expect([out.status, out.headers.get('location')]).toEqual([303, '/sign-in']);
  expect(visitor.cookie()).not.toContain('session_token');
  expect(await rowsOf(id)).toBe(0);
  expect([(await visitor.get(path)).status, (await open(cookie)).status]).toEqual([303, 303]);
});

test('after the suspension the old cookie is signed out, and a new sign-in works', async () => {
  const { id, visitor, signIn } = await aSuspended();
  expect((await signIn(visitorAt(baseUrl))).status).toBe(403);
  await lift(id);
  expect(await rowsOf(id)).toBe(0);
  expect((await visitor.get(path)).status).toBe(303);
  for (const page of passwordPages) expect((await visitor.get(page)).status).toBe(303);
  expect((await signIn()).status).toBe(303);
  expect((await visitor.get(path)).status).toBe(200);
});

test('a forged cookie, and that of a session that has ended before the suspension, show no reason', async () => {
  const { id, visitor, signIn } = await aSignedIn();
  const ended = visitor.cookie();
  await visitor.post('/sign-out', []);
  await signIn();
  await suspend(id);
  const forged = visitor.cookie().replace(/(castline\.session_token=)./, '$1_');
  for (const cookie of [forged, ended]) await expect.poll(async () => (await open(cookie)).status).toBe(303);
  await expect.poll(async () => (await open(visitor.cookie())).status).toBe(403);
});

test('a new password signs out the cookies of a suspended person', async () => {
  const { id, visitor } = await aSuspended();
  await market.pool.query(`update accounts set password = 'another' where user_id = $1`, [id]);
  expect((await visitor.get(path)).status).toBe(303);
});

test('the rows of the ended sessions have hashes, and no token', async () => {
  const { id } = await aSignedIn();
  const { token } = await market.one('select token from sessions where user_id = $1', [id]);
  await suspend(id);
  const { hash, row } = await market.one(
    `select encode(token_sha256, 'hex') as hash, s::text as row from suspended_sessions s where user_id = $1`,
    [id],
  );
  expect(hash).toBe(createHash('sha256').update(token).digest('hex'));
  expect(row).not.toContain(token);
  expect((await market.one('select count(*)::int from sessions where user_id = $1', [id])).count).toBe(0);
});

test.each(['a sign-in', 'a suspension'])(
  'no session is left of a sign-in beside a suspension, if %s is first',
  async (first) => {
    const { id, signIn } = await aSignedIn();
    const other = visitorAt(baseUrl);
    const works = [() => signIn(other), () => suspend(id)];
    const [one, two] = first === 'a sign-in' ? works : works.reverse();
    const waiting = async (count: number) =>
      expect
        .poll(
          async () => (await market.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount,
        )
        .toBe(count);
    let second: Promise<unknown> | undefined;
    await whileHeld(
      market.pool,
      { text: 'select from users where id = $1 for update', values: [id] },
      async () => one?.(),
      async () => {
        second = two?.();
        await waiting(2);
      },
    );
    await second;
    expect((await market.one('select count(*)::int from sessions where user_id = $1', [id])).count).toBe(0);
    await expect.poll(async () => (await other.get(path)).status).toBe(first === 'a sign-in' ? 403 : 303);
  },
);

import { describe, expect, test } from 'vitest';
import { changeStaff } from '../../../../scripts/grant-staff.ts';
import type { Visitor } from '../../../support/cabinet/visitor.ts';
import { visitorAt } from '../../../support/cabinet/visitor.ts';
import { anAddress, aPerson, callAuth } from '../../../support/market/people.ts';
import { type OwnMarket, ownMarket } from '../../../support/stack/own-market.ts';
import { startStack } from '../../../support/stack/stack.ts';

let own: OwnMarket;
ownMarket((ready) => {
  own = ready;
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const password = 'correct horse battery';

async function aVisitor({ isStaff = false } = {}) {
  const { baseUrl, adminDatabaseUrl } = own.stack;
  const { email } = await aPerson(baseUrl, { scopes: [] });
  if (isStaff) await changeStaff(adminDatabaseUrl, 'grant', email);
  const visitor = visitorAt(baseUrl);
  await signIn(visitor, email);
  return { visitor, email };
}

const signIn = (visitor: Visitor, email: string) => visitor.post('/sign-in', Object.entries({ email, password }));

/** Whether the cookie opens a session, by the page and by the API. */
async function isOpen(cookie: string): Promise<boolean> {
  const answers = await Promise.all(
    ['/cabinet', '/api/auth/token'].map((path) =>
      fetch(own.stack.baseUrl + path, { headers: { cookie }, redirect: 'manual' }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses[0] === 200).toBe(statuses[1] === 200);
  return statuses[0] === 200;
}

describe('a session', () => {
  test('that is used each day ends after 30 days', async () => {
    const { visitor } = await aVisitor();
    for (const _ of Array.from({ length: 14 })) {
      await own.control.moveOn(2 * dayMs);
      expect((await visitor.get('/cabinet')).status).toBe(200);
    }
    await own.control.moveOn(2 * dayMs - hourMs);
    expect(await isOpen(visitor.cookie())).toBe(true);
    await own.control.moveOn(2 * hourMs);
    expect(await isOpen(visitor.cookie())).toBe(false);
  });

  test('of staff ends after 12 hours', async () => {
    const { visitor } = await aVisitor({ isStaff: true });
    await own.control.moveOn(11 * hourMs);
    expect(await isOpen(visitor.cookie())).toBe(true);
    await own.control.moveOn(2 * hourMs);
    expect(await isOpen(visitor.cookie())).toBe(false);
  });

  test('a session that lasts no longer by its use is not written again by each request', async () => {
    const { visitor, email } = await aVisitor({ isStaff: true });
    const version = async () =>
      (
        await own.market.one(
          'select s.xmin::text from sessions s join users u on u.id = s.user_id where u.email = $1',
          [email],
        )
      ).xmin;
    const before = await version();
    await own.control.moveOn(hourMs);
    for (const path of ['/api/auth/get-session', '/api/auth/token', '/cabinet'])
      expect((await visitor.get(path)).status).toBe(200);
    expect(await version()).toBe(before);
  });

  test('that is used by the API alone is extended once a day', async () => {
    const { visitor, email } = await aVisitor();
    const left = async () =>
      await own.market.one(
        `select extract(day from s.expires_at - s.updated_at)::int as days, s.updated_at > s.created_at as "isExtended"
           from sessions s join users u on u.id = s.user_id where u.email = $1 order by s.id desc limit 1`,
        [email],
      );
    await own.control.moveOn(2 * dayMs);
    const { headers } = await visitor.get('/api/auth/token');
    expect(headers.getSetCookie().join()).toContain('session_token');
    expect(await left()).toEqual({ days: 7, isExtended: true });
    expect((await visitor.get('/api/auth/get-session')).headers.getSetCookie()).toEqual([]);
  });

  test('of a user who becomes staff ends as early as those of staff', async () => {
    const { visitor, email } = await aVisitor();
    await changeStaff(own.stack.adminDatabaseUrl, 'grant', email);
    const { rows } = await own.market.pool.query(
      `select max(s.ends_at) <= now() + interval '12 hours' as is_short from sessions s join users u on u.id = s.user_id where u.email = $1`,
      [email],
    );
    expect(rows).toEqual([{ is_short: true }]);
    expect(visitor.cookie()).toContain('session_token');
  });

  test('ends when the same browser signs in again, by the page or by the API', async () => {
    const [{ visitor, email }, other] = [await aVisitor(), await aVisitor()];
    const first = visitor.cookie();
    await signIn(visitor, other.email);
    const second = visitor.cookie();
    // An isolate trusts a session for a second.
    await own.control.moveOn(1_100);
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
    const { baseUrl } = own.stack;
    const again = await callAuth(baseUrl, '/sign-in/email', {
      body: { email, password },
      headers: { cookie: second, origin: baseUrl },
    });
    expect(again.status).toBe(200);
    await own.control.moveOn(1_100);
    expect([await isOpen(second), await isOpen(other.visitor.cookie())]).toEqual([false, true]);
  });

  test('ends when the same browser signs up', async () => {
    const { visitor } = await aVisitor();
    const former = visitor.cookie();
    const signedUp = await visitor.post('/sign-up', Object.entries({ name: 'Nova', email: anAddress(), password }));
    expect(signedUp.status).toBe(303);
    await own.control.moveOn(1_100);
    expect([await isOpen(former), await isOpen(visitor.cookie())]).toEqual([false, true]);
  });
});

test('the lifetimes of sessions are settings', async () => {
  const stack = await startStack({ vars: { SESSION_MAX_DAYS: '1', STAFF_SESSION_HOURS: '2' } });
  const hours = async (isStaff: boolean) => {
    const { email } = await aPerson(stack.baseUrl, { scopes: [] });
    if (isStaff) await changeStaff(stack.adminDatabaseUrl, 'grant', email);
    const { headers } = await callAuth(stack.baseUrl, '/sign-in/email', { body: { email, password } });
    const cookie = headers.getSetCookie().map((set) => set.slice(0, set.indexOf(';')));
    const { body } = await callAuth(stack.baseUrl, '/get-session', { headers: { cookie: cookie.join('; ') } });
    return Math.round((Date.parse(body.session.expiresAt) - Date.parse(body.session.createdAt)) / hourMs);
  };
  expect([await hours(false), await hours(true)]).toEqual([24, 2]);
  await stack.stop();
});

test('over https each cookie can be set by this host alone', async () => {
  const baseUrl = 'https://castline.example';
  const stack = await startStack({ vars: { BASE_URL: baseUrl } });
  const post = (path: string, body: URLSearchParams, cookie = '') =>
    fetch(stack.baseUrl + path, { method: 'POST', redirect: 'manual', body, headers: { origin: baseUrl, cookie } });
  const email = anAddress();
  const signedUp = await post('/sign-up', new URLSearchParams({ name: 'Nova', email, password }));
  const set = signedUp.headers.getSetCookie();
  const cookie = set.map((one) => one.slice(0, one.indexOf(';'))).join('; ');
  const page = await fetch(`${stack.baseUrl}/cabinet/settings/security`, { headers: { cookie } });
  expect([signedUp.status, page.status]).toEqual([303, 200]);
  const all = [...set, ...page.headers.getSetCookie()];
  expect(all.map((one) => one.slice(0, one.search(/token|device|notice/)))).toEqual(
    expect.arrayContaining(['__Host-castline.session_', '__Host-castline.']),
  );
  for (const one of all) {
    expect(one).toMatch(/^__Host-castline[.]/);
    expect(one).toMatch(/; Path=\/(;|$)/);
    expect(one).toMatch(/; HttpOnly/);
    expect(one).toMatch(/; Secure/);
    expect(one).not.toMatch(/Domain=/i);
  }
  await stack.stop();
});

import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { type Fields, formIn } from '../../support/cabinet/form-in.ts';
import { aPassword, visitorAt, visitorOf } from '../../support/cabinet/visitor.ts';
import { peopleOf } from '../../support/contract/people.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const path = '/cabinet/settings/keys';
const aVisitor = async () => visitorOf(market, baseUrl, (await market.anAdvertiser()).id);
const aForm = (name: string): Fields => [
  ['form', 'create'],
  ['idempotencyKey', randomUUID()],
  ['name', name],
  ['scopes', ''],
];
const keysNamed = async (name: string): Promise<number> =>
  (await market.one('select count(*)::int from api_keys where name = $1', [name])).count;

test('a page without a session leads to the sign-in, and from there back to the page with its query', async () => {
  const guest = visitorAt(baseUrl);
  const { status, headers } = await guest.get(`${path}?limit=5`);
  expect(status).toBe(303);
  expect(headers.get('location')).toBe(`/sign-in?${new URLSearchParams({ returnTo: `${path}?limit=5` })}`);
});

test('a form without a session is 401 with everything that was typed, and works after a sign-in', async () => {
  const name = `Robot ${randomUUID()}`;
  const signedOut = await visitorAt(baseUrl).post(path, aForm(name));
  expect(signedOut.status).toBe(401);
  expect(wordsOf(signedOut.html)).toContain(name);
  expect(signedOut.html).toContain('href="/sign-in?returnTo=%2Fcabinet%2Fsettings%2Fkeys"');
  const again = formIn(signedOut.html, 'create');
  const visitor = await aVisitor();
  expect((await visitor.post(path, again)).status).toBe(200);
  expect(await keysNamed(name)).toBe(1);
});

test.each([
  ['from another site', { origin: 'https://evil.example' }],
  ['from a sandboxed frame', { origin: 'null' }],
  ['from another site with the own origin', { 'sec-fetch-site': 'cross-site' }],
  ['from a sibling site', { 'sec-fetch-site': 'same-site' }],
])('a form %s is 403 and changes nothing', async (_, headers) => {
  const name = `Robot ${randomUUID()}`;
  const visitor = await aVisitor();
  const refused = await visitor.post(path, aForm(name), headers);
  expect(refused.status).toBe(403);
  expect(await keysNamed(name)).toBe(0);
});

test('a GET with the fields of a form changes nothing', async () => {
  const name = `Robot ${randomUUID()}`;
  const visitor = await aVisitor();
  await visitor.get(`${path}?${new URLSearchParams(aForm(name).map(([field, value]) => [field, value]))}`);
  expect(await keysNamed(name)).toBe(0);
});

test('signing out ends the session within a second, also for a copy of its cookie', async () => {
  const visitor = await aVisitor();
  const cookie = visitor.cookie();
  expect((await visitor.get(path)).status).toBe(200);
  const out = await visitor.post('/sign-out', []);
  expect({ status: out.status, to: out.headers.get('location') }).toEqual({ status: 303, to: '/sign-in' });
  await expect
    .poll(async () => (await fetch(baseUrl + path, { headers: { cookie }, redirect: 'manual' })).status)
    .toBe(303);
});

test('a forged cookie is no session', async () => {
  const { cookie } = await aVisitor();
  const forged = cookie().replace(/(castline\.session_token=)./, '$1_');
  const answer = await fetch(baseUrl + path, { headers: { cookie: forged }, redirect: 'manual' });
  expect(answer.status).toBe(303);
});

test('a suspended person reads the reason and the contact of the operator at the next sign-in', async () => {
  const { id } = await market.anAdvertiser();
  const staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
  await staff.twin.put(`/staff/users/${id}/suspension`, { suspended: true, reason: 'Under <investigation>' });
  const { status, html } = await visitorAt(baseUrl).post('/sign-in', Object.entries(await aPassword(market, id)));
  expect(status).toBe(403);
  expect(html).toContain('The reason: Under &lt;investigation&gt;');
  expect(html).toContain('<a href="mailto:help@castline.example?subject=Account');
});

test.each(['/sign-in', '/sign-up', '/reset', '/cabinet'])(
  'HEAD of %s is answered as GET, and changes nothing',
  async (at) => {
    const visitor = await aVisitor();
    const [got, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) =>
        fetch(baseUrl + at, { method, headers: { cookie: visitor.cookie(), origin: baseUrl }, redirect: 'manual' }),
      ),
    );
    expect(head?.status).toBe(got?.status);
  },
);

test('HEAD of the sign-out ends no session', async () => {
  const visitor = await aVisitor();
  await fetch(`${baseUrl}/sign-out`, { method: 'HEAD', headers: { cookie: visitor.cookie(), origin: baseUrl } });
  expect((await visitor.get(path)).status).toBe(200);
});

test('a page with a slash at its end leads to the page', async () => {
  const answer = await fetch(`${baseUrl}/cabinet/orders/?status=DRAFT`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/cabinet/orders?status=DRAFT']);
});

test('no public address answers who has a session', async () => {
  const { cookie } = await aVisitor();
  const answer = await fetch(`${baseUrl}/internal/session`, { headers: { cookie: cookie() } });
  expect(answer.status).toBe(404);
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
  'a sign-in does not lead to %s',
  async (returnTo) => {
    const { email, password } = await aPerson(baseUrl, { scopes: [] });
    const signedIn = await visitorAt(baseUrl).post(`/sign-in?${new URLSearchParams({ returnTo })}`, [
      ['email', email],
      ['password', password],
    ]);
    expect(signedIn.headers.get('location')).toBe('/cabinet');
  },
);

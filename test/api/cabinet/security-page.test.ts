import { afterAll, expect, test } from 'vitest';
import { visitorAt, visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());
const path = '/cabinet/settings/security';

async function twoBrowsers() {
  const person = await aPerson(baseUrl, { scopes: [], hasSession: true });
  const signedIn = async () => {
    const visitor = visitorAt(baseUrl);
    await visitor.submit('/sign-in', 'sign-in', { email: person.email, password: person.password });
    return visitor;
  };
  return { person, here: await signedIn(), there: await signedIn() };
}

test('the page lists the sessions of the API, and marks the one of this browser', async () => {
  const { person, here } = await twoBrowsers();
  const { data } = (await person.api.get('/me/sessions')).body;
  const { html } = await here.get(path);
  expect(data).toHaveLength(3);
  expect(html.match(/>This browser</g)).toHaveLength(1);
  expect(html.match(/>End session</g)).toHaveLength(2);
});

test('signing out everywhere else ends the other sessions within a second, and not this one', async () => {
  const { here, there } = await twoBrowsers();
  const done = await here.follow(await here.submit(path, 'others'));
  expect(wordsOf(done.html)).toContain('All other sessions have ended.');
  await expect.poll(async () => (await there.get(path)).status).toBe(303);
  expect((await here.get(path)).status).toBe(200);
});

test('the page says that a link by email changes the address only after a confirmation', async () => {
  const { html } = await (await twoBrowsers()).here.get(path);
  expect(wordsOf(html)).toContain('when you open the link that we send to it and confirm it there.');
});

test.each(['/cabinet/settings/password', '/cabinet/settings/email', '/reset'])(
  'the header of %s leads to the cabinet, and offers no sign-in',
  async (form) => {
    const { html } = await (await twoBrowsers()).here.get(form);
    const header = /<header class="top">.*?<\/header>/s.exec(html)?.[0] ?? '';
    expect([...header.matchAll(/href="(.*?)"/g)].map(([, href]) => href)).toEqual(['/cabinet']);
  },
);

test('nobody ends a session of another user', async () => {
  const [{ person, there }, other] = [
    await twoBrowsers(),
    await visitorOf(market, baseUrl, (await market.anAdvertiser()).id),
  ];
  const [{ id }] = (await person.api.get('/me/sessions')).body.data;
  const refused = await other.post(path, [
    ['form', 'end'],
    ['of', String(id)],
    ['idempotencyKey', crypto.randomUUID()],
  ]);
  expect(refused.status).toBe(404);
  expect((await there.get(path)).status).toBe(200);
});

test('a new password needs the present one, ends the other sessions, and keeps this browser signed in', async () => {
  const { person, here, there } = await twoBrowsers();
  const password = '/cabinet/settings/password';
  const refused = await here.submit(password, 'password', { currentPassword: 'wrong', newPassword: 'a new password' });
  expect(refused.status).toBe(400);
  expect(wordsOf(refused.html)).toContain('The current password is wrong.');
  const changed = await here.submit(password, 'password', {
    currentPassword: person.password,
    newPassword: 'a new password',
  });
  expect(changed.headers.get('location')).toBe(path);
  await expect.poll(async () => (await there.get(path)).status).toBe(303);
  expect((await here.get(path)).status).toBe(200);
});

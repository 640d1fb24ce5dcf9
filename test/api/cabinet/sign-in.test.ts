import { expect, test } from 'vitest';
import { visitorAt } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { untilMailed } from '../../support/market/mails.ts';
import { anAddress, aPerson } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;

const password = 'correct horse battery';

test('a person signs up and arrives at the first steps', async () => {
  const visitor = visitorAt(baseUrl);
  const email = anAddress();
  const done = await visitor.submit('/sign-up', 'sign-up', { name: 'Mira', email, password });
  expect({ status: done.status, to: done.headers.get('location') }).toEqual({ status: 303, to: '/cabinet/welcome' });
  expect((await visitor.get('/cabinet/settings')).html).toContain('value="Mira"');
});

test('a refused sign-up keeps the name and the address, and never the password', async () => {
  const visitor = visitorAt(baseUrl);
  const refused = await visitor.submit('/sign-up', 'sign-up', { name: 'Mira', email: anAddress(), password: 'short' });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('value="Mira"');
  expect(refused.html).not.toContain('short"');
  expect(wordsOf(refused.html)).toContain('The password needs at least 8 characters.');
});

test('a wrong password and an unknown address get the same page', async () => {
  const { email } = await aPerson(baseUrl, { scopes: [] });
  const pages = [email, anAddress()].map(async (given) => {
    const refused = await visitorAt(baseUrl).submit('/sign-in', 'sign-in', {
      email: given,
      password: 'wrong password',
    });
    const html = refused.html.replaceAll(given, 'ADDRESS').replace(/value="[0-9a-f-]{36}"/, '');
    return { status: refused.status, html };
  });
  const [known, unknown] = await Promise.all(pages);
  expect(known?.status).toBe(401);
  expect(known).toEqual(unknown);
});

test('an email for a new password leads to the page that sets it', async () => {
  const { email } = await aPerson(baseUrl, { scopes: [] });
  const visitor = visitorAt(baseUrl);
  const requested = await visitor.submit('/reset', 'reset', { email });
  expect(wordsOf(requested.html)).toContain('an email with a link is on its way');
  const [mail] = await untilMailed(shared.mailDir, email, /Set a new password/);
  const link = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const landed = await visitor.get(link.pathname + link.search);
  const page = landed.status === 200 ? link : new URL(landed.headers.get('location') ?? '', baseUrl);
  const set = await visitor.submit(page.pathname + page.search, 'reset', { newPassword: 'another password' });
  expect(set.headers.get('location')).toBe('/sign-in?reset');
  const signedIn = await visitor.submit('/sign-in', 'sign-in', { email, password: 'another password' });
  expect(signedIn.headers.get('location')).toBe('/cabinet');
});

test('a used or expired link for a new password says so before anybody types one, and offers another link', async () => {
  const visitor = visitorAt(baseUrl);
  const sent: [string, string][] = [
    ['form', 'reset'],
    ['newPassword', 'another password'],
  ];
  for (const answer of [await visitor.get('/reset?token=used'), await visitor.post('/reset?token=used', sent)]) {
    expect(answer.status).toBe(303);
    const { html } = await visitor.follow(answer);
    expect(wordsOf(html)).toContain('This link has expired or was used already. Request another one.');
    expect(html).toContain('name="email"');
    expect(html).not.toContain('name="newPassword"');
  }
});

test.each(['/sign-in', '/sign-up', '/reset', '/sign-out'])('%s refuses a form of another site', async (path) => {
  const refused = await visitorAt(baseUrl).post(path, [], { origin: 'https://evil.example' });
  expect(refused.status).toBe(403);
});

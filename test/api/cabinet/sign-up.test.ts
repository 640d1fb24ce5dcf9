import { expect, test } from 'vitest';
import { type Visitor, visitorAt } from '../../support/cabinet/visitor.ts';
import { linkIn, untilMailed } from '../../support/market/mails.ts';
import { anAddress } from '../../support/market/people.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';
import { shared } from '../../support/stack/shared.ts';

// Before the other one is started, beside it.
const { baseUrl } = shared;
let verifying: OwnMarket;
ownMarket(
  (own) => {
    verifying = own;
  },
  { vars: { EMAIL_VERIFICATION: 'true' } },
);

const password = 'correct horse battery';
const wanted = '/cabinet/orders/new?creator=7b0f3c5e-0d0c-4c39-9f3a-2f1b8f0f6c11&note=50%25+*off*';

/** Where a browser is after the redirects of a page. */
async function landed(visitor: Visitor, path: string): Promise<string> {
  const { headers } = await visitor.get(path);
  const location = headers.get('location');
  if (location === null) return path;
  const { pathname, search } = new URL(location, 'http://own.invalid');
  return landed(visitor, pathname + search);
}

/** The path of the link in the page that leads to another one. */
const linkTo = (path: string, html: string): string =>
  (new RegExp(`href="(${path}[^"]*)"`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

test('a newcomer who wanted a page gets it after the sign-up and the choice of roles', async () => {
  const visitor = visitorAt(baseUrl);
  const signIn = await landed(visitor, wanted);
  const signUp = linkTo('/sign-up', (await visitor.get(signIn)).html);
  const done = await visitor.submit(signUp, 'sign-up', { name: 'Mira', email: anAddress(), password });
  const welcome = done.headers.get('location') ?? '';
  expect(welcome).toMatch(/^\/cabinet\/welcome\?/);
  const chosen = await visitor.submit(welcome, 'roles', { roles: 'ADVERTISER' });
  expect(chosen.headers.get('location')).toBe(wanted);
});

test('a refused sign-up and a refused choice of roles keep the wanted page', async () => {
  const visitor = visitorAt(baseUrl);
  const signUp = `/sign-up?${new URLSearchParams({ returnTo: wanted })}`;
  const typed = { name: 'Mira', email: anAddress(), password };
  const refused = await visitor.submit(signUp, 'sign-up', { ...typed, password: 'short' });
  expect(linkTo('/sign-in', refused.html)).toBe(`/sign-in?${new URLSearchParams({ returnTo: wanted })}`);
  const welcome = (await visitor.submit(signUp, 'sign-up', typed)).headers.get('location') ?? '';
  expect((await visitor.submit(welcome, 'roles', { roles: 'STAFF' })).status).toBe(400);
  const chosen = await visitor.submit(welcome, 'roles', { roles: 'CREATOR' });
  expect(chosen.headers.get('location')).toBe(wanted);
});

test('an address must be verified, and its link leads on to the wanted page in any browser', async () => {
  const { stack } = verifying;
  const email = anAddress();
  const visitor = visitorAt(stack.baseUrl);
  const signUp = `/sign-up?${new URLSearchParams({ returnTo: wanted })}`;
  const asked = await visitor.submit(signUp, 'sign-up', { name: 'Mira', email, password });
  expect(asked.status).toBe(200);
  expect(linkTo('/sign-in', asked.html)).toBe(`/sign-in?${new URLSearchParams({ returnTo: wanted })}`);
  const [mail] = await untilMailed(stack.mailDir, email, /./);
  const other = visitorAt(stack.baseUrl);
  const welcome = (await other.submit(linkIn(mail), 'confirm', { password })).headers.get('location') ?? '';
  expect(welcome).toMatch(/^\/cabinet\/welcome\?/);
  const chosen = await other.submit(welcome, 'roles', { roles: 'ADVERTISER' });
  expect(chosen.headers.get('location')).toBe(wanted);
});

test('another email for the address also leads on to the wanted page', async () => {
  const { stack } = verifying;
  const email = anAddress();
  const visitor = visitorAt(stack.baseUrl);
  await visitor.submit('/sign-up', 'sign-up', { name: 'Mira', email, password });
  await untilMailed(stack.mailDir, email, /./);
  const signIn = `/sign-in?${new URLSearchParams({ returnTo: wanted })}`;
  const again = await visitor.post(signIn, [
    ['email', email],
    ['verify', '1'],
  ]);
  expect(linkTo('/sign-in', again.html)).toBe(signIn);
  const mails = await untilMailed(stack.mailDir, email, /./, 2);
  expect(mails.map(({ text }) => text).join()).toContain(encodeURIComponent('/cabinet/welcome?returnTo='));
});

test.each(['https://evil.example/', '//evil.example', '/.//evil.example'])(
  'a sign-up that should lead to %s leads to the cabinet',
  async (returnTo) => {
    const visitor = visitorAt(baseUrl);
    const signUp = `/sign-up?${new URLSearchParams({ returnTo })}`;
    const done = await visitor.submit(signUp, 'sign-up', { name: 'Mira', email: anAddress(), password });
    expect(done.headers.get('location')).toBe('/cabinet/welcome?returnTo=%2Fcabinet');
    const welcome = `/cabinet/welcome?${new URLSearchParams({ returnTo })}`;
    const chosen = await visitor.submit(welcome, 'roles', { roles: 'ADVERTISER' });
    expect(chosen.headers.get('location')).toBe('/cabinet');
  },
);

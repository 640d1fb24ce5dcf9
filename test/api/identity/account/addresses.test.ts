import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { peopleOf } from '../../../support/contract/people.ts';
import { linkIn, tokenIn, untilMailed } from '../../../support/market/mails.ts';
import { marketOf } from '../../../support/market/market.ts';
import { anAddress, callAuth } from '../../../support/market/people.ts';
import { shared } from '../../../support/stack/shared.ts';

const { baseUrl, mailDir } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const password = 'correct horse battery';
const aName = () => `nina${randomBytes(5).toString('hex')}`;
const post = (path: string, body: object, headers = {}) => callAuth(baseUrl, path, { body, headers });
const signUp = (email: string) => post('/sign-up/email', { name: 'Nina', email, password });
const signIn = async (email: string) => (await post('/sign-in/email', { email, password })).status;

test('the spellings of an address are one account, wherever it is typed', async () => {
  const name = aName();
  const [ascii, unicode] = [`${name}@xn--80a1acny.xn--p1ai`, `${name}@почта.рф`];
  const spellings = [ascii, unicode, ` ${name.toUpperCase()}@ПОЧТА.РФ\n`];
  const signedUp = await signUp(unicode);
  expect([signedUp.status, signedUp.body.user?.email]).toEqual([200, ascii]);
  for (const spelling of spellings) {
    expect((await signUp(spelling)).body.code).toBe('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL');
    expect(await signIn(spelling)).toBe(200);
  }
  expect((await post('/request-password-reset', { email: unicode })).status).toBe(200);
  const [reset] = await untilMailed(mailDir, ascii, /new password/);
  expect((await post('/reset-password', { token: tokenIn(reset), newPassword: `${password} 2` })).status).toBe(200);
  const staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
  for (const search of spellings) {
    const { body } = await staff.twin.get(`/staff/users?${new URLSearchParams({ search: search.trim() })}`);
    expect(body.data.map(({ email }: { email: string }) => email)).toEqual([ascii]);
  }
});

test('an address changes to one with an internationalised domain, which is stored in ASCII', async () => {
  const [name, email] = [aName(), anAddress()];
  const { headers } = await signUp(email);
  const cookie = headers.getSetCookie().map((set) => set.slice(0, set.indexOf(';')));
  const asked = await post(
    '/change-email',
    { newEmail: `${name}@müller.example `, password },
    { cookie: cookie.join('; '), origin: baseUrl },
  );
  expect(asked.status).toBe(200);
  const [mail] = await untilMailed(mailDir, `${name}@xn--mller-kva.example`, /^Confirm/);
  const token = new URL(linkIn(mail), baseUrl).searchParams.get('token');
  expect((await post('/verify-email', { token })).status).toBe(200);
  expect([await signIn(`${name}@müller.example`), await signIn(email)]).toEqual([200, 401]);
});

test.each([
  ['all characters of a dot-atom', () => `!#$%&'*+-/=?^_\`{|}~.${aName()}@example.com`],
  ['an ampersand', () => `${aName()}&d@example.com`],
])('an address with %s signs up and in, and gets email', async (_, make) => {
  const email = make();
  expect((await signUp(email)).status).toBe(200);
  expect(await signIn(email)).toBe(200);
  expect((await post('/request-password-reset', { email })).status).toBe(200);
  await untilMailed(mailDir, email, /new password/);
});

test.each(['nina@@example.com', 'nina@-example.com', 'nina@127.0.0.1', 'nïna@example.com'])(
  '%s is refused by each route that takes an address',
  async (email) => {
    for (const answer of [await signUp(email), await post('/request-password-reset', { email })])
      expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await signIn(email)).toBeGreaterThanOrEqual(400);
  },
);

test('an address at a domain with an ASCII form that no name becomes does not sign up', async () => {
  const { status, body } = await signUp(`${aName()}@xn--zzzzzz.com`);
  expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
});

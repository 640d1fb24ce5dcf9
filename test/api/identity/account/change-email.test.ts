import { afterAll, expect, test } from 'vitest';
import { signedIn } from '../../../support/cabinet/signed-in.ts';
import { type Visitor, visitorAt } from '../../../support/cabinet/visitor.ts';
import { wordsOf } from '../../../support/html.ts';
import { mailsTo, untilMailed } from '../../../support/market/mails.ts';
import { marketOf } from '../../../support/market/market.ts';
import { anAddress, aPerson, callAuth } from '../../../support/market/people.ts';
import { shared } from '../../../support/stack/shared.ts';

const { baseUrl, mailDir } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const path = '/cabinet/settings/email';
const aMember = () => aPerson(baseUrl, { scopes: [] });
const request = (visitor: Visitor, newEmail: string, password: string) =>
  visitor.submit(path, 'email', { newEmail, password });
const emailOf = async (userId: number) => (await market.one('select email from users where id = $1', [userId])).email;

async function linkTo(address: string): Promise<string> {
  const [mail] = await untilMailed(mailDir, address, /^Confirm your new address/);
  const { pathname, search } = new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  return pathname + search;
}

test('the address changes when the link is opened, and the former address gets notices', async () => {
  const person = await aMember();
  const [visitor, fresh] = [await signedIn(baseUrl, person), anAddress()];
  expect(wordsOf((await request(visitor, fresh.toUpperCase(), person.password)).html)).toContain('Check your email');
  const link = await linkTo(fresh);
  await untilMailed(mailDir, person.email, /new address .* requested/);
  expect(await emailOf(person.userId)).toBe(person.email);

  const opened = await visitor.get(link);
  expect(opened.headers.get('location')).toBe(`${path}?changed`);
  expect(await emailOf(person.userId)).toBe(fresh);
  await untilMailed(mailDir, person.email, /address .* was changed/);
  const signIn = (email: string) => callAuth(baseUrl, '/sign-in/email', { body: { email, password: person.password } });
  expect([(await signIn(fresh)).status, (await signIn(person.email)).status]).toEqual([200, 401]);
});

test('a wrong password is refused, and no email is sent', async () => {
  const person = await aMember();
  const [visitor, fresh] = [await signedIn(baseUrl, person), anAddress()];
  const refused = await request(visitor, fresh, 'wrong horse battery');
  expect(refused.status).toBe(400);
  expect(wordsOf(refused.html)).toContain('The current password is wrong.');
  expect(refused.html).toContain(`value="${fresh}"`);
  expect(mailsTo(mailDir, fresh)).toEqual([]);
});

test('an address that has an account gets the same answer as a new one, and no link', async () => {
  const [person, other] = [await aMember(), await aMember()];
  const visitor = await signedIn(baseUrl, person);
  const [known, unknown] = [other.email, anAddress()];
  const answers = [await request(visitor, known, person.password), await request(visitor, unknown, person.password)];
  await linkTo(unknown);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.html.replaceAll(known, '')).toBe(answers[1]?.html.replaceAll(unknown, ''));
  expect(mailsTo(mailDir, known, /Confirm/)).toEqual([]);
});

test('the link does nothing without a session of its user, and works after the sign-in', async () => {
  const [person, other] = [await aMember(), await aMember()];
  const [visitor, fresh] = [await signedIn(baseUrl, person), anAddress()];
  await request(visitor, fresh, person.password);
  const link = await linkTo(fresh);
  const stranger = await visitorAt(baseUrl).get(link);
  expect(stranger.headers.get('location')).toBe(`/sign-in?${new URLSearchParams({ returnTo: link })}`);
  const wrong = await (await signedIn(baseUrl, other)).get(link);
  expect(wrong.headers.get('location')).toContain('error=');
  expect(await emailOf(person.userId)).toBe(person.email);
  await visitor.get(link);
  expect(await emailOf(person.userId)).toBe(fresh);
});

test('a new password ends the link', async () => {
  const person = await aMember();
  const [visitor, fresh] = [await signedIn(baseUrl, person), anAddress()];
  await request(visitor, fresh, person.password);
  const link = await linkTo(fresh);
  await visitor.submit('/cabinet/settings/password', 'password', {
    currentPassword: person.password,
    newPassword: 'another horse battery',
  });
  expect((await visitor.get(link)).headers.get('location')).toBe(`${path}?error=INVALID_TOKEN`);
  expect(await emailOf(person.userId)).toBe(person.email);
});

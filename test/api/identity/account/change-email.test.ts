import { afterAll, expect, test } from 'vitest';
import { signedIn } from '../../../support/cabinet/signed-in.ts';
import { type Visitor, visitorAt } from '../../../support/cabinet/visitor.ts';
import { wordsOf } from '../../../support/html.ts';
import { linkIn, mailsTo, tokenIn, untilMailed } from '../../../support/market/mails.ts';
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
  return linkIn(mail);
}

test('the address changes when the link is confirmed, and the former address gets notices', async () => {
  const person = await aMember();
  const [visitor, fresh] = [await signedIn(baseUrl, person), anAddress()];
  expect(wordsOf((await request(visitor, fresh.toUpperCase(), person.password)).html)).toContain('Check your email');
  const link = await linkTo(fresh);
  await untilMailed(mailDir, person.email, /new address .* requested/);
  expect(await emailOf(person.userId)).toBe(person.email);

  expect(wordsOf((await visitor.get(link)).html)).toContain(fresh);
  expect(await emailOf(person.userId)).toBe(person.email);
  await visitor.submit(link, 'confirm');
  expect(wordsOf((await visitor.get(link)).html)).toContain('Your email address has changed.');
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

test('the link needs no session and opens none, in a browser of nobody or of another person', async () => {
  for (const browser of [visitorAt(baseUrl), await signedIn(baseUrl, await aMember())]) {
    const [person, fresh] = [await aMember(), anAddress()];
    await request(await signedIn(baseUrl, person), fresh, person.password);
    const [link, before] = [await linkTo(fresh), browser.cookie()];
    await browser.submit(link, 'confirm');
    expect([await emailOf(person.userId), browser.cookie()]).toEqual([fresh, before]);
    expect(wordsOf((await browser.get(link)).html)).toContain('Your email address has changed.');
  }
});

test('a link ends with the address that it replaces, and when its address was taken meanwhile', async () => {
  const person = await aMember();
  const [visitor, first, second] = [await signedIn(baseUrl, person), anAddress(), anAddress()];
  await request(visitor, first, person.password);
  await request(visitor, second, person.password);
  const [link, other] = [await linkTo(first), await linkTo(second)];
  await visitor.submit(other, 'confirm');
  const ended = await visitor.post(link, [['form', 'confirm']]);
  expect([ended.status, await emailOf(person.userId)]).toEqual([400, second]);
  expect(wordsOf(ended.html)).toContain('Ask for the change of your address again');

  const taken = anAddress();
  await request(visitor, taken, person.password);
  const late = await linkTo(taken);
  await callAuth(baseUrl, '/sign-up/email', { body: { name: 'Nova', email: taken, password: person.password } });
  expect((await visitor.post(late, [['form', 'confirm']])).status).toBe(422);
  expect(await emailOf(person.userId)).toBe(second);
});

test('links for a new password that the former address has received end with the change', async () => {
  const person = await aMember();
  const [visitor, fresh] = [await signedIn(baseUrl, person), anAddress()];
  await callAuth(baseUrl, '/request-password-reset', { body: { email: person.email } });
  const [mail] = await untilMailed(mailDir, person.email, /new password/);
  await request(visitor, fresh, person.password);
  await visitor.submit(await linkTo(fresh), 'confirm');
  const body = { token: tokenIn(mail), newPassword: 'another horse battery' };
  const reset = await callAuth(baseUrl, '/reset-password', { body });
  expect([reset.status, reset.body.code]).toEqual([400, 'INVALID_TOKEN']);
  const signIn = await callAuth(baseUrl, '/sign-in/email', { body: { email: fresh, password: person.password } });
  expect(signIn.status).toBe(200);
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
  expect((await visitor.post(link, [['form', 'confirm']])).status).toBe(400);
  expect(await emailOf(person.userId)).toBe(person.email);
});

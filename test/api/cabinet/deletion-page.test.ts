import { afterAll, expect, test } from 'vitest';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { filled, visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { assignmentsOf } from '../../support/market/assignments.ts';
import { campaignsOf } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(async () => {
  await market.expectSoundLedger();
  await market.close();
});

const path = '/cabinet/settings/deletion';

test('a person deletes the account by typing the word, and is signed out', async () => {
  const person = await aPerson(baseUrl, { scopes: [] });
  const visitor = await signedIn(baseUrl, person);
  const wrong = await visitor.submit(path, 'delete', { confirm: 'yes' });
  expect(wrong.status).toBe(400);
  expect(wordsOf(wrong.html)).toContain('Type the word “delete”.');
  expect(wrong.html).toContain('value="yes"');
  const done = await visitor.submit(path, 'delete', { confirm: 'delete' });
  expect({ status: done.status, location: done.headers.get('location') }).toEqual({
    ...{ status: 303, location: '/sign-in?deleted' },
  });
  expect(wordsOf((await visitor.follow(done)).html)).toContain('Your account is deleted.');
  await expect.poll(async () => (await visitor.get('/cabinet')).status).toBe(303);
});

test('the page of a person with a balance says what is in the way, and deletes nothing', async () => {
  const person = await aPerson(baseUrl, { scopes: [] });
  const visitor = await signedIn(baseUrl, person);
  const { html: open } = await visitor.get(path);
  await market.deposit(person.userId, 100);
  const shown = await visitor.get(path);
  expect(wordsOf(shown.html)).toContain(
    'You cannot delete the account yet. You have an available balance: ask our staff',
  );
  expect(shown.html).toContain('href="/cabinet/wallet#payments"');
  expect(hasForm(shown.html, 'delete')).toBe(false);
  const refused = await visitor.post(path, filled(formIn(open, 'delete'), { confirm: 'delete' }));
  expect(refused.status).toBe(409);
  expect(wordsOf(refused.html)).toContain('You have an available balance');
  expect((await visitor.get('/cabinet')).status).toBe(200);
});

test('a creator with open work is led to it, and without the role to the settings', async () => {
  const { creator } = await assignmentsOf(market, baseUrl).assignmentIn('ACCEPTED');
  const visitor = await visitorOf(market, baseUrl, creator.id);
  expect((await visitor.get(path)).html).toContain('finish or cancel it. <a href="/cabinet/work">Open your work</a>');
  await market.pool.query(`update users set roles = '{}' where id = $1`, [creator.id]);
  await expect
    .poll(async () => (await visitor.get(path)).html)
    .toContain('<a href="/cabinet/settings">Choose the role');
  expect(wordsOf((await visitor.get('/cabinet/wallet')).html)).toContain('To be paid for work 90.00 USDT');
});

test('an advertiser with a running campaign is led to it, and its reserve is not named beside it', async () => {
  const person = await aPerson(baseUrl, { roles: ['ADVERTISER'] });
  await market.deposit(person.userId, 10_000);
  await campaignsOf(baseUrl, market).aRunning(person);
  const { html } = await (await signedIn(baseUrl, person)).get(path);
  expect(html).toContain('<a href="/cabinet/campaigns">Open your campaigns</a>');
  expect(wordsOf(html)).not.toContain('You have reserved money');
});

test('a member of staff is told whom to ask, and has no form', async () => {
  const { html } = await (await visitorOf(market, baseUrl, await market.aUser(['STAFF']))).get(path);
  expect(wordsOf(html)).toContain('ask the operator to end your role first');
  expect(hasForm(html, 'delete')).toBe(false);
});

import { afterAll, expect, test } from 'vitest';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { filled } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
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

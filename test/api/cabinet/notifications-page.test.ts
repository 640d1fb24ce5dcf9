import { afterAll, expect, test } from 'vitest';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const path = '/cabinet/settings/notifications';
const isTicked = (html: string, topic: string) => new RegExp(`id="choices-${topic}"[^>]*checked`).test(html);

test('a person switches the emails about a topic off and on again, and the API shows the same choices', async () => {
  const { api: client, ...owner } = await aPerson(baseUrl, { scopes: [] });
  const person = await signedIn(baseUrl, owner);
  expect(isTicked((await person.get(path)).html, 'campaigns')).toBe(true);
  const off = await person.follow(await person.submit(path, 'choices', { campaigns: 'false' }));
  expect(['work', 'accounts', 'campaigns', 'factories'].filter((topic) => isTicked(off.html, topic))).toEqual([
    ...['work', 'accounts', 'factories'],
  ]);
  expect((await client.get('/me/notifications')).body).toEqual({
    data: { work: true, accounts: true, campaigns: false, factories: true, security: true },
  });
  await person.submit(path, 'choices', { campaigns: 'true' });
  expect((await client.get('/me/notifications')).body.data.campaigns).toBe(true);
});

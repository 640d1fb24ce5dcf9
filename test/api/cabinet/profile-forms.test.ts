import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCreatorAt, plainWords, shownAt } from '../../support/cabinet/creator-forms.ts';
import { formIn } from '../../support/cabinet/form-in.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const settings = '/cabinet/settings';
const page = '/cabinet/page';

test('a person changes the name and the roles, and the menu has the parts of the roles', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  expect((await browser.get(settings)).html).not.toContain('href="/cabinet/campaigns"');
  const saved = await browser.submit(settings, 'profile', {
    displayName: 'Mira & Co',
    roles: ['', 'CREATOR', 'ADVERTISER'],
  });
  const { html } = await browser.follow(saved);
  expect(plainWords(html)).toContain('Your profile is saved.');
  expect(html).toContain('href="/cabinet/campaigns"');
  const { owner } = (await person.api.get('/me')).body.data;
  expect(owner).toMatchObject({ displayName: 'Mira & Co', roles: expect.arrayContaining(['ADVERTISER', 'CREATOR']) });
  expect(Object.fromEntries(formIn(html, 'profile'))).toMatchObject({ displayName: 'Mira & Co' });
});

test('the profile is not saved with a blank name, and what was typed stays', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const before = (await person.api.get('/me')).body;
  const refused = await browser.submit(settings, 'profile', { displayName: ' ', roles: ['', 'ADVERTISER'] });
  expect([refused.status, plainWords(refused.html)]).toEqual([400, expect.stringContaining('Name: must not be blank')]);
  expect(Object.fromEntries(formIn(refused.html, 'profile'))).toMatchObject({ displayName: ' ', roles: 'ADVERTISER' });
  expect((await person.api.get('/me')).body).toEqual(before);
});

const addressOf = async ({ person }: Awaited<ReturnType<typeof aCreatorAt>>) =>
  (await person.api.get('/influencer-profile/page')).body.data.address;

test('a creator chooses a short address, which the page shows, changes it and gives it up', async () => {
  const creator = await aCreatorAt(baseUrl);
  const { browser } = creator;
  const names = [`mira-${randomUUID().slice(0, 8)}`, `mira-${randomUUID().slice(0, 8)}`];
  for (const name of names) {
    const saved = await browser.follow(await browser.submit(page, 'address', { name }));
    expect(plainWords(saved.html)).toContain('Your short address is saved.');
    expect(await addressOf(creator)).toEqual({ name, url: `${baseUrl}/@${name}` });
    expect(saved.html).toContain(`<a href="${baseUrl}/@${name}">`);
    expect(plainWords(saved.html)).toContain('It opens once your page is public.');
  }
  await browser.submit(page, 'address', { name: '' });
  expect(await addressOf(creator)).toBeNull();
  expect(await shownAt(browser, page)).not.toContain(`/@${names[1]}`);
});

test('a short address that is taken or not valid is refused, and stays in its field', async () => {
  const [owner, other] = [await aCreatorAt(baseUrl), await aCreatorAt(baseUrl)];
  const taken = `mira-${randomUUID().slice(0, 8)}`;
  await owner.browser.submit(page, 'address', { name: taken });
  for (const [name, status] of [
    [taken, 409],
    ['No name', 400],
  ] as const) {
    const refused = await other.browser.submit(page, 'address', { name });
    expect(refused.status).toBe(status);
    expect(refused.html).toContain('id="address-problem" data-focus');
    expect(Object.fromEntries(formIn(refused.html, 'address')).name).toBe(name);
  }
  expect(await addressOf(other)).toBeNull();
});

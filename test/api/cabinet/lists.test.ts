import { afterAll, expect, test } from 'vitest';
import { priced, shownAt } from '../../support/cabinet/creator-forms.ts';
import { hasForm } from '../../support/cabinet/form-in.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const lists = '/cabinet/lists';

async function anAdvertiser() {
  const person = await aPerson(baseUrl, { roles: ['ADVERTISER'] });
  return { person, browser: await signedIn(baseUrl, person) };
}
const aCreator = async () => (await market.aListing()).creator;
const entryOf = async (publicId: string) =>
  (await (await fetch(`${baseUrl}/api/v1/creator-pages/${publicId}`)).json()).data;
const unpublish = async (id: number) => {
  await market.pool.query(`update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`, [id]);
  await market.pool.query('select catalog_refresh($1, now())', [id]);
};

test('an advertiser saves a creator from the public page into a new list, then into another, and removes it', async () => {
  const { person, browser } = await anAdvertiser();
  const { publicId } = await aCreator();
  const save = `${lists}?creator=${publicId}`;
  expect(await (await fetch(`${baseUrl}/creators/${publicId}`)).text()).toContain(`href="${save}"`);

  const { displayName, services } = await entryOf(publicId);
  expect(await shownAt(browser, save)).toContain(`Save ${displayName}`);
  const saved = await browser.follow(await browser.submit(save, 'create', { name: 'Retro' }));
  expect(wordsOf(saved.html)).toContain(`The list is saved.`);
  const [list] = (await person.api.get('/saved-lists')).body.data;
  expect(list).toMatchObject({ name: 'Retro', creators: 1 });
  expect(await shownAt(browser, `${lists}/${list.id}`)).toContain(priced(services[0].basePrice));

  const { id: other } = (await person.api.post('/saved-lists', { name: 'Cozy' })).body.data;
  await browser.follow(await browser.submit(save, 'save', {}, String(other)));
  expect((await person.api.get(`/saved-lists/${other}`)).body.data.creators).toBe(1);
  await browser.follow(await browser.submit(save, 'remove', {}, String(list.id)));
  expect((await person.api.get(`/saved-lists/${list.id}`)).body.data.creators).toBe(0);
  expect(await shownAt(browser, `${lists}/${list.id}`)).toContain('This list has no creators.');
});

test('an advertiser renames and deletes a list, and a blank name keeps the form with its issue', async () => {
  const { person, browser } = await anAdvertiser();
  const { id } = (await person.api.post('/saved-lists', { name: 'Retro' })).body.data;
  const path = `${lists}/${id}`;
  expect((await browser.submit(path, 'rename', { name: ' ' })).status).toBe(400);
  const hostile = '<script>alert(1)</script>';
  const renamed = await browser.follow(await browser.submit(path, 'rename', { name: hostile }));
  expect(wordsOf(renamed.html)).toContain(hostile);
  expect(renamed.html).not.toContain(hostile);
  await browser.follow(await browser.submit(path, 'delete'));
  expect((await browser.get(path)).status).toBe(404);
});

test('a creator who has unpublished is shown as unavailable, and can only be removed', async () => {
  const { person, browser } = await anAdvertiser();
  const { id: creatorId, publicId } = await aCreator();
  const { id } = (await person.api.post('/saved-lists', { name: 'Retro', creatorPublicId: publicId })).body.data;
  const { displayName } = await entryOf(publicId);
  await unpublish(creatorId);
  const shown = await browser.get(`${lists}/${id}`);
  expect(wordsOf(shown.html)).toContain('Unavailable creator');
  expect(wordsOf(shown.html)).not.toContain(displayName);
  expect(hasForm((await browser.get(`${lists}?creator=${publicId}`)).html, 'save')).toBe(false);
  expect(await shownAt(browser, `/cabinet/compare?creators=${publicId}`)).toContain('Unavailable creator');
  await browser.follow(await browser.submit(`${lists}/${id}`, 'remove', {}, publicId));
  expect((await person.api.get(`/saved-lists/${id}`)).body.data.creators).toBe(0);
});

test('chosen creators are shown side by side, at most four of them', async () => {
  const { browser } = await anAdvertiser();
  const creators = await Promise.all(Array.from({ length: 5 }, aCreator));
  const entries = await Promise.all(creators.map(({ publicId }) => entryOf(publicId)));
  // A form sends one field for each box.
  const query = creators.map(({ publicId }) => `creators=${publicId}`);
  const two = await shownAt(browser, `/cabinet/compare?${query.slice(0, 2).join('&')}`);
  for (const { displayName, services } of entries.slice(0, 2)) {
    expect(two).toContain(displayName);
    expect(two).toContain(priced(services[0].basePrice));
  }
  const { html } = await browser.get(`/cabinet/compare?${query.join('&')}`);
  expect(wordsOf(html)).toContain('These are the first 4 creators.');
  const shown = creators.map(({ publicId }) => html.includes(`href="/creators/${publicId}"`));
  expect(shown).toEqual([true, true, true, true, false]);
});

test('a comparison begins on the public page of a creator, and takes others by the addresses of their pages', async () => {
  const { browser } = await anAdvertiser();
  const [first, second] = [await aCreator(), await aCreator()];
  const begun = `/cabinet/compare?creators=${first.publicId}`;
  expect(await (await fetch(`${baseUrl}/creators/${first.publicId}`)).text()).toContain(`href="${begun}"`);
  expect((await browser.get(begun)).html).toContain(`name="creators" value="${first.publicId}"`);
  const added = (typed: string) => browser.get(`${begun}&${new URLSearchParams({ creators: typed })}`);
  const { html } = await added(`${baseUrl}/creators/${second.publicId}?from=mail`);
  for (const { publicId } of [first, second]) expect(html).toContain(`href="/creators/${publicId}"`);
  expect(wordsOf((await added('someone')).html)).toContain('This is no address of a creator’s page: someone');
});

test('a comparison takes a creator by the short address, and names one that no public page has', async () => {
  const { browser } = await anAdvertiser();
  const [first, second] = [await aCreator(), await aCreator()];
  const name = `compared-${second.id}`;
  await market.pool.query('insert into creator_addresses (name, creator_id, chosen_at) values ($1, $2, now())', [
    name,
    second.id,
  ]);
  const added = (typed: string) =>
    browser.get(`/cabinet/compare?creators=${first.publicId}&${new URLSearchParams({ creators: typed })}`);
  for (const typed of [`@${name}`, `/@${name}`, `${baseUrl}/@${name.toUpperCase()}?from=mail`]) {
    const { html } = await added(typed);
    for (const { publicId } of [first, second]) expect(html).toContain(`href="/creators/${publicId}"`);
    expect(html).toContain(`name="creators" value="${second.publicId}"`);
  }
  const unknown = await added('@nobody-has-it');
  expect(wordsOf(unknown.html)).toContain('No public page has the address /@nobody-has-it');
  expect(unknown.html).toContain(`href="/creators/${first.publicId}"`);
  const elsewhere = `https://elsewhere.example/@${name}`;
  expect(wordsOf((await added(elsewhere)).html)).toContain(`This is no address of a creator’s page: ${elsewhere}`);
  const alone = await browser.get('/cabinet/compare?creators=@nobody-has-it');
  expect([alone.status, wordsOf(alone.html).includes('No creators are chosen.')]).toEqual([200, true]);
  await unpublish(second.id);
  expect(wordsOf((await added(`@${name}`)).html)).toContain(`No public page has the address /@${name}`);
});

test('the comparison shows the measured engagement rate of each channel, and no other', async () => {
  const { browser } = await anAdvertiser();
  const [{ id, publicId }, other] = [await aCreator(), await aCreator()];
  await market.pool.query(
    `insert into channel_posts (channel_id, external_id, published_at, views, likes, comments, measured_at)
     select id, 'a', now(), 1000, 40, 3, now() from channels where creator_id = $1`,
    [id],
  );
  await market.refresh(id);
  const words = await shownAt(browser, `/cabinet/compare?creators=${publicId}&creators=${other.publicId}`);
  expect(words.replaceAll('\u00a0', ' ')).toMatch(
    / Engagement rate Twitch: 4\.30 % from 1 of 1 posts Oldest measurement: [^T]+ Twitch: – not measured /,
  );
});

test('lists of another advertiser do not exist', async () => {
  const [owner, other] = [await anAdvertiser(), await anAdvertiser()];
  const { id } = (await owner.person.api.post('/saved-lists', { name: 'Retro' })).body.data;
  expect((await other.browser.get(`${lists}/${id}`)).status).toBe(404);
});

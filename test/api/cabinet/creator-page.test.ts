import { afterAll, expect, test } from 'vitest';
import { aCreatorAt, aStream, plainWords, priced, shownAt, withRows } from '../../support/cabinet/creator-forms.ts';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { filled } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { openAShop } from '../../support/market/prices.ts';
import { aChannel, aHandle, sellersOf } from '../../support/market/sellers.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const page = '/cabinet/page';
const channels = '/cabinet/channels';

test('a new creator writes the profile, adds a channel, sets prices and publishes, and a guest sees the page', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  expect(await shownAt(browser, page)).toContain('Still missing A name . Without it the page cannot be published.');
  const name = `Mira ${aHandle()}`;
  const saved = await browser.submit(page, 'profile', {
    displayName: name,
    bio: 'Cozy games.\r\nEvery day.',
    topics: 'gaming, cozy',
    languages: 'en, de',
    geo: 'de',
    channelType: 'STREAMER',
    'contacts.0.name': 'email',
    'contacts.0.value': 'mira@example.com',
  });
  expect(wordsOf((await browser.follow(saved)).html)).toContain('Your profile is saved.');
  expect((await person.api.get('/influencer-profile')).body.data).toMatchObject({
    displayName: name,
    bio: 'Cozy games.\nEvery day.',
    ...{ topics: ['gaming', 'cozy'], languages: ['en', 'de'], geo: ['DE'], channelType: 'STREAMER' },
    contacts: { email: 'mira@example.com' },
  });

  const early = plainWords((await browser.follow(await browser.submit(page, 'publish'))).html);
  expect(early).toContain('You have published the page, but nobody can open it until it has a published service.');
  expect(early).not.toContain('Public since');

  const handle = aHandle();
  for (const both of [{}, { handle, canonicalUrl: `https://www.twitch.tv/${handle}` }]) {
    const refused = await browser.submit(channels, 'add', { platform: 'TWITCH', ...both });
    expect(refused.status).toBe(400);
    expect(wordsOf(refused.html)).toMatch(/(Address|Handle): fill in the address or the handle, not both/);
  }
  const added = await browser.submit(channels, 'add', { platform: 'TWITCH', handle });
  const prices = added.headers.get('location') ?? '';
  expect(prices).toMatch(/^\/cabinet\/channels\/\d+\/prices$/);
  const rows = await withRows(browser, prices, 'prices', 'add:services', 'add:services', 'remove:services.0');
  const priced1 = await browser.post(prices, filled(rows, aStream(0)));
  expect(priced1.status).toBe(303);

  const published = await browser.follow(await browser.submit(page, 'publish'));
  expect(wordsOf(published.html)).toContain('Your page is published.');
  const { publicUrl } = (await person.api.get('/influencer-profile/page')).body.data;
  await expect
    .poll(async () => plainWords(await (await fetch(publicUrl)).text()))
    .toContain(`${name} Streamer · English · German Cozy games.`);
  expect(plainWords(await (await fetch(publicUrl)).text())).toContain('120.50 USDT per stream');
  expect(published.html).toContain(publicUrl);
  expect(plainWords(published.html)).toMatch(/Public since .* It shows your profile as it is saved/);
  expect(plainWords(published.html)).toContain('The terms of Twitch let nobody but you see the views.');
  const edited = await browser.follow(await browser.submit(page, 'profile', { bio: 'Calm games.', topics: 'calm' }));
  expect(plainWords(edited.html)).toContain('Not public yet: your changed text about you and topics.');

  const gone = await browser.follow(await browser.submit(page, 'unpublish'));
  expect(wordsOf(gone.html)).toContain('Unpublished');
  await expect.poll(async () => (await fetch(publicUrl)).status).toBe(404);
});

test('a channel that was added by its address can be linked to the account of the same name', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const { id, handle } = await aChannel(person);
  await aChannel(person);
  expect(await shownAt(browser, channels)).not.toContain('Link to your account');
  const socialAccountId = await sellersOf(market).anAccount(person.userId, { platform: 'TWITCH', handle });
  const { html } = await browser.get(channels);
  expect(html.match(/Link to your account/g)).toHaveLength(1);
  const saved = await browser.follow(await browser.submit(channels, 'link'));
  expect(wordsOf(saved.html)).toContain('The channel is linked to your account.');
  expect((await person.api.get('/influencer-channels')).body.data).toMatchObject([
    { id, kind: 'NATIVE', socialAccountId },
    { kind: 'MANUAL' },
  ]);
});

test('the preview shows what the API says would be published', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  await person.api.patch('/influencer-profile', { expectedVersion: 1, displayName: 'Mira Plays', topics: ['gaming'] });
  await openAShop(person);
  const { preview } = (await person.api.get('/influencer-profile/page')).body.data;
  const words = await shownAt(browser, page);
  for (const { title, basePrice, packageOptions } of preview.services) {
    expect(words).toContain(`${title} Live stream, mention`);
    expect(words).toContain(priced(basePrice));
    for (const { packageBase } of packageOptions) expect(words).toContain(priced(packageBase));
  }
  expect(words).toContain(`Twitch ${preview.channels[0].handle}`);
  expect(words).not.toContain('Still missing');
});

test('wrong prices and profiles keep what was typed, with the issue at its field', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const { id } = await aChannel(person);
  const path = `${channels}/${id}/prices`;
  const rows = await withRows(browser, path, 'prices', 'add:services');
  const wrong = await browser.post(path, filled(rows, aStream(0, { priceCents: '1.234', usageTerms: '' })));
  expect(wrong.status).toBe(400);
  expect(wrong.html).toMatch(/id="prices-services-0-usageTerms"[^>]*aria-invalid/);
  expect(wrong.html).toContain('value="1.234"');
  const profile = await browser.submit(page, 'profile', {
    displayName: 'Mira',
    geo: 'DE, Nowhere',
    'contacts.0.name': 'not a name',
    'contacts.0.value': 'x',
  });
  expect(profile.status).toBe(400);
  expect(profile.html).toMatch(/id="profile-geo"[^>]*aria-invalid/);
  expect(profile.html).toContain('id="profile-contacts-not-a-name"');
  expect(profile.html).toContain('value="DE, Nowhere"');
});

test('while publication is disabled the form keeps its key and says that the intent is saved, and later it publishes', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  await person.api.patch('/influencer-profile', { expectedVersion: 1, displayName: 'Mira Waits' });
  const switchTo = (isOn: boolean) =>
    market.pool.query(`update controls set is_enabled = $1 where name = 'publication'`, [isOn]);
  await switchTo(false);
  try {
    const fields = formIn((await browser.get(page)).html, 'publish');
    const refused = await browser.post(page, fields);
    expect(refused.status).toBe(503);
    expect(wordsOf(refused.html)).toContain('We have saved your request');
    const key = (form: ReturnType<typeof formIn>) => form.find(([name]) => name === 'idempotencyKey')?.[1];
    expect(key(formIn(refused.html, 'publish'))).toBe(key(fields));
    expect(await shownAt(browser, page)).toContain('We have saved your request');
    await switchTo(true);
    expect((await browser.post(page, formIn(refused.html, 'publish'))).status).toBe(303);
  } finally {
    await switchTo(true);
  }
  expect((await person.api.get('/influencer-profile/page')).body.data).toMatchObject({ status: 'PUBLISHED' });
});

test('sending the form for a channel twice adds one channel', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const handle = aHandle();
  const fields = filled(formIn((await browser.get(channels)).html, 'add'), { platform: 'KICK', handle });
  const both = [await browser.post(channels, fields), await browser.post(channels, fields)];
  expect(both.map(({ headers }) => headers.get('location'))).toEqual([
    both[0]?.headers.get('location'),
    both[0]?.headers.get('location'),
  ]);
  const { data } = (await person.api.get('/influencer-channels')).body;
  expect(data.map((one: { handle: string }) => one.handle)).toEqual([handle]);
  const removed = await browser.follow(await browser.submit(channels, 'delete', {}, String(data[0].id)));
  expect(wordsOf(removed.html)).toContain('You have no channels.');
});

test('a creator gets a code for a channel, submits the proof, and reads its state', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const { id } = await aChannel(person);
  const path = `${channels}/${id}/ownership`;
  const challenged = await browser.follow(await browser.submit(path, 'challenge'));
  const { code } = (await person.api.get(`/influencer-channels/${id}/ownership`)).body.data;
  expect(wordsOf(challenged.html)).toContain(code);
  const submitted = await browser.follow(await browser.submit(path, 'submit'));
  expect(wordsOf(submitted.html)).toContain('Proof in review');
  expect(hasForm(submitted.html, 'submit')).toBe(false);
});

test('channels of another creator do not exist, and an advertiser has no such pages', async () => {
  const [{ person }, { browser }] = [await aCreatorAt(baseUrl), await aCreatorAt(baseUrl)];
  const { id } = await aChannel(person);
  for (const path of [`${channels}/${id}/prices`, `${channels}/${id}/ownership`])
    expect((await browser.get(path)).status).toBe(404);
  const fields = formIn((await browser.get(channels)).html, 'add').filter(([name]) => name === 'idempotencyKey');
  expect((await browser.post(channels, [['form', 'delete'], ['of', String(id)], ...fields])).status).toBe(404);
  const advertiser = await signedIn(baseUrl, await aPerson(baseUrl, { roles: ['ADVERTISER'] }));
  for (const path of [page, channels]) expect((await advertiser.get(path)).status).toBe(403);
});

test('hostile text of a creator is inert on the page and in the editor', async () => {
  const { browser, person } = await aCreatorAt(baseUrl);
  const hostile = `"><script>alert(1)</script><b id='x'>`;
  await browser.submit(page, 'profile', { displayName: hostile, bio: hostile, topics: hostile });
  const { id } = await aChannel(person);
  const path = `${channels}/${id}/prices`;
  const rows = await withRows(browser, path, 'prices', 'add:services');
  await browser.post(path, filled(rows, aStream(0, { title: hostile, usageTerms: hostile })));
  for (const { html } of [await browser.get(page), await browser.get(path)]) {
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<script>alert|<b id=/);
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
  }
});

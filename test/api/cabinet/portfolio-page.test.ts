import { afterAll, expect, test } from 'vitest';
import { portfolioLimits } from '../../../schema/creators/creators.ts';
import { aCreatorAt, plainWords } from '../../support/cabinet/creator-forms.ts';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import type { Visitor } from '../../support/cabinet/visitor.ts';
import { marketOf } from '../../support/market/market.ts';
import { addedPicture, idsOf, insertPictures, picturesOf, verifiedPicture } from '../../support/market/portfolios.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const path = '/cabinet/page/portfolio';
const wordsAfter = async (browser: Visitor, sent: Awaited<ReturnType<Visitor['submit']>>) =>
  plainWords((await browser.follow(sent)).html);

test('a creator describes, moves and removes pictures without script, and the preview of the page shows them', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  expect(plainWords((await browser.get(path)).html)).toContain('There is no picture yet.');
  const [a, b, c] = await insertPictures(market, person.userId, ['First', null, 'Third'], baseUrl);

  const described = await browser.submit(path, 'describe', { caption: 'Second' }, b);
  expect(await wordsAfter(browser, described)).toContain('The caption is saved.');
  expect(await wordsAfter(browser, await browser.submit(path, 'order', {}, c))).toContain('The picture is moved.');
  expect(await idsOf(person.api)).toEqual([a, c, b]);
  await browser.submit(path, 'order', {}, a);
  expect(await idsOf(person.api)).toEqual([c, a, b]);
  // The second button of a picture between others moves it down.
  await browser.submit(path, 'order', { by: ['-1', '1'] }, a);
  expect(await idsOf(person.api)).toEqual([c, b, a]);

  const { html } = await browser.get(path);
  expect(plainWords(html)).toContain('Remove picture 1?');
  await browser.submit(path, 'remove', {}, c);
  expect((await picturesOf(person.api)).map(({ caption }) => caption)).toEqual(['Second', 'First']);
  const preview = (await browser.get('/cabinet/page')).html;
  expect(preview.indexOf('alt="Second"')).toBeGreaterThan(0);
  expect(preview.indexOf('alt="First"')).toBeGreaterThan(preview.indexOf('alt="Second"'));
});

test('an uploaded picture is added with its caption, and the page shows it with its size', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const uploadIds = await verifiedPicture(person.api);
  const added = await browser.submit(path, 'add', { uploadIds, caption: 'A "stage" & <b>' });
  const { html } = await browser.follow(added);
  expect(html).toContain('alt="A &quot;stage&quot; &amp; &lt;b&gt;"');
  expect(html).toMatch(/<img src="\/avatars\/private\/[^"]+" alt="[^"]+" width="48" height="48" loading="lazy"/);
  const [, shown = ''] = /<img src="(\/avatars\/private\/[^"]+)"/.exec(html) ?? [];
  expect((await fetch(baseUrl + shown)).status).toBe(200);
});

test('a form without a file keeps its caption, and says what is missing', async () => {
  const { browser } = await aCreatorAt(baseUrl);
  const { status, html } = await browser.submit(path, 'add', { caption: 'A stage' });
  expect(status).toBe(400);
  expect(html).toContain('value="A stage"');
  expect(plainWords(html)).toContain('Please correct one field.');
});

test('a move on a page that shows another order is refused, and undoes no other move', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const [a, b, c] = await insertPictures(market, person.userId, ['First', 'Second', 'Third'], baseUrl);
  const stale = formIn((await browser.get(path)).html, 'order', a);
  await browser.submit(path, 'order', {}, c);
  const refused = await browser.post(path, stale);
  expect(refused.status).toBe(409);
  expect(await idsOf(person.api)).toEqual([a, c, b]);
});

test('a reordering on a page that lacks a picture is refused, and the page shows the current pictures', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const [a, b] = await insertPictures(market, person.userId, ['First', 'Second'], baseUrl);
  const fields = formIn((await browser.get(path)).html, 'order', b);
  const { id } = await addedPicture(person.api);
  const refused = await browser.post(path, fields);
  expect(refused.status).toBe(409);
  expect(formIn(refused.html, 'order', b)).toContainEqual(['pictureIds', [a, b, id].join()]);
  expect(await idsOf(person.api)).toEqual([a, b, id]);
});

test('a full portfolio offers no upload, and its page stays below 60 kB', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  await insertPictures(market, person.userId, Array(portfolioLimits.pictures).fill('😀'.repeat(200)), baseUrl);
  const { html } = await browser.get(path);
  expect(hasForm(html, 'add')).toBe(false);
  expect(Buffer.byteLength(html)).toBeLessThan(60_000);
  expect(Buffer.byteLength((await browser.get('/cabinet/page')).html)).toBeLessThan(60_000);
});

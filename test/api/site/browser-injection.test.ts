import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBrowserHere, openBrowser, type Watched, watch } from '../../support/browser.ts';
import { injections } from '../../support/injections.ts';
import { shared } from '../../support/shared.ts';
import { faultsOf } from '../../support/validity.ts';
import { aWord, shelfOf } from '../catalog/shelf.ts';

const baseUrl = shared.baseUrl;
const shelf = shelfOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => shelf.close());

const cut = (text: string, length: number) => Array.from(text).slice(0, length).join('');

/** A creator all of whose texts are this one, however they got into the database. */
async function aCreatorOf(text: string, topic: string): Promise<string> {
  const service = { title: cut(text, 200), terms: text };
  const { id, publicId } = await shelf.aCreator({
    name: cut(text, 80),
    bio: text,
    topics: [topic, text],
    languages: [text],
    geo: [text],
    channels: [{ platform: 'YOUTUBE', handle: cut(text, 100), account: {}, views: [7], services: [service] }],
  });
  await shelf.run(`update channels set canonical_url = 'https://x.example/' || $2 where creator_id = $1`, [id, text]);
  await shelf.run(
    `insert into audience_snapshots (social_account_id, source, captured_at, verified_at, period_days, geo, demo)
     select id, 'MANUAL', now(), now(), 28, jsonb_build_array(jsonb_build_object('country', $2::text, 'share', 1)),
       jsonb_build_array(jsonb_build_object('age', $2::text, 'gender', $2::text, 'share', 1)) from social_accounts where owner_id = $1`,
    [id, text],
  );
  await shelf.refresh(id);
  return publicId;
}

/** Every element with the names of its attributes. */
const skeletonOf = (page: Page): Promise<string[]> =>
  page.evaluate(`Array.from(document.querySelectorAll('*'), (element) =>
    element.tagName + ' ' + element.getAttributeNames().sort())`);

describe.skipIf(!isBrowserHere)('texts that look like markup', () => {
  const topic = aWord();
  const published: { text: string; path: string }[] = [];
  let harmless = '';
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
    harmless = `/creators/${await aCreatorOf('harmless', topic)}`;
    for (const text of injections) published.push({ text, path: `/creators/${await aCreatorOf(text, topic)}` });
  }, 240_000);
  afterAll(() => browser?.close());

  async function open(bypassCSP: boolean): Promise<{ page: Page; watched: Watched }> {
    const page = await (await browser.newContext({ bypassCSP })).newPage();
    return { page, watched: watch(page) };
  }

  test('there are a hundred of them', () => expect(injections.length).toBeGreaterThanOrEqual(100));

  test.each([
    ['under the policy of the page nothing is refused, since nothing is tried', false],
    ['with the policy taken away nothing runs', true],
  ])(
    '%s, and no page has another element than one of plain words',
    async (_, bypassCSP) => {
      const { page, watched } = await open(bypassCSP);
      await page.goto(baseUrl + harmless);
      const plain = await skeletonOf(page);
      expect(plain.length).toBeGreaterThan(100);
      for (const { text, path } of published) {
        await page.goto(baseUrl + path);
        expect(await skeletonOf(page), text).toEqual(plain);
        expect(await page.locator('h1').textContent(), text).toBe(cut(text, 80));
        expect(await page.title(), text).toContain(cut(text, 80).trim().replace(/\s+/g, ' ').slice(0, 3));
      }
      expect(watched.noises).toEqual([]);
      expect(watched.requests.filter((url) => !url.startsWith(`${baseUrl}/`))).toEqual([]);
    },
    120_000,
  );

  test('the catalog shows them as text, on every page of the list', async () => {
    const { page, watched } = await open(true);
    await page.goto(`${baseUrl}/creators?topic=${topic}`);
    const seen: string[] = [];
    for (;;) {
      seen.push(...(await page.locator('.creator h3').allTextContents()));
      const tags = new Set((await skeletonOf(page)).map((element) => element.split(' ')[0]));
      for (const foreign of ['SCRIPT', 'IMG', 'IFRAME', 'BASE', 'B']) expect(tags.has(foreign), foreign).toBe(false);
      const next = page.locator('a[rel=next]');
      if ((await next.count()) === 0) break;
      await next.click();
    }
    expect(seen.sort()).toEqual(['harmless', ...injections.map((text) => cut(text, 80))].sort());
    expect(watched.noises).toEqual([]);
  });

  test('the form gives back what was typed as text', async () => {
    const { page, watched } = await open(true);
    for (const text of injections.filter((_, n) => n % 7 === 0)) {
      await page.goto(
        `${baseUrl}/creators?${new URLSearchParams({ topic: text, q: text, minPrice: text, audienceGeo: 'US' })}`,
      );
      expect(await page.locator('#minPrice').inputValue()).toBe(text.trim());
    }
    expect(watched.noises.filter((noise) => !noise.includes('400 (Bad Request)'))).toEqual([]);
  });

  test('every page is valid HTML', async () => {
    for (const { text, path } of [{ text: 'harmless', path: harmless }, ...published])
      expect(await faultsOf(await (await fetch(baseUrl + path)).text()), text).toEqual([]);
  });
});

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, isBrowserHere, openBrowser, type Watched, watch } from '../../support/browser.ts';
import { untilMailed } from '../../support/market/mails.ts';
import { aPerson, callAuth } from '../../support/market/people.ts';
import { addedPicture } from '../../support/market/portfolios.ts';
import { allFaults, excessWidth, slowRules } from '../../support/page-faults.ts';
import { depth, diagonal } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';
import { faultsOf } from '../../support/validity.ts';
import { aWord, shelfOf } from '../catalog/shelf.ts';

const baseUrl = shared.baseUrl;
const shelf = shelfOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const topic = aWord();
const longHandle = aWord().padEnd(100, 'w');
const paths: Record<string, string> = {};

const packagesAt = (five: number, ten: number) => [
  { quantity: 1, discountBps: 0 },
  { quantity: 5, discountBps: five },
  { quantity: 10, discountBps: ten },
];

beforeAll(async () => {
  const services = [
    { title: 'A mention', packages: packagesAt(750, 1_500) },
    { title: 'A dear one', cents: 1_249_999, packages: packagesAt(0, 1_275) },
    { title: 'A dedicated stream', terms: 'Free use. '.repeat(60) },
  ];
  let publicId = '';
  for (let n = 0; n < 26; n++) {
    const audiences = [{ geo: { US: 0.52, DE: 0.2, BR: 0.004 } }];
    const channels = [
      { platform: 'TWITCH', account: {}, audiences, views: [1_200, 900, null], services },
      { platform: 'X', services: [] },
    ];
    const profile = { bio: 'Cozy games.\nMornings.', topics: [topic, 'cozy games'], languages: ['en', 'ar'] };
    publicId = (await shelf.aCreator({ ...profile, name: `Creator ${n}`, channels })).publicId;
  }
  const long = await shelf.aCreator({
    ...{ name: 'W'.repeat(80), bio: 'w'.repeat(2_000), languages: ['en', 'de', 'fr', 'pt-BR', 'zh-Hant'] },
    topics: Array.from({ length: 10 }, (_, n) => `${n}`.repeat(40)),
    channels: [
      {
        ...{ platform: 'YOUTUBE', handle: longHandle, account: {}, views: [999_999_999_999] },
        audiences: [
          {
            geo: Object.fromEntries(['US', 'DE', 'CD', 'VC', 'BA', 'GS', 'TT', 'PG', 'FM'].map((code) => [code, 0.1])),
          },
        ],
        services: [
          { title: 'W'.repeat(200), terms: 'w'.repeat(5_000), cents: 99_999_999_999, packages: packagesAt(1, 1) },
        ],
      },
    ],
  });
  const { keyed } = await aPerson(baseUrl, { roles: ['CREATOR'] });
  for (const caption of ['w'.repeat(200), 'A stage in Oslo', null]) await addedPicture(keyed, caption);
  const preview = (await keyed.post('/influencer-profile/page/generate')).body.data.previewUrl;
  Object.assign(paths, {
    catalog: `/creators?topic=${topic}`,
    creator: `/creators/${publicId}`,
    'the longest texts': `/creators/${long.publicId}`,
    'the longest texts in the catalog': `/creators?q=${longHandle}`,
    'an empty list': `/creators?topic=${aWord()}&platform=X`,
    'a refused form': '/creators?minPrice=1.234&audienceGeo=DEU',
    'no page': '/creators/0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e',
    preview: preview.replace(baseUrl, ''),
    'keys to delete': await aKeysPage(),
  });
});
afterAll(() => shelf.close());

/** The path of the page on which the owner of two keys deletes them. */
async function aKeysPage(): Promise<string> {
  const { api, cookie, email, password } = await aPerson(baseUrl, { scopes: [], hasSession: true });
  for (const name of ['Robot', 'W'.repeat(80)]) await api.post('/api-keys', { name, scopes: ['write'] });
  const body = { currentPassword: password, newPassword: 'brand new horse' };
  await callAuth(baseUrl, '/change-password', { headers: { cookie, origin: baseUrl }, body });
  const [mail] = await untilMailed(shared.mailDir, email, /your password was changed/);
  return /\/api-keys\/revoke\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

const names = [
  ...['catalog', 'creator', 'the longest texts', 'the longest texts in the catalog'],
  ...['an empty list', 'a refused form', 'no page', 'preview', 'keys to delete'],
];

test.each(names)('valid HTML: %s', async (name) => {
  expect(await faultsOf(await (await fetch(baseUrl + paths[name])).text())).toEqual([]);
});

describe.skipIf(!isBrowserHere)('in a browser', () => {
  const [phone, desk] = [390, 1280];
  const tabs = new Map<string, Promise<Tab>>();
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    browser = await openBrowser();
    // Colors must not be in transition when they are measured.
    context = await browser.newContext({ reducedMotion: 'reduce' });
  });
  afterAll(() => browser.close());

  /** Loads the page once: other sizes and color schemes need nothing from the server. */
  async function tabOf(name: string): Promise<Tab> {
    const tab = tabs.get(name) ?? open(paths[name] ?? '');
    tabs.set(name, tab);
    return tab;
  }
  async function open(path: string): Promise<Tab> {
    const page = await context.newPage();
    const watched = watch(page);
    await page.goto(baseUrl + path);
    return { page, watched };
  }

  test.each(
    ['catalog', 'creator', 'the longest texts', 'the longest texts in the catalog'].flatMap((name, row) =>
      diagonal([320, 360, phone, desk], row).map((width) => [name, width] as const),
    ),
  )('%s at %i pixels shows every price on one line, inside its box', async (name, width) => {
    const { page } = await tabOf(name);
    await page.setViewportSize({ width, height: 800 });
    expect(await excessWidth(page)).toBeLessThanOrEqual(0);
    const prices: readonly Price[] = await page.evaluate(pricesShown);
    expect(prices.length).toBeGreaterThan(0);
    expect(prices.filter(({ lines, isInside }) => lines !== 1 || !isInside)).toEqual([]);
  });

  test.each([
    ...depth([], ['catalog', 'creator']).flatMap((name) => [
      [name, phone, 'light'] as const,
      [name, desk, 'dark'] as const,
    ]),
    ...names.flatMap((name, n) => {
      const looks = [[name, phone, 'dark'] as const, [name, desk, 'light'] as const];
      return depth(looks.slice(n % 2, (n % 2) + 1), looks);
    }),
  ])('%s is accessible at %i pixels, %s, and fits the width of the screen', async (name, width, colorScheme) => {
    const { page } = await tabOf(name);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await excessWidth(page)).toBeLessThanOrEqual(0);
    expect(await allFaults(page)).toEqual([]);
  });

  test.each(names)('%s loads only its document, style and pictures from its own origin', async (name) => {
    const { requests, sideEffects } = (await tabOf(name)).watched;
    expect(requests.length).toBeGreaterThan(0);
    for (const url of requests)
      expect(url.slice(baseUrl.length)).toMatch(/^\/(creators|avatars\/|api-keys\/revoke\/|site\/[\w.-]+$)/);
    expect(sideEffects.filter((noise) => !/status of 40[04]/.test(noise))).toEqual([]);
  });

  test('neighbouring fields are aligned, also when one has an error', async () => {
    const page = await context.newPage();
    await page.goto(`${baseUrl}/creators?platform=myspace&minPrice=1.234`);
    for (const width of [phone, desk]) {
      await page.setViewportSize({ width, height: 800 });
      const top = async (field: string) => (await page.locator(field).boundingBox())?.y;
      expect(await top('.field-format summary'), `${width}`).toBe(await top('.field-platform summary'));
      expect(await top('#maxPrice'), `${width}`).toBe(await top('#minPrice'));
    }
    const { y } = (await page.locator('#q').boundingBox()) ?? {};
    expect(await page.getByRole('button').boundingBox()).toMatchObject({ y });
    await page.close();
  });

  test('the form filters and the list pages without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${baseUrl}/creators`);
    await page.getByText('More filters').click();
    await page.locator('.field-topic summary').click();
    await page.getByLabel('Other topics').fill(topic);
    await page.locator('.field-platform summary').click();
    for (const platform of ['TWITCH', 'KICK']) await page.locator(`[name="platform"][value="${platform}"]`).check();
    await page.locator('.field-platform summary').click();
    await page.locator('#minPrice').fill('99.50');
    await page.getByRole('button', { name: 'Show creators' }).click();
    // A click ends before the requested page is there.
    await expect.poll(() => page.locator('.creator').count()).toBe(24);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect.poll(() => page.locator('.creator').count()).toBe(2);
    await page.locator('.creator a').first().click();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/creators\/[0-9a-f-]{36}$/);
    await context.close();
  });

  test('the values of a filter open below it, one filter at a time, accessible and within the screen', async () => {
    const page = await context.newPage();
    await page.goto(`${baseUrl}/creators?minViews=1000`);
    for (const [row, [width, filter]] of (
      [
        [phone, 'format'],
        [desk, 'audienceGeo'],
      ] as const
    ).entries()) {
      await page.setViewportSize({ width, height: 800 });
      await page.locator('.field-platform summary').click();
      await page.locator(`.field-${filter} summary`).click();
      expect(await page.locator('.several details[open]').count()).toBe(1);
      expect(await excessWidth(page)).toBeLessThanOrEqual(0);
      expect(await allFaults(page, diagonal(slowRules, row))).toEqual([]);
    }
  });

  test('the first keyboard stop skips the header', async () => {
    const page = await context.newPage();
    await page.goto(baseUrl + paths.creator);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Skip to the content');
    expect(await page.locator(':focus').boundingBox()).toMatchObject({ y: expect.closeTo(12, -1) });
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).hash).toBe('#main');
    await page.close();
  });
});

interface Tab {
  readonly page: Page;
  readonly watched: Watched;
}

interface Price {
  readonly text: string;
  readonly lines: number;
  readonly isInside: boolean;
}

/** Runs in the page: each amount of USDT, with the number of its lines. */
const pricesShown = `(() => {
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const prices = [];
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    const found = /[\\d,]+\\.\\d{2,}\\sUSDT/.exec(data);
    if (!found) continue;
    const range = document.createRange();
    range.setStart(texts.currentNode, found.index);
    range.setEnd(texts.currentNode, found.index + found[0].length);
    const holder = parentElement.closest('li, dl').getBoundingClientRect();
    const { left, right } = range.getBoundingClientRect();
    const isInside = left >= holder.left && right <= holder.right;
    prices.push({ text: found[0], lines: range.getClientRects().length, isInside });
  }
  return prices;
})()`;

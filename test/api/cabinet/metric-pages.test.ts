import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBrowserHere, openBrowser, watch } from '../../support/browser.ts';
import { type Visitor, visitorAt } from '../../support/cabinet/visitor.ts';
import { worldsOf } from '../../support/factories/worlds.ts';
import { campaignsOf } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { submitPosts } from '../../support/market/submitted-posts.ts';
import { allFaults, excessWidth } from '../../support/page-faults.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { controlOf } from '../../support/stack/control.ts';
import { shared } from '../../support/stack/shared.ts';
import { faultsOf } from '../../support/validity.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const control = controlOf(shared.controlUrl);
afterAll(() => market.close());

const paths = {
  campaigns: ['', '/new'],
  campaign: ['', '/edit', '/posts', '/creators', '/links?account=1&handle=ada'],
  draft: [''],
  factories: ['', '/credits', '/credits/purchase?credits=500'],
  factory: ['', '/accounts', '/posts', '/tags', '/share-links', '/credits', '/settings', '/preview/saves'],
} as const;
type Place = keyof typeof paths;
const all = Object.entries(paths).flatMap(([place, ends]) => ends.map((end) => [place, end] as [Place, string]));

let visitor: Visitor;
let at: Readonly<Record<Place, string>>;
beforeAll(async () => {
  const { owner, factoryId } = await worldsOf({ stack: shared, market }, randomNumbers().random).aWorld(new Date());
  await market.deposit(owner.userId, 100_000);
  const campaigns = campaignsOf(baseUrl, market);
  const [draft, running] = [await campaigns.aDraft(owner), await campaigns.aRunning(owner)];
  const { id: creatorId } = await market.aCreator();
  const accountId = await sellersOf(market).anAccount(creatorId, { platform: 'YOUTUBE' });
  await submitPosts(market, { campaignId: running.id, creatorId, accountId, count: 3 });
  await owner.api.post(`/campaigns/${running.id}/tracking-links`, { destinationUrl: 'https://shop.example/' });
  await owner.api.post(`/factories/${factoryId}/share-links`, { hiddenFields: ['er'] }, { key: randomUUID() });
  visitor = visitorAt(baseUrl);
  await visitor.post('/sign-in', [
    ['email', owner.email],
    ['password', owner.password],
  ]);
  at = {
    campaigns: '/cabinet/campaigns',
    campaign: `/cabinet/campaigns/${running.id}`,
    draft: `/cabinet/campaigns/${draft.id}`,
    factories: '/cabinet/factories',
    factory: `/cabinet/factories/${factoryId}`,
  };
});

describe.each(all)('the page of a %s%s', (place, end) => {
  test('is valid HTML of at most 60 kB, without inline scripts and styles', async () => {
    const { status, html } = await visitor.get(at[place] + end);
    expect(status).toBe(200);
    expect(await faultsOf(html)).toEqual([]);
    expect(html.length).toBeLessThan(60_000);
    expect(html).not.toMatch(/<style|<script(?![^>]*src=)| style="| on\w+="/);
  });

  test('needs at most three statements', async () => {
    await control.resetCounts();
    await visitor.get(at[place] + end);
    expect((await control.counts()).neon).toBeLessThanOrEqual(3);
  });
});

describe.runIf(isBrowserHere)('in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    context = await browser.newContext({ reducedMotion: 'reduce' });
    const { hostname } = new URL(baseUrl);
    const pairs = visitor.cookie().split('; ');
    await context.addCookies(
      pairs.map((pair) => ({
        name: pair.split('=')[0] ?? '',
        value: pair.slice(pair.indexOf('=') + 1),
        domain: hostname,
        path: '/',
      })),
    );
    page = await context.newPage();
  });
  afterAll(() => browser.close());

  test.each(all)('the page of a %s%s has no axe violation and fits 320 pixels, light and dark', async (place, end) => {
    const { sideEffects } = watch(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto(baseUrl + at[place] + end);
      expect(await excessWidth(page)).toBe(0);
      expect(await allFaults(page)).toEqual([]);
    }
    expect(sideEffects).toEqual([]);
  });

  test('the keyboard chooses a post, opens its rejection and accepts another one', async () => {
    await page.setViewportSize({ width: 1_280, height: 900 });
    await page.goto(`${baseUrl}${at.campaign}/posts`);
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    expect(await page.evaluate('document.activeElement.name')).toBe('reason');
    await page.keyboard.press('Escape');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('a');
    await page.waitForSelector('.done');
    expect(await page.textContent('.done')).toContain('The post is accepted.');
    expect(await page.locator('.post-card').first().textContent()).toContain('Accepted');
  });
});

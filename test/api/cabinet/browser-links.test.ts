import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { isBrowserHere, openBrowser } from '../../support/browser.ts';
import { contextOf } from '../../support/cabinet/browser-context.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { campaignsOf } from '../../support/market/campaigns.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const widthOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().width);
const pixelsOf = (millimetres: number) => (millimetres / 25.4) * 96;

describe.runIf(isBrowserHere)('on a narrow screen', () => {
  test('the current tab is in view in one line, and a QR code is large enough for cameras and for print', async () => {
    const campaigns = campaignsOf(baseUrl, market);
    const advertiser = await campaigns.anAdvertiser();
    const { id } = await campaigns.aRunning(advertiser);
    created(await advertiser.api.post(`/campaigns/${id}/tracking-links`, { destinationUrl: 'https://shop.example/' }));
    const browser = await openBrowser();
    const context = await contextOf(browser, await signedIn(baseUrl, advertiser), baseUrl, {
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await page.goto(`${baseUrl}/cabinet/campaigns/${id}/links`);
    const tops = await page
      .locator('.tabs a')
      .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    const current = await page.locator('.tabs [aria-current]').boundingBox();
    expect((current?.x ?? 0) + (current?.width ?? 390)).toBeLessThan(390);
    expect(await widthOf(page, '.qr')).toBeGreaterThanOrEqual(200);
    await page.emulateMedia({ media: 'print' });
    expect(await widthOf(page, '.qr')).toBeGreaterThanOrEqual(pixelsOf(25));
    await browser.close();
  });
});

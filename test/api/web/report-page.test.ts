import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderReport } from '../../../functions/web/site/report/report-page.tsx';
import { unlisted } from '../../../functions/web/ui/page-headers.ts';
import { stylesPath } from '../../../functions/web/ui/style-paths.ts';
import { styles } from '../../../functions/web/ui/styles.ts';
import { hideableFields } from '../../../schema/factories/factory-terms.ts';
import { type Browser, isBrowserHere, openBrowser, watch } from '../../support/browser.ts';
import { allFaults, excessWidth, keepPicture, slowRules, tableFaults, unfold } from '../../support/page-faults.ts';
import { aBusyFactory, aFactoryOfOne, anEmptyFactory, shownReport } from '../../support/shown-reports.ts';
import { diagonal } from '../../support/stack/depth.ts';

const origin = 'http://reports.test';
const mistaken = {
  values: { platform: 'YOUTUBE', tag: '3' },
  errors: { search: { typed: 'x', advice: 'Use 2 to 100 characters.' } },
};

const pages: Readonly<Record<string, string>> = {
  'a busy factory': renderReport(shownReport(aBusyFactory, new Set())),
  'one post': renderReport(shownReport(aFactoryOfOne, new Set())),
  'a factory without views and times': renderReport(shownReport(aBusyFactory, new Set(['views', 'lastScanned']))),
  'an empty factory': renderReport(shownReport(anEmptyFactory, new Set())),
  'everything hidden': renderReport(shownReport(aBusyFactory, new Set(hideableFields))),
  'a filter with a mistake': renderReport(shownReport(aBusyFactory, new Set(), mistaken)),
};

/** Opens a page with the headers of the service, and no other server behind it. */
async function opened(page: Page, name: string): Promise<void> {
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === stylesPath) return route.fulfill({ contentType: 'text/css', body: styles });
    if (pathname === '/site/icon.svg') return route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' });
    const { headers, status } = unlisted('', 200);
    return route.fulfill({ status, headers: Object.fromEntries(headers), body: pages[name] ?? '' });
  });
  await page.goto(`${origin}/reports/secret`);
}

describe.skipIf(!isBrowserHere)('the page of a report in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  const screens = [
    { width: 390, height: 844, colorScheme: 'light' },
    { width: 1_280, height: 800, colorScheme: 'dark' },
  ] as const;
  const cases = Object.keys(pages).flatMap((name, row) =>
    diagonal(screens, row).map((screen) => ({ name, ...screen, slow: diagonal(slowRules, Math.floor(row / 2)) })),
  );

  test.each(cases)('$name at $width px, $colorScheme: fits, is accessible, and runs no script', async (of) => {
    const { name, width, height, colorScheme, slow } = of;
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, bypassCSP: false });
    const { sideEffects, requests } = watch(page);
    await opened(page, name);
    expect(await excessWidth(page)).toBe(0);
    await keepPicture(page, `report, ${name}, ${width}`);
    await unfold(page);
    expect(await excessWidth(page)).toBe(0);
    expect(await tableFaults(page)).toEqual([]);
    expect(sideEffects).toEqual([]);
    expect(new Set(requests.map((address) => new URL(address).origin))).toEqual(new Set([origin]));
    expect(await allFaults(page, slow)).toEqual([]);
    await page.close();
  });

  test('prints within the width of its paper, without forms', async () => {
    const page = await browser.newPage({ viewport: { width: 720, height: 1_000 } });
    await page.emulateMedia({ media: 'print' });
    await opened(page, 'a busy factory');
    expect(await excessWidth(page)).toBe(0);
    expect(await page.locator('form').isVisible()).toBe(false);
    await keepPicture(page, 'report, printed');
    await page.close();
  });
});

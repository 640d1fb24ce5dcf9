import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, isBrowserHere, openBrowser, watch } from '../../support/browser.ts';
import { contextOf } from '../../support/cabinet/browser-context.ts';
import { anOwner, type Owned } from '../../support/cabinet/owned.ts';
import { pageCases, pathOf } from '../../support/cabinet/page-cases.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { marketOf } from '../../support/market/market.ts';
import { allFaults, excessWidth, slowRules, tableFaults, unfold } from '../../support/page-faults.ts';
import { diagonal, share } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const hostile = `"><img src=x onerror=alert(1)>'`;
const looks = [320, 390, 1280, 1920].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);
/** At the quick depth every third page; every-page.test.ts validates the HTML of all. */
const pagesOf = share(
  Object.entries(pageCases).filter(([, { isFile }]) => !isFile),
  0,
  3,
);
/** Sorted by look, because each change of the look draws the page before again. */
const views = looks.flatMap((look) =>
  pagesOf.flatMap(([pattern, pageCase], row) =>
    diagonal(looks, row * 3)
      .filter((one) => one === look)
      .map(() => ({ pattern, pageCase, ...look, slow: diagonal(slowRules, Math.floor(row / looks.length)) })),
  ),
);

describe.skipIf(!isBrowserHere)('in a browser', () => {
  let browser: Browser;
  let owned: Owned;
  /** A page each, because a new one takes as long as its content. */
  let pages: Readonly<Record<'owner' | 'STAFF', Page>>;
  beforeAll(async () => {
    browser = await openBrowser();
    owned = await anOwner(market, shared, hostile);
    const owner = await signedIn(baseUrl, owned.person);
    const staff = await visitorOf(market, baseUrl, await market.aUser(['STAFF']));
    const aPage = async (visitor: Visitor) => (await contextOf(browser, visitor, baseUrl)).newPage();
    pages = { owner: await aPage(owner), STAFF: await aPage(staff) };
  });
  afterAll(() => browser.close());

  const lookOf = new Map<Page, string>();
  async function setLook(page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
    const look = `${width} ${colorScheme}`;
    if (lookOf.get(page) === look) return;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    lookOf.set(page, look);
  }

  test.each(views)(
    '$pattern has no fault of accessibility at $width pixels, $colorScheme, and fits the screen',
    async ({ pattern, pageCase, width, colorScheme, slow }) => {
      const page = pages[pageCase.roles?.includes('STAFF') ? 'STAFF' : 'owner'];
      await setLook(page, width, colorScheme);
      const { sideEffects } = watch(page);
      const answer = await page.goto(baseUrl + pathOf(pattern, pageCase, owned));
      expect(answer?.status()).toBe(200);
      await unfold(page);
      expect(await excessWidth(page)).toBeLessThanOrEqual(0);
      expect(await tableFaults(page)).toEqual([]);
      expect(await allFaults(page, slow)).toEqual([]);
      expect(sideEffects).toEqual([]);
      page.removeAllListeners();
    },
  );
});

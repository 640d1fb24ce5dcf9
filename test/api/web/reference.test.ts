import { gzipSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, isBrowserHere, openBrowser, watch } from '../../support/browser.ts';
import { clientOf } from '../../support/client.ts';
import { fetchedBy } from '../../support/html.ts';
import { allFaults, excessWidth, unfold } from '../../support/page-faults.ts';
import { depth, isFullDepth, sample } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';
import { faultsOf } from '../../support/validity.ts';

const { baseUrl } = shared;
const anyone = clientOf(baseUrl, null, '');
const pages = new Map<string, string>();
beforeAll(async () => {
  const start = await anyone.get('/docs');
  pages.set('/docs', start.text);
  for (const [, path = ''] of start.text.matchAll(/href="(\/docs\/[a-z-]+)"/g))
    if (path !== '/docs/try' && !pages.has(path)) pages.set(path, (await anyone.get(path)).text);
});

const idsIn = (html: string): string[] => [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);

describe('the API reference', () => {
  test('has pages of valid HTML, each with its own title', async () => {
    expect(pages.size).toBeGreaterThan(15);
    for (const [path, html] of sample([...pages], 2)) expect(await faultsOf(html), path).toEqual([]);
    const titles = [...pages.values()].map((html) => /<title>(.*?)<\/title>/.exec(html)?.[1]);
    expect(new Set(titles).size).toBe(pages.size);
  });

  test('shows every operation of the document on one page, once, with each of its paths', async () => {
    const { body: document } = await anyone.get('/api/v1/openapi.json');
    const shown = [...pages.values()].flatMap((html) =>
      [...html.matchAll(/class="endpoint">.*?<code>(.*?)<\/code>(.*?)<div/gs)].flatMap(([, path = '', rest = '']) => [
        path,
        ...(/Path for the token of a signed-in user: <code>(.*?)<\/code>/.exec(rest)?.slice(1) ?? []),
      ]),
    );
    const declared = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(() => path),
    );
    const calls = Object.keys(document.webhooks).map(() => 'the URL of your endpoint');
    expect(shown.toSorted()).toEqual([...declared, ...calls].toSorted());
  });

  test('has only links to places that exist', () => {
    const places = new Map([...pages].map(([path, html]) => [path, new Set(idsIn(html))]));
    for (const [path, html] of pages)
      for (const [, page = '', place = ''] of html.matchAll(/href="(\/docs(?:\/[a-z-]+)?)?#([^"]+)"/g))
        if (page !== '/docs/try') expect(places.get(page || path), `${path} links ${page}#${place}`).toContain(place);
  });

  test('needs no script, and loads at most 48 kB per page, compressed, in three files and an icon', async () => {
    for (const [path, html] of pages) {
      expect(html, path).not.toContain('<script');
      const files = fetchedBy(html);
      expect(files.length, path).toBe(3);
      const texts = await Promise.all(files.map(async (file) => (await anyone.get(file)).text));
      const bytes = [html, ...texts].reduce((sum, text) => sum + gzipSync(text).length, 0);
      expect(bytes, path).toBeLessThan(48_000);
      expect(html.length, path).toBeLessThan(400_000);
    }
  });

  test('has a policy that allows no script and loads only from this origin', async () => {
    const { headers } = await anyone.get('/docs/placement-orders');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'; img-src 'self'/);
    expect(headers.get('content-security-policy')).not.toContain('script-src');
  });
});

describe.skipIf(!isBrowserHere)('the API reference in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    browser = await openBrowser();
    context = await browser.newContext({ reducedMotion: 'reduce' });
  });
  afterAll(() => browser.close());

  const looks = [
    ['/docs', 1280, 'dark'],
    ['/docs/placement-orders', 390, 'light'],
  ] as const;
  const others = [
    ['/docs', 390, 'light'] as const,
    ['/docs/placement-orders', 1280, 'dark'] as const,
    ...['catalog', 'creator-page', 'dictionaries', 'pricing', 'sign-in', 'staff', 'webhooks'].flatMap((slug) => [
      [`/docs/${slug}`, 390, 'light'] as const,
      [`/docs/${slug}`, 1280, 'dark'] as const,
    ]),
  ];
  test.each([...looks, ...others].slice(0, depth(1, looks.length + others.length)))(
    'has %s accessible at %i pixels, %s, with everything unfolded, and within the screen',
    async (path, width, colorScheme) => {
      const page = await context.newPage();
      const watched = watch(page);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto(baseUrl + path);
      // Only one of several samples with the same name can be open.
      await unfold(page);
      expect(await excessWidth(page)).toBeLessThanOrEqual(0);
      expect(await allFaults(page)).toEqual([]);
      expect(watched.sideEffects).toEqual([]);
      expect(watched.requests.every((url) => url.startsWith(baseUrl))).toBe(true);
      await page.close();
    },
  );

  test('shows the topics on a wide screen, and unfolds them on a small one', async () => {
    const page = await context.newPage();
    await page.goto(`${baseUrl}/docs/wallet`);
    const link = page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Pricing' });
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await link.isVisible()).toBe(true);
    await page.setViewportSize({ width: 390, height: 900 });
    expect(await link.isVisible()).toBe(false);
    await page.locator('.topics > summary').click();
    await link.click();
    await expect.poll(() => page.url()).toBe(`${baseUrl}/docs/pricing`);
    await page.close();
  });

  // The page of a large library, which takes ten seconds.
  test.runIf(isFullDepth)(
    'opens an operation by "Try it" in the page that sends requests, which sends no cookie',
    async () => {
      const page = await context.newPage();
      await page.goto(`${baseUrl}/docs/wallet`);
      await page
        .locator('#getWallet')
        .getByRole('link', { name: /^Try it/ })
        .click();
      await expect.poll(() => page.url()).toContain('/docs/try#tag/wallet/GET/api/v1/public/wallet');
      const operation = page.locator('[id$="GET/api/v1/public/wallet"]').first();
      await expect.poll(() => operation.isVisible(), { timeout: 30_000 }).toBe(true);
      // Its sandbox has an origin of its own, which gets no cookie of this service.
      await context.addCookies([{ name: 'castline.session_token', value: 'x', url: baseUrl }]);
      const sent = page.waitForRequest((request) => request.url().endsWith('/api/v1/public/wallet'));
      await operation
        .getByRole('button', { name: /test request/i })
        .first()
        .click();
      await page.getByRole('button', { name: /^send/i }).first().click();
      const headers = await (await sent).allHeaders();
      expect([headers.origin, headers.cookie]).toEqual(['null', undefined]);
      expect((await (await sent).response())?.status()).toBe(401);
      await context.clearCookies();
      await page.close();
    },
  );
});

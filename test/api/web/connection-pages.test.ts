import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Platform, platforms } from '../../../schema/shared/enums.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { type Browser, isBrowserHere, openBrowser } from '../../support/browser.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { allFaults, excessWidth } from '../../support/page-faults.ts';
import { begin } from '../../support/social/sign-in.ts';
import { depth } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const widths = [390, 1_280] as const;
let browser: Browser;
let creator: Person;

describe.skipIf(!isBrowserHere)('a sign-in at a platform in a browser', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    creator = await aPerson(baseUrl, { roles: ['CREATOR'] });
  });
  afterAll(() => browser.close());

  /** Opens the platform's page with the cookie of the browser that began. */
  async function atThePlatform(platform: Platform): Promise<Page> {
    // Colors must not be in transition when they are measured.
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const { authorizeUrl, cookie } = await begin(creator, { platform });
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: `${baseUrl}/oauth` }]);
    const page = await context.newPage();
    await page.goto(authorizeUrl);
    return page;
  }

  /** The page is accessible and fits the screen, on a phone and on a desk. */
  async function expectGood(page: Page): Promise<void> {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await allFaults(page)).toEqual([]);
      expect(await excessWidth(page)).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  }

  test.each(depth<readonly Platform[]>(['INSTAGRAM'], platforms))(
    'connects an account of %s, and an accessible page says as whom',
    async (platform) => {
      const handle = `walks${randomBytes(4).toString('hex')}`;
      const page = await atThePlatform(platform);
      await page.fill('input[name=handle]', handle);
      await page.click('button.allow');
      await page.waitForURL(`${baseUrl}/**`);
      expect(await page.textContent('h1')).toBe(`Connected as ${handle}`);
      expect(await page.textContent('main')).toContain(platformNames[platform]);
      await expectGood(page);
    },
  );

  test('that the person denies stores nothing, and an accessible page says so', async () => {
    const before = (await creator.api.get('/social-accounts?limit=100')).body.data.length;
    const page = await atThePlatform('TIKTOK');
    await page.click('text=Deny');
    await page.waitForURL(`${baseUrl}/**`);
    expect(await page.textContent('main')).toContain('You did not allow the connection');
    expect(await page.textContent('main')).toContain('Nothing was stored.');
    expect((await creator.api.get('/social-accounts?limit=100')).body.data.length).toBe(before);
    await expectGood(page);
  });

  test('that returns a second time is refused, and an accessible page says why', async () => {
    const page = await atThePlatform('X');
    await page.fill('input[name=handle]', `walks${randomBytes(4).toString('hex')}`);
    await page.click('button.allow');
    await page.waitForURL(`${baseUrl}/**`);
    await page.reload();
    expect(await page.textContent('h1')).toBe('This sign-in is no longer valid');
    await expectGood(page);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, isBrowserHere, openBrowser } from '../../support/browser.ts';
import { contextOf } from '../../support/cabinet/browser-context.ts';
import { visitorOf } from '../../support/cabinet/visitor.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const aKey = /castline_live_[a-z0-9]{12}\.[\w-]{43}/;

describe.skipIf(!isBrowserHere)('a new key in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await market.close();
  });

  async function created() {
    const { id } = await market.anAdvertiser();
    const page = await (await contextOf(browser, await visitorOf(market, baseUrl, id), baseUrl)).newPage();
    await page.goto(`${baseUrl}/cabinet/settings/keys`);
    await page.locator('main [name="name"]').first().fill('Robot');
    await page.getByRole('button', { name: 'Create key', exact: true }).click();
    await page.getByText('Your first request').waitFor();
    expect(await page.content()).toMatch(aKey);
    return { id, page };
  }

  test('the key is not shown again when its reader goes back', async () => {
    const { page } = await created();
    await page.getByText('I have copied the key').click();
    await page.getByText('Create a key').waitFor();
    expect(await page.content()).not.toMatch(aKey);
    // The browser has stored no page that it could show.
    expect(await page.goBack()).not.toBeNull();
    expect(await page.content()).not.toMatch(aKey);
  });

  test('a reload does not show the key again, and makes no other one', async () => {
    const { id, page } = await created();
    await page.reload();
    expect(await page.content()).not.toMatch(aKey);
    expect(await page.locator('[data-focus]').textContent()).toContain('cannot show the result again.');
    const { count } = await market.one(
      `select count(*)::int from api_keys where owner_id = $1 and name = 'Robot' and deleted_at is null`,
      [id],
    );
    expect(count).toBe(1);
  });
});

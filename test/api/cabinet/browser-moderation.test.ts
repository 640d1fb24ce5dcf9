import { afterAll, describe, expect, test } from 'vitest';
import { isBrowserHere, openBrowser } from '../../support/browser.ts';
import { contextOf } from '../../support/cabinet/browser-context.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { campaignsOf } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { submitPosts } from '../../support/market/submitted-posts.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

describe.runIf(isBrowserHere)('in a browser', () => {
  test('the keyboard chooses a post, opens and closes its rejection, and accepts a post', async () => {
    const campaigns = campaignsOf(baseUrl, market);
    const advertiser = await campaigns.anAdvertiser();
    const campaign = await campaigns.aRunning(advertiser);
    const { id: creatorId } = await market.aCreator();
    const accountId = await sellersOf(market).anAccount(creatorId, { platform: 'YOUTUBE' });
    await submitPosts(market, { campaignId: campaign.id, creatorId, accountId, count: 3 });
    const browser = await openBrowser();
    const context = await contextOf(browser, await signedIn(baseUrl, advertiser), baseUrl);
    const page = await context.newPage();
    await page.goto(`${baseUrl}/cabinet/campaigns/${campaign.id}/posts`);
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    expect(await page.evaluate('document.activeElement.name')).toBe('reason');
    await page.keyboard.press('Tab');
    await page.keyboard.type('jar');
    await page.keyboard.press('Escape');
    expect(await page.locator('details[open]').count()).toBe(0);
    expect(
      await page
        .locator('.post-card')
        .first()
        .evaluate((post) => post === post.ownerDocument.activeElement),
    ).toBe(true);
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('a');
    await page.waitForSelector('.done');
    expect(await page.textContent('.done')).toContain('The post is accepted.');
    expect(await page.locator('.post-card').first().textContent()).toContain('Accepted');
    await browser.close();
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { isBrowserHere, openBrowser } from '../../support/browser.ts';
import { contextOf } from '../../support/cabinet/browser-context.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { campaignsOf } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

describe.runIf(isBrowserHere)('the form of a campaign in a browser', () => {
  test('shows the fields of the chosen way to pay alone, and its inputs stand side by side', async () => {
    const browser = await openBrowser();
    const visitor = await signedIn(baseUrl, await campaignsOf(baseUrl, market).anAdvertiser());
    const page = await (await contextOf(browser, visitor, baseUrl)).newPage();
    await page.goto(`${baseUrl}/cabinet/campaigns/new`);
    const isShown = (name: string) => page.locator(`[name="${name}"]`).isVisible();
    const topOf = async (name: string) => (await page.locator(`[name="${name}"]`).boundingBox())?.y;
    const byView = ['payment.cpmCents', 'maxPerPostCents'];
    expect(await Promise.all([...byView, 'payment.rewardCents'].map(isShown))).toEqual([true, true, false]);
    expect(await topOf('payment.cpmCents')).toBe(await topOf('maxPerPostCents'));
    // One has a hint, the other has none.
    expect(await topOf('requirements.minSeconds')).toBe(await topOf('requirements.hashtags'));
    await page.locator('[name="payment.model"][value="FIXED"]').check();
    expect(await Promise.all([...byView, 'payment.rewardCents'].map(isShown))).toEqual([false, false, true]);
    await browser.close();
  });
});

test.runIf(isBrowserHere)(
  'a form asks before it leaves a page on which something else was typed, and keeps it',
  async () => {
    const browser = await openBrowser();
    const visitor = await signedIn(baseUrl, await aPerson(baseUrl, { roles: ['CREATOR'] }));
    const page = await (await contextOf(browser, visitor, baseUrl)).newPage();
    await page.goto(`${baseUrl}/cabinet/page`);
    await page.locator('[name="displayName"]').fill('Mira Plays');
    await page.locator('[name="bio"]').fill('Not saved yet.');
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    expect(asked).toEqual(['Something else that you typed on this page is not saved. Continue without it?']);
    expect(await page.locator('[name="bio"]').inputValue()).toBe('Not saved yet.');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your profile is saved.').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Your page is published.').waitFor();
    expect(asked).toHaveLength(1);
    await browser.close();
  },
);

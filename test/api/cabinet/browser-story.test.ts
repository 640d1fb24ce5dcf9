import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isBrowserHere, openBrowser } from '../../support/browser.ts';
import { type AtAScreen, somebody } from '../../support/cabinet/at-a-screen.ts';
import { clientOf } from '../../support/client.ts';
import { aVod } from '../../support/market/assignments.ts';
import { marketOf } from '../../support/market/market.ts';
import { aHandle } from '../../support/market/sellers.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());
afterEach(() => market.expectSoundLedger());

const idOf = async ({ email }: AtAScreen): Promise<number> =>
  Number((await market.one('select id from users where email = $1', [email])).id);

describe.runIf(isBrowserHere).each([
  ['with script', true],
  ['without JavaScript', false],
])('%s', (_, hasScript) => {
  let browser: Browser;
  let creator: AtAScreen;
  let advertiser: AtAScreen;
  const handle = aHandle();
  beforeAll(async () => {
    browser = await openBrowser();
    creator = await somebody(browser, baseUrl, { name: 'Mira', role: 'CREATOR', hasScript });
    advertiser = await somebody(browser, baseUrl, { name: 'Nova Drinks', role: 'ADVERTISER', hasScript });
    await market.deposit(await idOf(advertiser), 100_000);
  });
  afterAll(() => browser.close());

  test('a creator writes a profile, adds a channel, sets a price and publishes', async () => {
    await creator.open('/cabinet/page');
    await creator.type({ displayName: `Mira ${handle}`, bio: 'Cozy games.', topics: 'cozy games', languages: 'en' });
    await creator.press('Save profile');
    await creator.open('/cabinet/channels');
    await creator.type({ platform: 'TWITCH', handle });
    await creator.press('Add channel');
    await creator.press('Add a service');
    const service = 'services.0';
    await creator.type({
      [`${service}.type`]: 'STREAM',
      [`${service}.variant`]: 'MENTION',
      [`${service}.title`]: 'A mention in a stream',
      [`${service}.priceCents`]: '100',
      [`${service}.proofModes`]: 'PUBLIC_VOD',
      [`${service}.usageTerms`]: 'Use it for a year.',
      [`${service}.published`]: true,
    });
    await creator.press('Save prices');
    expect(await creator.reads()).toContain('90.00');
    await creator.open('/cabinet/page');
    await creator.press('Publish');
    expect(await creator.reads()).toContain('Published');
  });

  test('an advertiser finds the creator, orders, sees the amounts and confirms', async () => {
    await advertiser.open(`/creators?q=${handle}`);
    await advertiser.page.locator('.creator a').first().click();
    await advertiser.page.getByRole('link', { name: 'Order' }).first().click();
    await advertiser.type({ 'items.0.brief': 'Show the can for a minute.' });
    await advertiser.press('Save draft');
    await advertiser.press('Get a quote');
    expect(await advertiser.reads()).toContain('105.00');
    await advertiser.press('Confirm and reserve 105.00\u00a0USDT');
    expect(await advertiser.reads()).toMatch(/funded/i);
  });

  test('the creator accepts, delivers and submits, the advertiser approves, and the creator is paid', async () => {
    await creator.open('/cabinet');
    await creator.page.getByRole('link', { name: /Accept or decline/ }).click();
    await creator.press('Accept');
    await creator.type({ url: aVod().url });
    await creator.press('Deliver the post');
    await creator.press('Submit');
    await advertiser.open('/cabinet');
    await advertiser.page.getByRole('link', { name: /Approve or request changes/ }).click();
    await advertiser.press('Approve');
    expect(await advertiser.reads()).toContain('Approved');
    await creator.open('/cabinet/wallet');
    expect(await creator.reads()).toContain('90.00');
  });

  test('an advertiser creates a key, uses it with the shown request, and deletes it', async () => {
    await advertiser.open('/cabinet/settings/keys');
    await advertiser.type({ name: 'Robot' });
    await advertiser.press('Create key');
    const key = (await advertiser.page.locator('#key').textContent()) ?? '';
    expect((await clientOf(baseUrl, key).get('/me')).body.data.owner.displayName).toBe('Nova Drinks');
    await advertiser.open('/cabinet/settings/keys');
    await advertiser.press('Delete key');
    expect(await advertiser.reads()).toContain('The key is deleted.');
    await expect.poll(async () => (await clientOf(baseUrl, key).get('/me')).status).toBe(401);
  });
});

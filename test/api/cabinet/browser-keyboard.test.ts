import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, isBrowserHere, openBrowser } from '../../support/browser.ts';
import { contextOf } from '../../support/cabinet/browser-context.ts';
import { keyboardOf } from '../../support/cabinet/keyboard.ts';
import { aPassword, visitorOf } from '../../support/cabinet/visitor.ts';
import { aFile } from '../../support/market/files.ts';
import { type Listing, marketOf } from '../../support/market/market.ts';
import { isFullDepth } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);

describe.runIf(isBrowserHere)('by the keyboard alone', () => {
  let browser: Browser;
  let listing: Listing;
  let work: string;
  let advertiser: Page;
  let creator: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    listing = await market.aListing({ proofModes: ['PRIVATE_FILE'] });
  });
  afterAll(async () => {
    await browser.close();
    await market.expectSoundLedger();
    await market.close();
  });

  /** Signs a person in. The first password is a wrong one. */
  async function signedIn(userId: number): Promise<Page> {
    const { email, password } = await aPassword(market, userId);
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    const keyboard = keyboardOf(page);
    await page.goto(`${baseUrl}/sign-in`);
    await keyboard.type('input[name="email"]', email);
    await keyboard.type('input[name="password"]', 'wrong password');
    await Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press('Enter')]);
    await keyboard.expectFocus('[data-focus]');
    await keyboard.type('input[name="password"]', password);
    await Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press('Enter')]);
    expect(new URL(page.url()).pathname).toBe('/cabinet');
    return page;
  }

  const alreadyIn = async (userId: number): Promise<Page> =>
    (await contextOf(browser, await visitorOf(market, baseUrl, userId), baseUrl)).newPage();

  test('a person signs in, after a refusal whose reason has the focus', async () => {
    const { id } = await market.anAdvertiser({ fundsCents: 100_000 });
    advertiser = await signedIn(id);
    creator = await (isFullDepth ? signedIn : alreadyIn)(listing.creator.id);
  });

  test('an advertiser orders a package from the page of a creator, corrects the brief, gets a quote and confirms it', async () => {
    const { tabTo, type, press, expectFocus } = keyboardOf(advertiser);
    await advertiser.goto(`${baseUrl}/creators/${listing.creator.publicId}`);
    await press('a[href^="/cabinet/orders/new"]', 'Enter');
    await tabTo('select[data-quantity]');
    await advertiser.keyboard.press('ArrowDown');
    await advertiser.getByLabel('Expected, number 5').waitFor();
    await expectFocus('select[data-quantity]');
    await type('[name="items.0.brief"]', ' ');
    await press(buttonOf('create'), 'Enter');
    await expectFocus('[data-focus]');
    await tabTo('a[href$="-brief"]');
    await advertiser.keyboard.press('Enter');
    await expectFocus('[name="items.0.brief"]');
    await advertiser.keyboard.type('Show the can.');
    await press(buttonOf('create'), 'Space');
    await press(buttonOf('quote'), 'Enter');
    await press(buttonOf('checkout'), 'Enter');
    expect(await advertiser.textContent('.done')).toContain('The order is confirmed');
    const { id } = await market.one(
      'select id from placement_assignments where creator_id = $1 order by id desc limit 1',
      [listing.creator.id],
    );
    work = `${baseUrl}/cabinet/work/${id}`;
  });

  test('a creator accepts the order and chooses a file of a result, which is delivered', async () => {
    const { tabTo, press } = keyboardOf(creator);
    await creator.goto(work);
    await press(buttonOf('accept'), 'Enter');
    // Before the way to the field, because the browser must know that the test takes the dialog.
    const chosen = creator.waitForEvent('filechooser');
    await tabTo('input[type="file"]');
    await creator.keyboard.press('Enter');
    const chooser = await chosen;
    await chooser.setFiles([{ name: 'clip.mp4', mimeType: 'video/mp4', buffer: aFile['video/mp4']() }]);
    await creator.locator('input[name=uploadIds]').waitFor({ state: 'attached' });
    await press(buttonOf('files'), 'Enter');
    expect(await creator.textContent('main')).toContain('clip.mp4');
  });

  test('an advertiser raises an issue after a refusal whose reason has the focus', async () => {
    const { tabTo, type, press, expectFocus } = keyboardOf(advertiser);
    await advertiser.goto(work);
    await tabTo('details:has([name="form"][value="issue"]) > summary');
    await advertiser.keyboard.press('Enter');
    await type('[name="reason"]', ' ');
    await type('[name="description"]', 'The can is not in the picture.');
    await press(buttonOf('issue'), 'Enter');
    await expectFocus('[data-focus]');
    await type('[name="reason"]', 'No can');
    await press(buttonOf('issue'), 'Enter');
    expect(await advertiser.textContent('main')).toContain('No can');
  });

  test('an advertiser makes a key that may write', async () => {
    const { tabTo, type, press } = keyboardOf(advertiser);
    await advertiser.goto(`${baseUrl}/cabinet/settings/keys`);
    await type(`form:has([name="form"][value="create"]) [name="name"]`, 'Robot');
    await tabTo('[name="scopes"][value="write"]');
    await advertiser.keyboard.press('Space');
    await press(buttonOf('create'), 'Enter');
    await tabTo('[data-copy="key"]');
    expect(await advertiser.textContent('#key')).toMatch(/^castline_live_/);
  });
});

/** The button of a form of this name, and not the one that the Enter key presses. */
const buttonOf = (form: string): string =>
  `form:has(> [name="form"][value="${form}"]) > .buttons button[type="submit"]`;

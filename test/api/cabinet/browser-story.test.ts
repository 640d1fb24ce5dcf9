import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, isBrowserHere, openBrowser } from '../../support/browser.ts';
import { type AtAScreen, newcomer, returning } from '../../support/cabinet/at-a-screen.ts';
import { bookDeposit, connectTwitch, storyModes, uploadVideo } from '../../support/cabinet/story-steps.ts';
import { aPassword } from '../../support/cabinet/visitor.ts';
import { aVod } from '../../support/market/assignments.ts';
import { marketOf } from '../../support/market/market.ts';
import { aHandle } from '../../support/market/sellers.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl, socialUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());
afterEach(() => market.expectSoundLedger());

describe.runIf(isBrowserHere).each(storyModes)('%s', (_, hasScriptIn) => {
  let step = 0;
  let hasScript: boolean;
  let browser: Browser;
  let creator: AtAScreen;
  let advertiser: AtAScreen;
  let staff: AtAScreen;
  const handle = aHandle();
  beforeAll(async () => {
    browser = await openBrowser();
    const member = await aPassword(market, await market.aUser(['STAFF']));
    [creator, advertiser, staff] = await Promise.all([
      newcomer(browser, baseUrl, { name: 'Mira', role: 'CREATOR', hasScript: hasScriptIn(0) }),
      newcomer(browser, baseUrl, { name: 'Nova Drinks', role: 'ADVERTISER', hasScript: hasScriptIn(1) }),
      returning(browser, baseUrl, member, hasScriptIn(1)),
    ]);
  });
  beforeEach(async () => {
    hasScript = hasScriptIn(step++);
    for (const person of [creator, advertiser, staff]) await person.setScript(hasScript);
  });
  afterAll(() => browser.close());

  /** Finds the creator, and takes its service from a draft to a confirmed order. */
  async function order(brief: string): Promise<void> {
    await advertiser.open(`/creators?q=${handle}`);
    await advertiser.page.locator('.creator a').first().click();
    await advertiser.page.getByRole('link', { name: 'Order' }).first().click();
    await advertiser.type({ 'items.0.brief': brief });
    await advertiser.press('Save draft');
    await advertiser.press('Get a quote');
    expect(await advertiser.reads()).toContain('105.00');
    await advertiser.press('Confirm and reserve 105.00\u00a0USDT');
    expect(await advertiser.reads()).toContain('Waiting for acceptance');
  }

  async function accept(): Promise<void> {
    await creator.open('/cabinet');
    await creator.follow('a:has-text("Accept or decline")');
    await creator.press('Accept');
  }

  test('a creator writes a profile, and connects an account by a sign-in at its platform', async () => {
    await simulatorOf(socialUrl, 'TWITCH').change(handle, { followers: 52_100 });
    await creator.open('/cabinet/page');
    await creator.type({ displayName: `Mira ${handle}`, bio: 'Cozy games.', topics: 'cozy games', languages: 'en' });
    await creator.press('Save profile');
    await connectTwitch(creator, handle);
    expect(await creator.reads()).toMatch(/Followers\s*52,100/);
  });

  test('the creator sells a service on the account, sees what it pays, and publishes', async () => {
    await creator.press('Add it as a channel');
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
    await creator.type({ [`${service}.proofModes`]: 'PRIVATE_FILE' });
    await creator.press('Save prices');
    expect(await creator.reads()).toContain('90.00');
    await creator.open('/cabinet/page');
    await creator.press('Publish');
    expect(await creator.reads()).toContain('Published');
  });

  test('staff books the payment of an advertiser, who reads it in the wallet', async () => {
    expect(await bookDeposit(staff, advertiser, '1000')).toMatch(/Available after it\s*1,000\.00\u00a0USDT/);
    await advertiser.open('/cabinet/wallet');
    expect(await advertiser.reads()).toContain('1,000.00\u00a0USDT');
  });

  test('the advertiser finds the creator, orders, sees the amounts and confirms', () =>
    order('Show the can for a minute.'));

  test('the creator accepts, uploads and submits, the advertiser approves, and the creator is paid', async () => {
    await accept();
    if (hasScript) {
      await creator.page.getByText('Deliver files instead').click();
      await uploadVideo(creator, 'stream.mp4');
      await creator.press('Deliver the files');
      expect(await creator.reads()).toContain('stream.mp4');
    } else {
      expect(await creator.reads()).toContain('Uploads need JavaScript');
      expect(await creator.reads()).toContain('deliver the public address of the post: it needs no JavaScript');
      expect(await creator.page.locator('input[type=file]:visible').count()).toBe(0);
      await creator.type({ url: aVod().url });
      await creator.press('Deliver the post');
    }
    await creator.press('Submit');
    await advertiser.open('/cabinet');
    await advertiser.follow('a:has-text("Approve or request changes")');
    await advertiser.press('Approve');
    expect(await advertiser.reads()).toContain('Approved');
    await creator.open('/cabinet/wallet');
    expect(await creator.reads()).toContain('90.00');
  });

  test('the advertiser raises an issue, the creator answers it, staff splits the price, and both read the decision', async () => {
    await order('Show the can for an hour.');
    await accept();
    await advertiser.open(creator.path());
    await advertiser.page.locator('summary').getByText('Raise an issue', { exact: true }).click();
    await advertiser.type({ reason: 'Half an hour', description: 'The can was there for half an hour.' });
    await advertiser.press('Raise an issue');
    await creator.open(creator.path());
    await creator.type({ text: 'The sun was gone.' });
    if (hasScript) await uploadVideo(creator, 'sunset.mp4');
    await creator.press('Add the statement');
    // The list begins with older disputes of other tests.
    await staff.open(`/cabinet/staff/disputes/${creator.path().split('/').at(-1)}`);
    expect(await staff.reads()).toMatch(/The can was there for half an hour\.[\s\S]*The sun was gone\./);
    await staff.open(`${staff.path()}?share=6000`);
    expect(await staff.reads()).toContain('54.00');
    await staff.page.locator('summary').getByText('Split', { exact: true }).click();
    await staff.page.locator('#resolve-SPLIT-note').fill('Most of it is done.');
    await staff.press('Pay both as shown');
    for (const party of [creator, advertiser]) {
      await party.open(creator.path());
      expect(await party.reads()).toMatch(/Resolved[\s\S]*Most of it is done\./);
    }
    await creator.open('/cabinet/wallet');
    expect(await creator.reads()).toContain('144.00');
  });
});

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isBrowserHere, openBrowser } from '../../support/browser.ts';
import { type AtAScreen, newcomer, returning } from '../../support/cabinet/at-a-screen.ts';
import { aPassword } from '../../support/cabinet/visitor.ts';
import { clientOf } from '../../support/client.ts';
import { assignmentsOf, aVod } from '../../support/market/assignments.ts';
import { aContentId, campaignPostsOf } from '../../support/market/campaign-posts.ts';
import { marketOf } from '../../support/market/market.ts';
import { aHandle } from '../../support/market/sellers.ts';
import { controlOf } from '../../support/stack/control.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const { assignmentIn } = assignmentsOf(market, baseUrl);
const posts = campaignPostsOf({ stack: shared, market, control: controlOf(shared.controlUrl) });
afterAll(() => market.close());
afterEach(() => market.expectSoundLedger());

const idOf = async ({ email }: AtAScreen): Promise<number> =>
  Number((await market.one('select id from users where email = $1', [email])).id);

/** Gives a user of the market a password. */
const withPassword = (userId: number) => aPassword(market, userId);

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
    creator = await newcomer(browser, baseUrl, { name: 'Mira', role: 'CREATOR', hasScript });
    advertiser = await newcomer(browser, baseUrl, { name: 'Nova Drinks', role: 'ADVERTISER', hasScript });
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
    expect(await advertiser.reads()).toContain('Waiting for acceptance');
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

  test('staff splits a dispute, and both parties read the decision', async () => {
    const work = await assignmentIn('DISPUTED');
    const staff = await returning(browser, baseUrl, await withPassword(await market.aUser(['STAFF'])), hasScript);
    await staff.open(`/cabinet/staff/disputes/${work.id}?share=6000`);
    expect(await staff.reads()).toContain('54.00');
    await staff.page.locator('summary').getByText('Split', { exact: true }).click();
    await staff.page.locator('#resolve-SPLIT-note').fill('Most of it is done.');
    await staff.press('Pay both as shown');
    const party = await returning(browser, baseUrl, await withPassword(work.creator.id), hasScript);
    await party.open(`/cabinet/work/${work.id}`);
    expect(await party.reads()).toMatch(/Resolved[\s\S]*Most of it is done\./);
    await party.open('/cabinet/wallet');
    expect(await party.reads()).toContain('54.00');
  });

  test('an advertiser runs a campaign, a creator earns with a post, and is paid when it ends', async () => {
    const publisher = await posts.aPublisher();
    const poster = await returning(browser, baseUrl, publisher, hasScript);
    await advertiser.open('/cabinet/campaigns/new');
    await advertiser.type({ title: `Iced tea ${handle}`, brief: 'Show the can.', platforms: 'YOUTUBE' });
    await advertiser.type({ 'payment.model': 'FIXED', 'payment.rewardCents': '12.50', budgetCents: '100' });
    await advertiser.press('Create draft');
    const campaign = advertiser.path();
    await advertiser.press('Confirm');
    await poster.open(`/cabinet/offers/${campaign.split('/').at(-1)}`);
    await poster.press('Take the campaign offer');
    const video = aContentId('YOUTUBE');
    await publisher.publish(video, { views: 1_000, likes: 40, comments: 3 });
    await poster.type({ url: `https://www.youtube.com/watch?v=${video}` });
    await poster.press('Submit');
    await advertiser.open(`${campaign}/posts`);
    await advertiser.press('Accept');
    await advertiser.open(campaign);
    await advertiser.press('Confirm', '.confirm:has([value="complete"])');
    await poster.open('/cabinet/wallet');
    expect(await poster.reads()).toContain('12.50');
  });

  test('an agency creates a factory, adds an account, and shares a report that anybody can open', async () => {
    const agency = await newcomer(browser, baseUrl, { name: 'Agency', role: 'ADVERTISER', hasScript });
    await agency.open('/cabinet/factories');
    await agency.type({ name: `Drinks ${handle}`, intervalHours: '24' });
    await agency.press('Create factory');
    const factory = agency.path().replace('/accounts', '');
    await agency.open(`${factory}/accounts`);
    await agency.type({ platform: 'YOUTUBE', handle });
    await agency.press('Add account');
    await agency.open(`${factory}/share-links`);
    await agency.press('Create link');
    const [report = ''] = /\/reports\/[\w-]{43}/.exec(await agency.page.content()) ?? [];
    const reader = await browser.newPage();
    await reader.goto(baseUrl + report);
    expect(await reader.textContent('h1')).toBe(`Drinks ${handle}`);
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

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, isBrowserHere, openBrowser } from '../../support/browser.ts';
import { type AtAScreen, newcomer, returning } from '../../support/cabinet/at-a-screen.ts';
import { bookDeposit, runShown, storyModes } from '../../support/cabinet/story-steps.ts';
import { aPassword } from '../../support/cabinet/visitor.ts';
import { clientOf } from '../../support/client.ts';
import { aContentId, campaignPostsOf } from '../../support/market/campaign-posts.ts';
import { marketOf } from '../../support/market/market.ts';
import { aVideo, aVideoId } from '../../support/market/posts.ts';
import { aHandle } from '../../support/market/sellers.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { controlOf } from '../../support/stack/control.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl, socialUrl } = shared;
const market = marketOf(shared);
const control = controlOf(shared.controlUrl);
const posts = campaignPostsOf({ stack: shared, market, control });
afterAll(() => market.close());
afterEach(() => market.expectSoundLedger());

/** A client of the API for the person at a screen. */
async function apiOf({ email }: AtAScreen) {
  const { id } = await market.one('select id::int from users where email = $1', [email]);
  return clientOf(baseUrl, await market.aKey(id));
}

describe.runIf(isBrowserHere).each(storyModes)('%s', (_, hasScriptIn) => {
  let step = 0;
  let hasScript: boolean;
  let browser: Browser;
  let advertiser: AtAScreen;
  let staff: AtAScreen;
  const handle = aHandle();
  beforeAll(async () => {
    browser = await openBrowser();
    const member = await aPassword(market, await market.aUser(['STAFF']));
    [advertiser, staff] = await Promise.all([
      newcomer(browser, baseUrl, { name: 'Nova Drinks', role: 'ADVERTISER', hasScript: hasScriptIn(0) }),
      returning(browser, baseUrl, member, hasScriptIn(1)),
    ]);
    await bookDeposit(staff, advertiser, '200');
  });
  beforeEach(async () => {
    hasScript = hasScriptIn(step++);
    for (const person of [advertiser, staff]) await person.setScript(hasScript);
  });
  afterAll(() => browser.close());

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

  test('an agency watches an account by a factory, and a reader of its report sees the views of the API', async () => {
    const watched = [300, 40].map((views) => aVideo(aVideoId(), { views, state: 'PUBLIC' }));
    await simulatorOf(socialUrl).change(handle, { posts: watched });
    await advertiser.open('/cabinet/factories/credits');
    await advertiser.type({ credits: '1000' });
    await advertiser.press('Show the price');
    await advertiser.press('Confirm');
    await advertiser.open('/cabinet/factories');
    await advertiser.type({ name: `Drinks ${handle}`, intervalHours: '24' });
    await advertiser.press('Create factory');
    const factory = advertiser.path().replace('/accounts', '');
    await advertiser.open(`${factory}/accounts`);
    await advertiser.type({ platform: 'YOUTUBE', handle });
    await advertiser.press('Add account');
    // The first run lists the posts, the second one scans them.
    for (let run = 0; run < 2; run++) await control.run('take-due-factory-work');
    await advertiser.open(`${factory}/share-links`);
    await advertiser.press('Create link');
    const report = (await advertiser.page.locator('#address').textContent()) ?? '';
    const reader = await browser.newPage({ javaScriptEnabled: hasScript });
    await reader.goto(report);
    expect(await reader.textContent('h1')).toBe(`Drinks ${handle}`);
    const { summary } = (await (await apiOf(advertiser)).get(`${factory.replace('/cabinet', '')}/dashboard`)).body.data;
    expect(summary).toMatchObject({ publications: 2, views: 340 });
    for (const [name, value] of [
      ['Posts', summary.publications],
      ['Views', summary.views],
      ['Average views', summary.averageViews],
    ])
      expect(await reader.locator(`.tile:has(dt:text-is("${name}")) .figure`).textContent()).toBe(String(value));
  });

  test('an advertiser creates a key, uses it by the shown request, and deletes it', async () => {
    await advertiser.open('/cabinet/settings/keys');
    await advertiser.type({ name: 'Robot' });
    await advertiser.press('Create key');
    const shown = (await advertiser.page.locator('#curl').textContent()) ?? '';
    const { status, text } = await runShown(shown);
    expect([status, JSON.parse(text).data.owner.displayName]).toEqual([200, 'Nova Drinks']);
    await advertiser.open('/cabinet/settings/keys');
    await advertiser.press('Delete key', 'tr:has-text("Robot")');
    expect(await advertiser.reads()).toContain('The key is deleted.');
    await expect.poll(async () => (await runShown(shown)).status).toBe(401);
  });
});

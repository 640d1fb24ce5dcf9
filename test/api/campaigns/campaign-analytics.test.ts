import { beforeEach, describe, expect, test } from 'vitest';
import { shownAt } from '../../support/cabinet/creator-forms.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { refused } from '../../support/contract/expectations.ts';
import type { Publisher } from '../../support/market/campaign-posts.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';
import { type Person, signedInAgain } from '../../support/market/people.ts';

let own: OwnCampaigns['own'];
let posts: OwnCampaigns['posts'];
let campaigns: OwnCampaigns['campaigns'];
ownCampaigns((made) => {
  ({ own, posts, campaigns } = made);
});

const dayMs = 24 * 3_600_000;

let advertiser: Person;
let youtube: Publisher;
let tiktok: Publisher;
let campaign: { id: number; version: number };
beforeEach(async () => {
  // The days of the test begin at noon, so that its requests do not cross midnight.
  const now = (await own.control.now()).getTime();
  await own.control.moveOn(dayMs - ((now - dayMs / 2) % dayMs));
  advertiser = await signedInAgain(own.stack.baseUrl, await campaigns.anAdvertiser());
  youtube = await posts.aPublisher('YOUTUBE');
  tiktok = await posts.aPublisher('TIKTOK');
  campaign = await campaigns.aRunning(advertiser, { platforms: ['YOUTUBE', 'TIKTOK'] });
});

const analytics = async (query = '') =>
  dataOf(await advertiser.keyed.get(`/analytics/campaigns/${campaign.id}${query}`));
const again = async () => (advertiser = await signedInAgain(own.stack.baseUrl, advertiser));
const today = async () => (await own.control.now()).toISOString().slice(0, 10);
const share = async (enabled: boolean) => {
  const { api } = await signedInAgain(own.stack.baseUrl, tiktok);
  dataOf(await api.put(`/social-accounts/${tiktok.accountId}/sharing`, { enabled }));
};

async function anAccepted(publisher: Publisher, views: number) {
  const post = await posts.aPost(publisher, campaign, { views, likes: views / 10, comments: 5 });
  await posts.scan();
  await again();
  dataOf(await posts.accept(advertiser, campaign, post.id));
  return post;
}

describe('the metrics of a campaign', () => {
  test('the totals, platforms, creators and days agree with each other and with the campaign', async () => {
    const first = await anAccepted(youtube, 1_000);
    const second = await anAccepted(tiktok, 500);
    const firstDay = await today();
    await own.control.moveOn(dayMs);
    await youtube.publish(first.contentId, { views: 3_000, likes: 290, comments: 9 });
    await tiktok.publish(second.contentId, { views: 700, likes: 40, comments: 8 });
    await posts.scan();
    const secondDay = await today();
    const read = await analytics();
    const {
      engagement,
      posts: counts,
      spent,
      paid,
      budget,
      totalViews,
      viewsUpdatedAt,
      viewDefinitions,
    } = dataOf(await advertiser.keyed.get(`/campaigns/${campaign.id}`));
    expect(read.totals).toEqual({
      ...{ budget, spent, paid, posts: counts, creators: 2, totalViews, clicks: 0, uniqueClicks: 0 },
      ...{ viewsUpdatedAt, viewDefinitions },
      costPerThousandViews: { ...spent, raw: '200' },
    });
    expect(read.engagement).toEqual(engagement);
    expect(engagement).toMatchObject({ views: 3_700, likes: 330, comments: 17 });
    expect(read.byPlatform).toMatchObject([
      { platform: 'TIKTOK', posts: { total: 1, accepted: 1 }, totalViews: 700, earned: { raw: '140' } },
      { platform: 'YOUTUBE', posts: { total: 1, accepted: 1 }, totalViews: 3_000, earned: { raw: '600' } },
    ]);
    expect(read.byCreator).toEqual(dataOf(await advertiser.keyed.get(`/campaigns/${campaign.id}/creators`)));
    expect(read.series).toHaveLength(31);
    expect(read.series.at(-2)).toMatchObject({
      ...{ date: firstDay, submitted: 2, accepted: 2, spent: { raw: '300' } },
      ...{ views: null, likes: null, comments: null, clicks: 0 },
    });
    expect(read.series.at(-1)).toMatchObject({
      ...{ date: secondDay, submitted: 0, accepted: 0, spent: { raw: '440' } },
      ...{ views: 2_200, likes: 180, comments: 7 },
    });
  });

  test('each post has the source and the definition of its views, and each sum the definitions that it mixes', async () => {
    const definitions = [
      { platform: 'TIKTOK', viewDefinition: null },
      { platform: 'YOUTUBE', viewDefinition: 'YOUTUBE_2025_03_31' },
    ];
    const first = await posts.aPost(youtube, campaign, { views: 1_000 });
    const [unmeasured] = (await youtube.keyed.get('/posts')).body.data;
    expect(unmeasured).toMatchObject({ id: first.id, source: null, viewDefinition: null });
    expect((await analytics()).totals.viewDefinitions).toEqual([]);
    await posts.aPost(tiktok, campaign, { views: 500 });
    await posts.scan();
    await again();
    const { body } = await advertiser.keyed.get(`/campaigns/${campaign.id}/posts`);
    expect(body.data).toMatchObject([
      { platform: 'TIKTOK', source: 'TIKTOK_DISPLAY_API', viewDefinition: null },
      { platform: 'YOUTUBE', source: 'YOUTUBE_DATA_API', viewDefinition: 'YOUTUBE_2025_03_31' },
    ]);
    const { totals, byPlatform, byCreator } = await analytics();
    const ofCampaign = dataOf(await advertiser.keyed.get(`/campaigns/${campaign.id}`));
    expect([totals.viewDefinitions, ofCampaign.viewDefinitions]).toEqual([definitions, definitions]);
    for (const rows of [byPlatform, byCreator])
      for (const { platform, viewDefinitions } of rows)
        expect(viewDefinitions).toEqual(definitions.filter((one) => one.platform === platform));
    const browser = await signedIn(own.stack.baseUrl, advertiser);
    const mixed = 'Mixes the definitions of a view by TikTok and YouTube (since 31 March 2025)';
    for (const page of ['', `/${campaign.id}`])
      expect(await shownAt(browser, `/cabinet/campaigns${page}`)).toContain(mixed);
    await share(false);
    expect((await analytics()).totals.viewDefinitions).toEqual(definitions.slice(1));
    const [hidden] = (await advertiser.keyed.get(`/campaigns/${campaign.id}/posts?platform=TIKTOK`)).body.data;
    expect(hidden).toMatchObject({ views: null, source: null, viewDefinition: null });
  });

  test('a day has null views unless the day before was measured too', async () => {
    const post = await anAccepted(youtube, 1_000);
    await own.control.moveOn(2 * dayMs);
    await youtube.publish(post.contentId, { views: 1_500 });
    await posts.scan();
    await youtube.publish(post.contentId, { views: 1_600 });
    await posts.scan();
    expect((await analytics()).series.at(-1)).toMatchObject({ views: null });
    await own.control.moveOn(dayMs);
    await youtube.publish(post.contentId, { views: 1_590 });
    await posts.scan();
    expect((await analytics()).series.at(-1)).toMatchObject({ views: -10 });
  });

  test('metrics that a creator does not share are in no sum and in no day, and return with the consent', async () => {
    const [first, second] = [await anAccepted(youtube, 1_000), await anAccepted(tiktok, 500)];
    await own.control.moveOn(dayMs);
    await youtube.publish(first.contentId, { views: 1_100 });
    await tiktok.publish(second.contentId, { views: 900 });
    await posts.scan();
    expect((await analytics()).series.at(-1).views).toBe(500);
    await share(false);
    const hidden = await analytics();
    expect(hidden.series.at(-1).views).toBe(100);
    expect(hidden).toMatchObject({
      totals: { totalViews: 1_100 },
      engagement: { views: 1_100, erCoverage: { measuredPosts: 1, totalPosts: 2 } },
    });
    await share(true);
    expect((await analytics()).series.at(-1).views).toBe(500);
  });

  test('a thousand views have their price while a post that has earned nothing is unavailable', async () => {
    await anAccepted(youtube, 1_000);
    const { id, contentId } = await posts.aPost(youtube, campaign, { views: 1 });
    await youtube.remove(contentId);
    for (let scans = 0; scans < 3; scans += 1) await posts.scan();
    expect((await posts.postOf(youtube, id)).status).toBe('UNAVAILABLE');
    expect((await analytics()).totals.costPerThousandViews.raw).toBe('200');
  });

  test('a thousand views have no price while the views of a post are newer than its other counts', async () => {
    const { contentId } = await anAccepted(youtube, 1_000);
    const cost = async () => (await analytics()).totals.costPerThousandViews;
    expect((await cost()).raw).toBe('200');
    await youtube.publish(contentId, { views: 5_000, likes: null });
    await posts.scan();
    expect(await cost()).toBeNull();
    await youtube.publish(contentId, { views: 5_000, likes: 50 });
    await own.control.moveOn(dayMs);
    await posts.scan();
    expect((await cost()).raw).toBe('200');
  });

  test('from and to bound the days alone, and cover at most 366 days', async () => {
    await anAccepted(youtube, 1_000);
    const day = await today();
    const bounded = await analytics(`?from=${day}&to=${day}`);
    expect(bounded.series.map(({ date }: { date: string }) => date)).toEqual([day]);
    expect(bounded.totals).toEqual((await analytics()).totals);
    const empty = await analytics('?from=2020-01-01&to=2020-12-31');
    expect(empty.series).toHaveLength(366);
    expect(empty.totals.spent.raw).toBe('200');
    for (const period of ['?from=2020-01-01&to=2021-01-01', '?from=2026-02-02&to=2026-02-01', '?from=yesterday'])
      refused(await advertiser.keyed.get(`/analytics/campaigns/${campaign.id}${period}`), 'VALIDATION_FAILED');
  });

  test('a campaign without posts has zeros for what is counted and null for what is unknown', async () => {
    expect(await analytics()).toMatchObject({
      totals: { totalViews: null, costPerThousandViews: null, clicks: 0, posts: { total: 0 } },
      ...{ byPlatform: [], byCreator: [] },
      engagement: { er: null, updatedAt: null, erCoverage: { measuredPosts: 0, totalPosts: 0 } },
    });
    const other = await campaigns.anAdvertiser();
    refused(await other.keyed.get(`/analytics/campaigns/${campaign.id}`), 'RESOURCE_NOT_FOUND');
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { peopleOf } from '../../support/contract/people.ts';
import type { Publisher } from '../../support/market/campaign-posts.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';
import { type Person, signedInAgain } from '../../support/market/people.ts';
import { connect } from '../../support/social/sign-in.ts';

let own: OwnCampaigns['own'];
let posts: OwnCampaigns['posts'];
let campaigns: OwnCampaigns['campaigns'];
ownCampaigns((made) => {
  ({ own, posts, campaigns } = made);
});

const dayMs = 24 * 3_600_000;
const nothing = { views: 0, er: null, saves: null, erCoverage: { measuredPosts: 0, totalPosts: 1 }, updatedAt: null };

let advertiser: Person;
let creator: Publisher;
let campaign: { id: number; version: number };
let post: { id: number; contentId: string };

async function anAcceptedPost(platform: 'TIKTOK' | 'YOUTUBE'): Promise<void> {
  advertiser = await signedInAgain(own.stack.baseUrl, await campaigns.anAdvertiser());
  creator = await posts.aPublisher(platform);
  campaign = await campaigns.aRunning(advertiser, { platforms: [platform] });
  post = await posts.aPost(creator, campaign, { views: 1_000 });
  await posts.scan();
  dataOf(await posts.accept(advertiser, campaign, post.id));
}

const share = async (enabled: boolean) =>
  dataOf(await creator.api.put(`/social-accounts/${creator.accountId}/sharing`, { enabled }));
const shown = () => posts.campaignPostOf(advertiser, campaign, post.id);
const sums = async () => dataOf(await advertiser.keyed.get(`/campaigns/${campaign.id}`));
const accounts = async () => dataOf(await advertiser.keyed.get(`/campaigns/${campaign.id}/creators`));
const linesOf = async (reader: Person, path: string) => dataOf(await reader.keyed.get(`${path}/earnings`));

/** What every answer to the advertiser shows of the metrics. */
async function expectHidden(reason: string): Promise<void> {
  expect(await shown()).toMatchObject({ views: null, measuredAt: null, flags: [], engagement: nothing });
  expect((await shown()).reasons).toEqual({ views: reason, likes: reason, comments: reason, saves: reason });
  expect(await sums()).toMatchObject({ totalViews: null, engagement: nothing });
  expect(await accounts()).toMatchObject([{ totalViews: null, engagement: nothing }]);
  const [line] = await linesOf(advertiser, `/campaigns/${campaign.id}/posts/${post.id}`);
  expect(line).toMatchObject({ views: null, amount: { raw: '200' } });
}

async function expectShown(views: number): Promise<void> {
  const engagement = { views, erCoverage: { measuredPosts: 1, totalPosts: 1 } };
  expect(await shown()).toMatchObject({ views, reasons: expect.any(Object), engagement });
  expect(await sums()).toMatchObject({ totalViews: views, engagement });
  expect(await accounts()).toMatchObject([{ id: creator.accountId, totalViews: views, engagement }]);
}

describe('the metrics of a post that its platform shows only with consent', () => {
  beforeEach(() => anAcceptedPost('TIKTOK'));

  test('the advertiser reads null with WITHHELD from the withdrawal on, the creator reads all, and the earnings stay', async () => {
    await expectShown(1_000);
    await share(false);
    await expectHidden('WITHHELD');
    expect(await posts.postOf(creator, post.id)).toMatchObject({ views: 1_000, earned: { raw: '200' } });
    await creator.publish(post.contentId, { views: 9_000 });
    await posts.scan();
    await expectHidden('WITHHELD');
    expect(await posts.postOf(creator, post.id)).toMatchObject({ views: 9_000, earned: { raw: '200' } });
    await share(true);
    await expectShown(9_000);
    await posts.scan();
    expect(await posts.postOf(creator, post.id)).toMatchObject({ earned: { raw: '1800' } });
  });

  test('metrics are hidden with NOT_GRANTED after a disconnection, and the nightly sweep deletes them', async () => {
    dataOf(await creator.api.delete(`/social-accounts/${creator.accountId}/connection`));
    await expectHidden('NOT_GRANTED');
    for (const _ of ['one night', 'another']) await own.control.run('sweep-metrics');
    const stored = await own.market.one(
      `select (select count(*)::int from post_measurements where grant_account_id = $1) as measurements,
         (select count(*)::int from campaign_posts where social_account_id = $1 and num_nonnulls(views, counted_views, saves) > 0) as posts,
         (select count(*)::int from campaign_earnings e join campaign_posts p on p.id = e.campaign_post_id
          where p.social_account_id = $1 and e.views is not null) as earnings,
         (select count(*)::int from campaign_account_days where social_account_id = $1) as days,
         (select count(*)::int from social_grants where social_account_id = $1 and forget_before is not null) as forgetting`,
      [creator.accountId],
    );
    expect(stored).toEqual({ measurements: 0, posts: 0, earnings: 0, days: 0, forgetting: 0 });
    expect(await posts.postOf(creator, post.id)).toMatchObject({ views: null, earned: { raw: '200' } });
    const line = (await linesOf(creator, `/posts/${post.id}`)).at(-1);
    expect(line).toMatchObject({ views: null, amount: { raw: '200' }, measuredAt: expect.any(String) });
  });

  test('what was read under a former connection is not shown after the account is connected again', async () => {
    dataOf(await creator.api.delete(`/social-accounts/${creator.accountId}/connection`));
    await own.control.moveOn(1_000);
    await connect(creator, creator.handle, { platform: 'TIKTOK', shareMetrics: true });
    expect(await sums()).toMatchObject({ totalViews: null, engagement: nothing });
    expect(await shown()).toMatchObject({ views: null, engagement: nothing });
    await posts.scan();
    await expectShown(1_000);
  });

  test.each([
    ['without', false, 'WITHHELD'],
    ['with', true, null],
  ] as const)(
    'a new connection %s consent hides the metrics of the former connection at once',
    async (_, shareMetrics, reason) => {
      await own.control.moveOn(1_000);
      await connect(creator, creator.handle, { platform: 'TIKTOK', shareMetrics });
      expect(await sums()).toMatchObject({ totalViews: null, engagement: nothing });
      expect(await accounts()).toMatchObject([{ totalViews: null, engagement: nothing }]);
      expect(await shown()).toMatchObject({
        views: null,
        engagement: nothing,
        ...(reason && { reasons: { views: reason } }),
      });
      await posts.scan();
      if (shareMetrics) await expectShown(1_000);
      else await expectHidden('WITHHELD');
    },
  );

  test('a block of the account hides the metrics and stops the accrual, and the unblock shows the metrics again', async () => {
    const { twin: staff } = await peopleOf(own.stack.baseUrl, own.market).aPerson({ roles: ['STAFF'] });
    const block = (blocked: boolean) =>
      staff.put(`/staff/social-accounts/${creator.accountId}/block`, { blocked, ...(blocked && { reason: 'a test' }) });
    dataOf(await block(true));
    expect(await sums()).toMatchObject({ totalViews: null, engagement: nothing });
    dataOf(await block(false));
    await expectShown(1_000);
  });
});

test.each(['sold', 'deleted'] as const)(
  'posts of an account that is %s earn nothing more, and their earnings are paid',
  async (end) => {
    await anAcceptedPost('YOUTUBE');
    const path = `/social-accounts/${creator.accountId}`;
    dataOf(end === 'sold' ? await creator.api.post(`${path}/sold`) : await creator.api.delete(path));
    await creator.publish(post.contentId, { views: 9_000 });
    await posts.scan();
    expect(await posts.postOf(creator, post.id)).toMatchObject({ views: 1_000, earned: { raw: '200' } });
    await own.control.run({ kind: 'pay-campaign-creators', afterId: 0 });
    expect(await posts.postOf(creator, post.id)).toMatchObject({ earned: { raw: '200' }, paid: { raw: '200' } });
    refused(await posts.submit(creator, campaign, post.contentId), 'RESOURCE_NOT_FOUND');
  },
);

describe('old metrics', () => {
  test('metrics that are too old are in no answer, before and after the nightly sweep, and earnings keep their amounts', async () => {
    await anAcceptedPost('YOUTUBE');
    await expectShown(1_000);
    await own.control.moveOn(30 * dayMs + 60_000);
    for (const isSwept of [false, true]) {
      if (isSwept) await own.control.run('sweep-connections', 'sweep-metrics');
      expect(await shown()).toMatchObject({ views: null, engagement: nothing });
      expect(await sums()).toMatchObject({ totalViews: null, engagement: nothing, spent: { raw: '200' } });
      expect(await accounts()).toMatchObject([{ totalViews: null, engagement: nothing }]);
      expect(await posts.postOf(creator, post.id)).toMatchObject({ views: null, engagement: nothing });
      for (const [reader, path] of [
        [creator, `/posts/${post.id}`],
        [advertiser, `/campaigns/${campaign.id}/posts/${post.id}`],
      ] as const)
        expect((await linesOf(reader, path)).at(-1)).toMatchObject({ views: null, amount: { raw: '200' } });
    }
    const { stored } = await own.market.one(
      `select count(*)::int as stored from campaign_posts where num_nonnulls(views, counted_views, saves) > 0`,
    );
    expect(stored).toBe(0);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import type { Publisher } from '../../support/market/campaign-posts.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';
import type { Person } from '../../support/market/people.ts';

let posts: OwnCampaigns['posts'];
let campaigns: OwnCampaigns['campaigns'];
ownCampaigns((made) => {
  ({ posts, campaigns } = made);
});

let advertiser: Person;
let creator: Publisher;
beforeEach(async () => {
  advertiser = await campaigns.anAdvertiser();
  creator = await posts.aPublisher();
});

const campaignOf = async ({ id }: { id: number }) => dataOf(await advertiser.keyed.get(`/campaigns/${id}`));
const earningsOf = async ({ id }: { id: number }) => dataOf(await creator.keyed.get(`/posts/${id}/earnings`));

describe('an accepted post', () => {
  test('an accepted post earns from its first view on, and each scan adds what is new', async () => {
    const campaign = await campaigns.aRunning(advertiser);
    const post = await posts.aPost(creator, campaign, { views: 1_004 });
    await posts.scan();
    expect(await posts.postOf(creator, post.id)).toMatchObject({ views: 1_004, earned: { raw: '0' } });
    expect(dataOf(await posts.accept(advertiser, campaign, post.id))).toMatchObject({
      ...{ status: 'ACCEPTED', views: 1_004, earned: { raw: '200' }, allowedActions: [] },
      engagement: { views: 1_004, likes: 40, comments: 3, er: 4.28, erCoverage: { measuredPosts: 1, totalPosts: 1 } },
    });
    await creator.publish(post.contentId, { views: 4_999 });
    await posts.scan();
    await creator.publish(post.contentId, { views: 3_000 });
    await posts.scan();
    expect(await posts.postOf(creator, post.id)).toMatchObject({
      ...{ views: 3_000, earned: { raw: '999' } },
      flags: [{ flag: 'VIEWS_FELL' }],
    });
    const [last, first] = await earningsOf(post);
    const { post: shown } = (await creator.keyed.get(`/posts/${post.id}/earnings`)).body;
    expect(shown).toEqual(await posts.postOf(creator, post.id));
    expect(first).toMatchObject({ kind: 'ACCRUAL', views: 1_004, amount: { raw: '200' }, limitedBy: null });
    expect(last).toMatchObject({ views: 4_999, amount: { raw: '799' }, earnedAfter: { raw: '999' } });
    expect(await campaignOf(campaign)).toMatchObject({
      ...{ spent: { raw: '999' }, paid: { raw: '0' }, totalViews: 3_000 },
      posts: { total: 1, accepted: 1 },
      engagement: { views: 3_000, erCoverage: { measuredPosts: 1, totalPosts: 1 } },
    });
  });

  test('an accepted post earns at most the maximum for a post, and never more than the budget', async () => {
    const campaign = await campaigns.aRunning(advertiser, { budgetCents: '1000', maxPerPostCents: '700' });
    const [first, second] = [
      await posts.aPost(creator, campaign, { views: 5_000 }),
      await posts.aPost(creator, campaign, { views: 5_000 }),
    ];
    await posts.scan();
    for (const { id } of [first, second]) dataOf(await posts.accept(advertiser, campaign, id));
    const shown = await Promise.all([first, second].map(async (post) => (await earningsOf(post))[0]));
    expect(shown.map(({ amount, limitedBy }) => [amount.raw, limitedBy])).toEqual([
      ['700', 'MAX_PER_POST'],
      ['300', 'BUDGET'],
    ]);
    expect(await campaignOf(campaign)).toMatchObject({ status: 'PAUSED', pauseReason: 'BUDGET_EXHAUSTED' });
    dataOf(
      await advertiser.api.patch(
        `/campaigns/${campaign.id}`,
        { expectedVersion: (await campaignOf(campaign)).version, budgetCents: '1500' },
        { key: crypto.randomUUID() },
      ),
    );
    expect(await campaignOf(campaign)).toMatchObject({ status: 'RUNNING', pauseReason: null });
    expect((await earningsOf(second))[0]).toMatchObject({ amount: { raw: '400' }, limitedBy: 'MAX_PER_POST' });
  });

  test('an accepted post with a fixed reward earns it at once, and one above the rest of the budget is refused', async () => {
    const campaign = await campaigns.aRunning(advertiser, {
      ...{ payment: { model: 'FIXED', rewardCents: '600' }, budgetCents: '1000' },
    });
    const [first, second] = [await posts.aPost(creator, campaign), await posts.aPost(creator, campaign)];
    expect(dataOf(await posts.accept(advertiser, campaign, first.id)).earned.raw).toBe('600');
    expect(await campaignOf(campaign)).toMatchObject({ status: 'PAUSED', pauseReason: 'BUDGET_EXHAUSTED' });
    const refusal = await posts.accept(advertiser, campaign, second.id);
    refused(refusal, 'INSUFFICIENT_FUNDS');
    expect(refusal.body).toMatchObject({
      message: 'The rest of the budget does not cover the reward. Raise the budget of the campaign.',
    });
    await posts.scan();
    expect((await earningsOf(first)).length).toBe(1);
    expect(await posts.postOf(creator, second.id)).toMatchObject({ status: 'ON_MODERATION', earned: { raw: '0' } });
  });

  test('an accepted post is accepted for good, once, and belongs to no other campaign', async () => {
    const campaign = await campaigns.aRunning(advertiser);
    const other = await campaigns.aRunning(advertiser);
    const { id } = await posts.aPost(creator, campaign);
    refused(await posts.accept(advertiser, other, id), 'RESOURCE_NOT_FOUND');
    refused(await posts.accept(await campaigns.anAdvertiser(), campaign, id), 'RESOURCE_NOT_FOUND');
    const both = await Promise.all([posts.accept(advertiser, campaign, id), posts.reject(advertiser, campaign, id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const later = refused(await posts.reject(advertiser, campaign, id), 'INVALID_STATE');
    expect(later.allowedActions).toEqual([]);
  });
});

describe('a rejected post', () => {
  test('a rejected post shows its creator the reason and the note, and earns nothing', async () => {
    const campaign = await campaigns.aRunning(advertiser);
    const { id } = await posts.aPost(creator, campaign);
    dataOf(await posts.reject(advertiser, campaign, id, { reason: 'CRITERIA_NOT_MET', note: 'No can in sight.' }));
    expect(await posts.postOf(creator, id)).toMatchObject({
      ...{ status: 'REJECTED', reason: 'CRITERIA_NOT_MET', note: 'No can in sight.', decideBy: null },
    });
    for (const reason of ['CAMPAIGN_ENDED', 'BAD', undefined])
      refused(await posts.reject(advertiser, campaign, id, { reason }), 'VALIDATION_FAILED');
  });
});

describe('a post that its platform does not show', () => {
  test('a post is unavailable after three scans without it, earns nothing meanwhile, and returns to its status', async () => {
    const campaign = await campaigns.aRunning(advertiser);
    const post = await posts.aPost(creator, campaign, { views: 1_000 });
    await posts.scan();
    dataOf(await posts.accept(advertiser, campaign, post.id));
    await creator.publish(post.contentId, { state: 'PRIVATE', views: 9_000 });
    for (const status of ['ACCEPTED', 'ACCEPTED', 'UNAVAILABLE']) {
      await posts.scan();
      expect(await posts.postOf(creator, post.id)).toMatchObject({ status, earned: { raw: '200' } });
    }
    expect((await campaignOf(campaign)).posts).toMatchObject({ accepted: 0, unavailable: 1 });
    await creator.publish(post.contentId, { state: 'PUBLIC' });
    await posts.scan();
    expect(await posts.postOf(creator, post.id)).toMatchObject({ status: 'ACCEPTED', earned: { raw: '1800' } });
  });

  test('an undecided post that is shown again gets a new moderation window', async () => {
    const campaign = await campaigns.aRunning(advertiser);
    const post = await posts.aPost(creator, campaign);
    const { decideBy } = await posts.postOf(creator, post.id);
    await creator.remove(post.contentId);
    for (let scans = 0; scans < 3; scans += 1) await posts.scan();
    expect(await posts.postOf(creator, post.id)).toMatchObject({ status: 'UNAVAILABLE', decideBy: null });
    await creator.publish(post.contentId, { publishedAt: new Date().toISOString(), views: 5 });
    await posts.scan();
    const shown = await posts.postOf(creator, post.id);
    expect(shown.status).toBe('ON_MODERATION');
    expect(Date.parse(shown.decideBy)).toBeGreaterThan(Date.parse(decideBy));
  });
});

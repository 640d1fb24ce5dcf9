import { expect, test } from 'vitest';
import { dataOf } from '../../support/market/campaigns.ts';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';
import { signedInAgain } from '../../support/market/people.ts';

let own: OwnCampaigns['own'];
let posts: OwnCampaigns['posts'];
let campaigns: OwnCampaigns['campaigns'];
ownCampaigns((made) => {
  ({ own, posts, campaigns } = made);
});

/** What the advertiser sees of the views of an accepted post: the number, or the reason of null. */
const matrix = [
  ['YOUTUBE', { withConsent: 1_000, without: 1_000 }],
  ['TIKTOK', { withConsent: 1_000, without: 'WITHHELD' }],
  ['INSTAGRAM', { withConsent: 1_000, without: 'WITHHELD' }],
  ['TWITCH', { withConsent: 'WITHHELD', without: 'WITHHELD' }],
] as const;

test.each(matrix)(
  'at %s the advertiser of a campaign sees the metrics that the platform allows, with and without the consent, everywhere alike',
  async (platform, seen) => {
    const advertiser = await signedInAgain(own.stack.baseUrl, await campaigns.anAdvertiser());
    const creator = await posts.aPublisher(platform);
    const terms = { platforms: [platform], payment: { model: 'FIXED', rewardCents: '500' } };
    const campaign = await campaigns.aRunning(advertiser, terms);
    const { id } = await posts.aPost(creator, campaign, { views: 1_000, likes: 40, comments: 10 });
    await posts.scan();
    dataOf(await posts.accept(advertiser, campaign, id));
    const read = async (path: string) => dataOf(await advertiser.keyed.get(path));

    async function expectSeen(views: number | 'WITHHELD'): Promise<void> {
      const isSeen = views !== 'WITHHELD';
      const engagement = {
        ...(isSeen
          ? { views, likes: 40, comments: 10, er: 5 }
          : { views: 0, likes: 0, comments: 0, er: null, updatedAt: null }),
        erCoverage: { measuredPosts: isSeen ? 1 : 0, totalPosts: 1 },
      };
      const sums = { totalViews: isSeen ? views : null, engagement };
      const post = await posts.campaignPostOf(advertiser, campaign, id);
      expect(post).toMatchObject({ views: isSeen ? views : null, engagement });
      if (!isSeen) expect(post.reasons.views).toBe(views);
      expect(await read(`/campaigns/${campaign.id}`)).toMatchObject(sums);
      expect((await read('/campaigns'))[0]).toMatchObject(sums);
      expect((await read(`/campaigns/${campaign.id}/creators`))[0]).toMatchObject(sums);
      const analytics = await read(`/analytics/campaigns/${campaign.id}`);
      expect([analytics.totals.totalViews, analytics.engagement]).toMatchObject([sums.totalViews, engagement]);
      expect(analytics.byPlatform[0]).toMatchObject(sums);
      expect(analytics.byCreator[0]).toMatchObject(sums);
      expect(await posts.postOf(creator, id)).toMatchObject({
        views: 1_000,
        reasons: expect.not.objectContaining({ views: expect.anything() }),
      });
    }

    await expectSeen(seen.withConsent);
    // At the other two the key of the application reads the posts: there is no consent to withdraw.
    if (platform === 'TIKTOK' || platform === 'INSTAGRAM')
      dataOf(await creator.api.put(`/social-accounts/${creator.accountId}/sharing`, { enabled: false }));
    await expectSeen(seen.without);
  },
);

import { describe, expect, test } from 'vitest';
import { dataOf } from '../../support/market/campaigns.ts';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';
import { signedInAgain } from '../../support/market/people.ts';

let own: OwnCampaigns['own'];
let posts: OwnCampaigns['posts'];
let campaigns: OwnCampaigns['campaigns'];
ownCampaigns((made) => {
  ({ own, posts, campaigns } = made);
});

const anAdvertiser = async () => signedInAgain(own.stack.baseUrl, await campaigns.anAdvertiser());
const fixed = { payment: { model: 'FIXED', rewardCents: '500' } };

describe('the platforms of a campaign', () => {
  test('a photo earns by its views, and counts as no video', async () => {
    const advertiser = await anAdvertiser();
    const creator = await posts.aPublisher('INSTAGRAM');
    const campaign = await campaigns.aRunning(advertiser, { platforms: ['INSTAGRAM'] });
    const photo = await posts.aPost(creator, campaign, { media: 'PHOTO', views: 1_000 });
    const video = await posts.aPost(creator, campaign, { media: 'VIDEO', views: 2_000 });
    await posts.scan();
    for (const { id } of [photo, video]) dataOf(await posts.accept(advertiser, campaign, id));
    const [ofPhoto, ofVideo] = await Promise.all(
      [photo, video].map(({ id }) => posts.campaignPostOf(advertiser, campaign, id)),
    );
    expect(ofPhoto).toMatchObject({
      ...{ mediaType: 'PHOTO', views: 1_000, earned: { raw: '200' } },
      engagement: { views: 0, er: null, erCoverage: { measuredPosts: 0, totalPosts: 0 } },
    });
    expect(ofVideo).toMatchObject({ views: 2_000, engagement: { erCoverage: { measuredPosts: 1, totalPosts: 1 } } });
    expect(dataOf(await advertiser.keyed.get(`/campaigns/${campaign.id}`))).toMatchObject({
      totalViews: 3_000,
      engagement: { views: 2_000, erCoverage: { measuredPosts: 1, totalPosts: 1 } },
    });
  });

  test('a post at Twitch earns its reward, and nobody but its creator sees its views', async () => {
    const advertiser = await anAdvertiser();
    const creator = await posts.aPublisher('TWITCH');
    const campaign = await campaigns.aRunning(advertiser, { platforms: ['TWITCH'], ...fixed });
    const { id } = await posts.aPost(creator, campaign, { views: 3_000 });
    await posts.scan();
    dataOf(await posts.accept(advertiser, campaign, id));
    expect(await posts.postOf(creator, id)).toMatchObject({ views: 3_000, earned: { raw: '500' } });
    const hidden = { views: 'WITHHELD', likes: 'WITHHELD', comments: 'WITHHELD', saves: 'WITHHELD' };
    expect(await posts.campaignPostOf(advertiser, campaign, id)).toMatchObject({
      ...{ views: null, reasons: hidden, earned: { raw: '500' }, flags: [] },
      engagement: { erCoverage: { measuredPosts: 0, totalPosts: 1 } },
    });
    expect(dataOf(await advertiser.keyed.get(`/analytics/campaigns/${campaign.id}`))).toMatchObject({
      totals: { totalViews: null, costPerThousandViews: null },
      engagement: { views: 0, er: null },
    });
    expect((await posts.postOf(creator, id)).saves).toBeUndefined();
  });

  test('hidden likes leave a measurement incomplete: the views count, the rate of engagement stays the last complete one', async () => {
    const advertiser = await anAdvertiser();
    const creator = await posts.aPublisher();
    const campaign = await campaigns.aRunning(advertiser);
    const post = await posts.aPost(creator, campaign, { views: 1_000, likes: 40, comments: 10 });
    await posts.scan();
    dataOf(await posts.accept(advertiser, campaign, post.id));
    const { engagement } = await posts.campaignPostOf(advertiser, campaign, post.id);
    await creator.publish(post.contentId, { views: 5_000, likes: null });
    await posts.scan();
    expect(await posts.campaignPostOf(advertiser, campaign, post.id)).toMatchObject({
      ...{ views: 5_000, earned: { raw: '1000' }, engagement, reasons: { likes: 'HIDDEN' } },
    });
  });

  test('a redelivered scan adds earnings once if the response to its commit was lost', async () => {
    const advertiser = await anAdvertiser();
    const creator = await posts.aPublisher();
    const campaign = await campaigns.aRunning(advertiser);
    const post = await posts.aPost(creator, campaign, { views: 1_000 });
    await posts.scan();
    dataOf(await posts.accept(advertiser, campaign, post.id));
    await creator.publish(post.contentId, { views: 2_000 });
    await own.control.neon('drop-next-reply', 'campaign_record_scans');
    await posts.scan();
    await own.control.neon('up');
    await own.control.moveOn(16 * 60_000);
    await posts.scan();
    const lines = dataOf(await creator.keyed.get(`/posts/${post.id}/earnings`));
    expect(lines.map(({ amount }: { amount: { raw: string } }) => amount.raw)).toEqual(['200', '200']);
  });
});

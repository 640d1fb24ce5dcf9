import { describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { grantedPostsOf } from '../../support/market/granted-posts.ts';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';
import { signedInAgain } from '../../support/market/people.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { depth } from '../../support/stack/depth.ts';

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

describe('a story', () => {
  const hourMs = 3_600_000;
  const [deliveredId, submittedId] = ['3473341898335552431', '3473341898335552432'];

  test('a story is measured 1, 6, 12, 20 and 23.5 hours after its publication, and keeps the last views that Instagram states', async () => {
    const { stack, market, control } = own;
    const simulator = simulatorOf(stack.socialUrl, 'INSTAGRAM');
    await simulator.callAt(`${stack.baseUrl}/platform-events`, 'duplicate-webhook');
    const advertiser = await anAdvertiser();
    const creator = await posts.aPublisher('INSTAGRAM');
    const campaign = await campaigns.aRunning(advertiser, { platforms: ['INSTAGRAM'] });
    dataOf(await posts.take(creator, campaign));
    const granted = grantedPostsOf(stack, market);
    const delivered = await granted.aGrantedPost('INSTAGRAM', { shareMetrics: true, videoId: deliveredId });
    const began = await control.now();
    const publish = async (views: number) => {
      await delivered.film({ media: 'STORY', views, publishedAt: began.toISOString() });
      await creator.publish(submittedId, { media: 'STORY', views, publishedAt: began.toISOString() });
    };
    await publish(10);
    const { id } = dataOf(await posts.submit(creator, campaign, submittedId), 201);
    const metricsOf = async () =>
      dataOf(await delivered.owner.keyed.get(`/placement-assignments/${delivered.work.id}/deliverables`))[0].metrics[0];
    const work = async () => {
      await control.run('scan-undecided-posts');
      await control.run('take-due-platform-work');
    };
    const measured = async () => {
      const { rows } = await market.pool.query(
        `select p.content_id as story, round(extract(epoch from m.measured_at - p.published_at) / 360) / 10 as hours, m.views::int
         from posts p join post_measurements m on m.post_id = p.id where p.content_id = any ($1) order by 2, 1`,
        [[deliveredId, submittedId]],
      );
      return rows.map(({ story, hours, views }) => [story, Number(hours), views]);
    };
    const ofBoth = (each: readonly (readonly [number, number])[]) =>
      each.flatMap((one) => [deliveredId, submittedId].map((story) => [story, ...one]));

    for (const hours of depth([0, 0.5, 1, 6, 12, 20, 23.5, 24.5], [0, 0.5, 1, 3, 6, 12, 15, 20, 23.5, 24, 24.5])) {
      await control.moveClock(new Date(began.getTime() + hours * hourMs + 30_000));
      await publish(10 + 100 * hours);
      await control.run('take-due-platform-work');
    }
    const walked = [
      [0, 10],
      [1, 110],
      [6, 610],
      [12, 1_210],
      [20, 2_010],
      [23.5, 2_360],
    ] as const;
    expect(await measured()).toEqual(ofBoth(walked));
    expect(await metricsOf()).toMatchObject({ views: 2_360, reasons: { likes: 'NOT_OFFERED' } });
    refused(await posts.submit(creator, campaign, '3473341898335552433'), 'INVALID_PROOF');

    await control.moveClock(new Date(began.getTime() + 25 * hourMs));
    expect(await simulator.endStories(delivered.handle)).toEqual([200, 200, 200]);
    expect(await simulator.endStories(creator.handle)).toEqual([200, 200, 200]);
    await control.untilQueuesAreEmpty();
    expect(await measured()).toEqual(ofBoth([...walked, [25, 2_460]]));

    // The window of the decision ends, and no scan has seen the story any more.
    for (const hours of [48, 73, 169]) {
      await control.moveClock(new Date(began.getTime() + hours * hourMs));
      await work();
    }
    expect(await measured()).toEqual(ofBoth([...walked, [25, 2_460]]));
    expect(await metricsOf()).toMatchObject({ views: 2_460 });
    expect(await posts.postOf(creator, id)).toMatchObject({ status: 'ACCEPTED', views: 2_460, earned: { raw: '492' } });
  });

  test('a story that its author deletes before its end is gone', async () => {
    const { stack, market, control } = own;
    const videoId = '3473341898335552434';
    const granted = grantedPostsOf(stack, market);
    const delivered = await granted.aGrantedPost('INSTAGRAM', { shareMetrics: true, videoId });
    const publishedAt = (await control.now()).toISOString();
    await delivered.film({ media: 'STORY', views: 50, publishedAt });
    await control.run('take-due-platform-work');
    await simulatorOf(stack.socialUrl, 'INSTAGRAM').change(delivered.handle, { posts: [] });
    await control.moveOn(hourMs + 60_000);
    await control.run('take-due-platform-work');
    expect(await granted.measurementsOf(delivered)).toMatchObject([
      { views: 50 },
      { views: null, reasons: { views: 'UNAVAILABLE' } },
    ]);
  });
});

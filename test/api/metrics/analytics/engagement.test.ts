import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../../support/client.ts';
import { peopleOf } from '../../../support/contract/people.ts';
import type { Work } from '../../../support/market/assignments.ts';
import { type Advertiser, marketOf } from '../../../support/market/market.ts';
import { submittedWorkOf } from '../../../support/market/measured-work.ts';
import { aVideo, postsOf } from '../../../support/market/posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const simulator = simulatorOf(shared.socialUrl);
const posts = postsOf(market, baseUrl);
const { approve, act, must } = posts;
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const analytics = async (advertiser: Advertiser): Promise<Reply['body']> =>
  (await advertiser.api.get('/analytics/placements')).body.data;

const submittedWork = submittedWorkOf(market, posts);

// Recent enough to be shown.
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const [monday, tuesday, wednesday] = [daysAgo(5), daysAgo(4), daysAgo(3)];

describe('the engagement of placements', () => {
  test('sums the counters of accepted videos, with the oldest time and the count of measured videos', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
    const counted = [
      await submittedWork(advertiser, {
        type: 'VIDEO',
        metrics: { views: 100, likes: 50, comments: 0, at: wednesday },
      }),
      await submittedWork(advertiser, {
        type: 'STREAM',
        metrics: { views: 900, likes: 9, comments: 1, at: tuesday, saves: 0, savesMeasuredAt: monday },
      }),
      await submittedWork(advertiser, { type: 'SHORT_VIDEO' }),
    ];
    for (const work of counted) await must(approve(work));
    const huge = {
      views: 1_000_000,
      likes: 1_000_000,
      comments: 1_000_000,
      at: monday,
      saves: 7,
      savesMeasuredAt: monday,
    };
    await must(approve(await submittedWork(advertiser, { type: 'POST', metrics: huge })));
    await must(approve(await submittedWork(advertiser, { type: 'STORY', metrics: huge })));
    const pending = await submittedWork(advertiser, { metrics: huge });
    const wanted = await submittedWork(advertiser, { metrics: huge });
    await must(act(wanted, wanted.advertiser.api, 'request-changes'));
    const disputed = await submittedWork(advertiser, { metrics: huge });
    await must(act(disputed, disputed.creator.api, 'issues'));
    const split = await submittedWork(advertiser, { metrics: huge });
    await must(act(split, split.creator.api, 'issues'));
    await market.pool.query(`update placement_assignments set status = 'RESOLVED' where id = $1`, [split.id]);

    const { engagement, byCreator } = await analytics(advertiser);
    expect(engagement).toEqual({
      scope: 'accepted_video',
      ...{ views: 1_000, likes: 59, comments: 1, er: 6, saves: 0 },
      erCoverage: { measuredPosts: 2, totalPosts: 3 },
      savesCoverage: { measuredPosts: 1, totalPosts: 3 },
      ...{ updatedAt: tuesday, savesUpdatedAt: monday },
    });
    const of = ({ listing }: Work) =>
      byCreator.find(({ creatorPublicId }: Reply['body']) => creatorPublicId === listing.creator.publicId).engagement;
    expect(counted.map(of)).toMatchObject([
      { views: 100, er: 50, saves: null, savesUpdatedAt: null, updatedAt: wednesday },
      { views: 900, er: 1.11, saves: 0, savesCoverage: { measuredPosts: 1, totalPosts: 1 } },
      { views: 0, er: null, updatedAt: null, erCoverage: { measuredPosts: 0, totalPosts: 1 } },
    ]);
    expect(of(pending)).toMatchObject({ views: 0, er: null, erCoverage: { measuredPosts: 0, totalPosts: 0 } });
  });

  test('covers several assignments of one creator as one, from all their posts', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
    const creator = await market.aCreator();
    for (const metrics of [
      { views: 3, likes: 1, comments: 0, at: tuesday },
      { views: 0, likes: 0, comments: 0, at: wednesday },
    ])
      await must(approve(await submittedWork(advertiser, { creator, metrics })));
    const { byCreator, engagement } = await analytics(advertiser);
    expect(byCreator).toHaveLength(1);
    expect(byCreator[0]).toMatchObject({ assignments: 2, engagement });
    expect(engagement).toMatchObject({
      views: 3,
      er: 33.33,
      updatedAt: tuesday,
      erCoverage: { measuredPosts: 2, totalPosts: 2 },
    });
  });

  test('has a measured zero of views, and no rate for it', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
    await must(approve(await submittedWork(advertiser, { metrics: { views: 0, likes: 0, comments: 0, at: monday } })));
    const { engagement } = await analytics(advertiser);
    expect(engagement).toMatchObject({
      views: 0,
      er: null,
      updatedAt: monday,
      erCoverage: { measuredPosts: 1, totalPosts: 1 },
    });
  });

  test('counts a public result with private proof as an unmeasured post', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
    const work = await submittedWork(advertiser, { metrics: { views: 10, likes: 1, comments: 0, at: monday } });
    await posts.provenByFiles(work);
    await must(approve(work));
    const { engagement } = await analytics(advertiser);
    expect(engagement).toMatchObject({ views: 0, er: null, erCoverage: { measuredPosts: 0, totalPosts: 1 } });
  });

  test('excludes posts of assignments that staff paid out before a delivery', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
    const [work] = await posts.ordered(advertiser, [await posts.aService()]);
    if (!work) throw new Error('an order has work');
    await posts.accept(work);
    await must(act(work, work.creator.api, 'issues'));
    const { twin } = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
    const ruling = { outcome: 'RELEASE', note: 'The creator was kept from it.' };
    await must(twin.post(`/staff/assignments/${work.id}/resolve`, ruling));
    const { totals, engagement } = await analytics(advertiser);
    expect(totals).toMatchObject({ assignments: 1, deliveredResults: 0 });
    expect(totals.spent.raw).not.toBe('0');
    expect(engagement.erCoverage).toEqual({ measuredPosts: 0, totalPosts: 0 });
    expect(engagement.savesCoverage).toEqual({ measuredPosts: 0, totalPosts: 0 });
  });

  test('is measured from the platform, and counters that are hidden later keep the former values and times', async () => {
    const post = await posts.aPost();
    const { advertiser } = post.work;
    await simulator.change(post.handle, {
      posts: [aVideo(post.videoId, { views: 48_200, likes: 1_930, comments: 161 })],
    });
    const measured = async (views: number) => {
      await posts.makeDue(post);
      await controlOf(shared.controlUrl).run('take-due-platform-work');
      const lastOf = async () => (await posts.measurementsOf(post)).at(-1)?.views;
      await expect.poll(lastOf).toBe(views);
    };
    await measured(48_200);
    expect((await analytics(advertiser)).engagement).toMatchObject({ er: null, erCoverage: { totalPosts: 0 } });
    await must(approve(post.work));
    const before = (await analytics(advertiser)).engagement;
    expect(before).toMatchObject({ views: 48_200, likes: 1_930, comments: 161, er: 4.34, saves: null });
    expect(before.savesCoverage).toEqual({ measuredPosts: 0, totalPosts: 1 });
    await simulator.change(post.handle, { posts: [aVideo(post.videoId, { views: 50_000, comments: null })] });
    await measured(50_000);
    expect((await analytics(advertiser)).engagement).toEqual(before);
  });
});

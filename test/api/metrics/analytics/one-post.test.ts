import { afterAll, afterEach, expect, test } from 'vitest';
import type { Reply } from '../../../support/client.ts';
import type { Work } from '../../../support/market/assignments.ts';
import { type Advertiser, marketOf } from '../../../support/market/market.ts';
import { aVideoId, postsOf } from '../../../support/market/posts.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const posts = postsOf(market, baseUrl);
const { accept, approve, must, name, submit } = posts;
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

// Recent enough to be shown.
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const [monday, tuesday, wednesday] = [daysAgo(5), daysAgo(4), daysAgo(3)];
type Metrics = readonly [
  views: number,
  likes: number,
  comments: number,
  at: string,
  saves?: number,
  savesMeasuredAt?: string,
];

/**
 * An accepted assignment whose results, in order, have these posts and measurements. Several can have one post, as rows
 * from before the rule of one post for each result.
 */
async function accepted(
  work: Work | undefined,
  results: readonly { post: string; metrics?: Metrics }[],
): Promise<Work> {
  if (!work) throw new Error('an order has work');
  await accept(work);
  await name(
    work,
    results.map(() => aVideoId()),
  );
  await submit(work);
  const ids = (await posts.resultsOf(work)).map(({ id }) => id);
  expect(ids).toHaveLength(results.length);
  // Keeps triggers of other tests from measuring it.
  for (const [index, { post, metrics = [] }] of results.entries()) {
    await market.pool.query('update deliverables set content_id = $2 where id = $1', [ids[index], post]);
    await market.pool.query('update deliverable_scans set content_id = $2 where deliverable_id = $1', [
      ids[index],
      post,
    ]);
    await market.pool.query(
      `update deliverable_scans set due_at = null, views = $2, likes = $3, comments = $4, counts_measured_at = $5, saves = $6, saves_measured_at = $7
       where deliverable_id = $1`,
      [ids[index], ...Array.from({ length: 6 }, (_, field) => metrics[field])],
    );
  }
  await must(approve(work));
  return work;
}

const analytics = async (advertiser: Advertiser, path = '/analytics/placements'): Promise<Reply['body']> =>
  (await advertiser.api.get(path)).body.data;

const once = {
  ...{ views: 90, likes: 8, comments: 1, er: 10, saves: 4 },
  erCoverage: { measuredPosts: 1, totalPosts: 1 },
  savesCoverage: { measuredPosts: 1, totalPosts: 1 },
  ...{ updatedAt: wednesday, savesUpdatedAt: tuesday },
};

test('a post that fills every result of an order counts once, with its latest measurement', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const [ordered] = await posts.ordered(advertiser, [await posts.aService()], 5);
  const post = aVideoId();
  const work = await accepted(ordered, [
    { post, metrics: [100, 10, 5, tuesday] },
    { post, metrics: [90, 8, 1, wednesday, 3, monday] },
    { post, metrics: [95, 9, 2, monday, 4, tuesday] },
    { post, metrics: [100, 10, 5, tuesday] },
    { post },
  ]);
  for (const path of ['/analytics/placements', `/placement-orders/${work.orderId}/analytics`]) {
    const { totals, engagement, byCreator } = await analytics(advertiser, path);
    expect(totals.deliveredResults).toBe(5);
    expect(engagement, path).toMatchObject(once);
    expect(byCreator.map((row: Reply['body']) => row.engagement)).toEqual([engagement]);
  }
});

test('a post in two orders of two creators counts once in each row, and once in the total', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const post = aVideoId();
  const [first] = await posts.ordered(advertiser, [await posts.aService()]);
  const [second] = await posts.ordered(advertiser, [await posts.aService()]);
  const assignments = [
    await accepted(first, [{ post, metrics: [70, 6, 1, monday, 4, tuesday] }]),
    await accepted(second, [{ post, metrics: [90, 8, 1, wednesday] }]),
  ];
  const { engagement, byCreator } = await analytics(advertiser);
  expect(engagement).toMatchObject(once);
  const of = ({ listing }: Work) =>
    byCreator.find(({ creatorPublicId }: Reply['body']) => creatorPublicId === listing.creator.publicId).engagement;
  expect(assignments.map(of)).toMatchObject([
    { views: 70, updatedAt: monday, saves: 4, erCoverage: { totalPosts: 1 } },
    { views: 90, updatedAt: wednesday, saves: null, erCoverage: { totalPosts: 1 } },
  ]);
});

test('posts with one id on two platforms count as two, and each result proven by files counts as an unmeasured post', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const [ordered] = await posts.ordered(advertiser, [await posts.aService()], 5);
  const post = aVideoId();
  const work = await accepted(ordered, [
    { post, metrics: [10, 1, 0, monday] },
    { post, metrics: [20, 1, 0, tuesday] },
    { post: aVideoId(), metrics: [0, 0, 0, wednesday] },
    { post },
    { post },
  ]);
  await market.pool.query(
    `update deliverable_scans s set platform = 'TWITCH' from deliverables d
     where d.id = s.deliverable_id and d.assignment_id = $1 and d.position = 2`,
    [work.id],
  );
  await posts.provenByFiles(work, 4);
  expect((await analytics(advertiser)).engagement).toMatchObject({
    ...{ views: 10, likes: 1, comments: 0, er: 10, updatedAt: monday },
    erCoverage: { measuredPosts: 2, totalPosts: 5 },
  });
});

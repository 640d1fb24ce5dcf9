import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { marketOf } from '../../../support/market/market.ts';
import { aVideo, aVideoId, type Post, postsOf, watchUrl } from '../../../support/market/posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { sample } from '../../../support/stack/depth.ts';
import { startStack } from '../../../support/stack/stack.ts';

// A separate stack, because triggers of other tests would measure too.
const stack = await startStack();
const { baseUrl } = stack;
const market = marketOf(stack);
const simulator = simulatorOf(stack.socialUrl);
const posts = postsOf(market, baseUrl);
const { aPost, approve, act, makeDue, measurementsOf, must, name, resultsOf, scanOf, submit } = posts;
afterEach(() => market.expectSoundLedger());
afterAll(async () => {
  await market.close();
  await stack.stop();
});

const trigger = () => controlOf(stack.controlUrl).run('take-due-platform-work');
const hoursUntil = (at: Date | null) => (at === null ? null : (at.getTime() - Date.now()) / 3_600_000);
const film = ({ handle, videoId }: Post, changes: object = {}) =>
  simulator.change(handle, { posts: [aVideo(videoId, changes)] });
const shownOf = async ({ work }: Post) => (await resultsOf(work))[0].metrics;
const gone = { views: 'UNAVAILABLE', likes: 'UNAVAILABLE', comments: 'UNAVAILABLE', saves: 'UNAVAILABLE' };
const dueIn = async (post: Post) => hoursUntil((await scanOf(post)).dueAt) ?? 0;

/** Fires the trigger, and waits until the post is scheduled for the usual interval. */
async function measured(post: Post): Promise<void> {
  await makeDue(post);
  await trigger();
  expect(await dueIn(post)).toBeGreaterThan(23);
}

let witness: Promise<Post> | undefined; // each run measures it
/** Measures what is due, and expects the post to be excluded. */
async function leftOut(post: Post): Promise<void> {
  witness ??= aPost();
  const other = await witness;
  await film(other);
  const seen = (await measurementsOf(other)).length;
  const before = await measurementsOf(post);
  for (const each of [other, post]) await makeDue(each);
  await trigger();
  expect((await measurementsOf(other)).length).toBe(seen + 1);
  expect(await measurementsOf(post)).toEqual(before);
}

describe('a delivered post', () => {
  test('shows its last measurement at once, equal in every answer, when the result names it again after another post', async () => {
    const post = await aPost();
    const { work, deliverableId, videoId } = post;
    await film(post);
    await measured(post);
    const [shown] = await resultsOf(work);
    expect(shown.metrics).toHaveLength(1);
    await must(act(work, work.advertiser.api, 'request-changes'));
    const path = `/placement-assignments/${work.id}/deliverables/${deliverableId}`;
    for (const [index, [named, metrics]] of [[aVideoId(), []] as const, [videoId, shown.metrics] as const].entries()) {
      const body = { expectedVersion: shown.version + index, url: watchUrl(named) };
      const { data } = (await must(work.creator.api.put(path, body))).body;
      expect(data).toMatchObject({ contentId: named, metrics });
      expect((await resultsOf(work))[0]).toEqual(data);
    }
  });

  test('is measured right after the submission, visible to both parties, and no version changes', async () => {
    const post = await aPost();
    await film(post);
    const path = `/placement-assignments/${post.work.id}`;
    const before = (await post.work.advertiser.api.get(path)).body.data;
    expect(before.deliverables[0].metrics).toEqual([]);
    const startedAt = Date.now();
    await trigger();
    expect(await dueIn(post)).toBeGreaterThan(23);
    const after = (await post.work.advertiser.api.get(path)).body.data;
    const origin = { source: 'YOUTUBE_DATA_API', viewDefinition: 'YOUTUBE_2025_03_31' };
    const counts = { views: 1_000, likes: 40, comments: 3, saves: null };
    const measured = { ...counts, ...origin, reasons: { saves: 'NOT_OFFERED' }, fallen: [] };
    const metrics = [{ ...measured, reason: null, measuredAt: expect.any(String) }];
    expect(after).toEqual({ ...before, deliverables: [{ ...before.deliverables[0], metrics }] });
    expect(Date.parse(after.deliverables[0].metrics[0].measuredAt)).toBeGreaterThanOrEqual(startedAt - 1_000);
    expect((await post.work.creator.api.get(`${path}/deliverables`)).body.data[0].metrics).toEqual(
      after.deliverables[0].metrics,
    );
    expect(await measurementsOf(post)).toEqual([{ contentId: post.videoId, ...measured }]);
    expect(await dueIn(post)).toBeCloseTo(24, 0);
  });

  test('is measured again after the interval, also once paid, and a counter that fell is stored and flagged', async () => {
    const post = await aPost();
    await film(post);
    await measured(post);
    await must(approve(post.work));
    await film(post, { views: 900, likes: 41, comments: 3 });
    await measured(post);
    await film(post, { views: 950, likes: 41, comments: 0 });
    await measured(post);
    const rows = await measurementsOf(post);
    expect(rows.map(({ views, likes, comments, fallen }) => ({ views, likes, comments, fallen }))).toEqual([
      { views: 1_000, likes: 40, comments: 3, fallen: [] },
      { views: 900, likes: 41, comments: 3, fallen: ['views'] },
      { views: 950, likes: 41, comments: 0, fallen: ['comments'] },
    ]);
    expect(await shownOf(post)).toMatchObject([
      { views: 950, likes: 41, comments: 0, reason: null, fallen: ['comments'] },
    ]);
    expect(await scanOf(post)).toMatchObject({ views: 950, likes: 41, comments: 0 });
  });

  test('has null for a hidden counter, and the last complete measurement stays with its time', async () => {
    const post = await aPost();
    await film(post, { likes: 0 });
    await measured(post);
    const { countsMeasuredAt } = await scanOf(post);
    await film(post, { views: 2_000, likes: null, comments: 9 });
    await measured(post);
    expect(await shownOf(post)).toMatchObject([
      {
        ...{ views: 2_000, likes: null, comments: 9, saves: null, fallen: [] },
        ...{ reason: 'HIDDEN', reasons: { likes: 'HIDDEN', saves: 'NOT_OFFERED' } },
      },
    ]);
    expect((await measurementsOf(post)).map(({ likes, reasons }) => ({ likes, reasons }))).toEqual([
      { likes: 0, reasons: { saves: 'NOT_OFFERED' } },
      { likes: null, reasons: { likes: 'HIDDEN', saves: 'NOT_OFFERED' } },
    ]);
    expect(await scanOf(post)).toMatchObject({ views: 1_000, likes: 0, comments: 3, countsMeasuredAt });
  });

  test.each([
    ['deleted', null],
    ['private', { state: 'PRIVATE' }],
  ])(
    'is not measured again when it is %s and says so, and its former measurement stays with its time',
    async (_, changes) => {
      const post = await aPost();
      await film(post);
      await measured(post);
      const { countsMeasuredAt } = await scanOf(post);
      await simulator.change(post.handle, { posts: changes ? [aVideo(post.videoId, changes)] : [] });
      await measured(post);
      expect(await shownOf(post)).toMatchObject([
        { views: null, likes: null, comments: null, saves: null, reason: 'UNAVAILABLE', reasons: gone },
      ]);
      expect((await measurementsOf(post)).at(-1)).toMatchObject({ views: null, reasons: gone, fallen: [] });
      expect(await scanOf(post)).toMatchObject({ views: 1_000, countsMeasuredAt });
      await film(post, { views: 999 });
      await measured(post);
      expect((await measurementsOf(post)).at(-1)).toMatchObject({
        ...{ views: 999, reasons: { saves: 'NOT_OFFERED' }, fallen: ['views'] },
      });
    },
  );

  test('is measured by its URL when it is unlisted', async () => {
    const post = await aPost();
    await film(post, { state: 'UNLISTED' });
    await measured(post);
    expect(await shownOf(post)).toMatchObject([{ views: 1_000 }]);
  });

  test('starts without the measurements of the post that it replaced', async () => {
    const post = await aPost();
    const { work } = post;
    await film(post);
    await measured(post);
    await must(act(work, work.advertiser.api, 'request-changes'));
    await measured(post);
    expect(await measurementsOf(post)).toHaveLength(2);
    const videoId = aVideoId();
    await name(work, [videoId]);
    expect(await shownOf(post)).toEqual([]);
    await leftOut(post);
    expect((await scanOf(post)).dueAt).toBeNull();
    await simulator.change(post.handle, { posts: [aVideo(post.videoId), aVideo(videoId, { views: 7 })] });
    await submit(work);
    await trigger();
    expect(await shownOf(post)).toMatchObject([{ views: 7 }]);
    expect((await measurementsOf(post)).at(-1)).toMatchObject({ contentId: videoId, fallen: [] });
  });
});

describe('a measurement', () => {
  test('excludes posts before the submission, and includes them once staff is called', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
    const listing = await posts.aService({ type: 'STREAM' });
    const [work] = await posts.ordered(advertiser, [listing]);
    if (!work) throw new Error('an order has work');
    await posts.accept(work);
    const post = {
      work,
      videoId: aVideoId(),
      handle: await posts.handleOf(listing),
      deliverableId: (await resultsOf(work))[0].id,
    };
    await name(work, [post.videoId]);
    await film(post);
    await leftOut(post);
    await must(act(work, work.creator.api, 'issues'));
    await trigger();
    expect(await shownOf(post)).toMatchObject([{ views: 1_000 }]);
  });

  test.each([
    [
      'that was refunded',
      `update placement_assignments set status = 'CANCELLED' where id = (select assignment_id from deliverables where id = $1)`,
    ],
    [
      'that was submitted 31 days ago',
      `update deliverable_scans set delivered_at = now() - interval '31 days' where deliverable_id = $1`,
    ],
  ])('never measures a post again %s', async (_, statement) => {
    const post = await aPost();
    await film(post);
    await market.pool.query(statement, [post.deliverableId]);
    await leftOut(post);
    expect(await simulator.callsFor(post.handle)).toEqual({});
    expect((await scanOf(post)).dueAt).toBeNull();
  });

  test('includes a post submitted 29 days ago', async () => {
    const post = await aPost();
    await film(post);
    await market.pool.query(
      `update deliverable_scans set delivered_at = now() - interval '29 days' where deliverable_id = $1`,
      [post.deliverableId],
    );
    await measured(post);
    expect(await shownOf(post)).toMatchObject([{ views: 1_000 }]);
  });

  test.each(sample(['TIKTOK', 'KICK'], 1))(
    'is null on %s, which provides nothing without a grant, and is tried again a day later',
    async (platform) => {
      const post = await aPost();
      await market.pool.query(
        'update posts set platform = $2 where id in (select post_id from deliverable_scans where deliverable_id = $1)',
        [post.deliverableId, platform],
      );
      await leftOut(post);
      expect(await shownOf(post)).toEqual([]);
      expect(await dueIn(post)).toBeCloseTo(24, 0);
      expect((await scanOf(post)).failures).toBe(0);
    },
  );
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientOf, type Reply } from '../../../support/client.ts';
import type { Market } from '../../../support/market/market.ts';
import { nativeChannelsOf } from '../../../support/market/native-channels.ts';
import { aVideo, type Post, postsOf } from '../../../support/market/posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { depth, isFullDepth } from '../../../support/stack/depth.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

const job = [{ kind: 'sweep-metrics' }];
let stack: OwnStack;
let market: Market;
let posts: ReturnType<typeof postsOf>;
let control: ReturnType<typeof controlOf>;
ownMarket((own) => {
  ({ stack, market } = own);
  posts = postsOf(market, stack.baseUrl);
  control = controlOf(stack.controlUrl);
});
let post: Post;
beforeEach(async () => {
  post = await posts.aPost();
  await simulatorOf(stack.socialUrl).change(post.handle, { posts: [aVideo(post.videoId)] });
  await measure();
  await posts.must(posts.approve(post.work));
});
afterEach(() => market.expectSoundLedger());

async function measure(): Promise<void> {
  const before = (await posts.measurementsOf(post)).length;
  await posts.makeDue(post);
  await control.run('take-due-platform-work');
  expect((await posts.measurementsOf(post)).length).toBe(before + 1);
}

/** Ages all measurements of the post by the interval. */
async function age(interval: string): Promise<void> {
  const isOfPost = 'in (select post_id from deliverable_scans where deliverable_id = $1)';
  for (const [table, column] of [
    ['post_measurements', 'measured_at'],
    ['deliverable_scans', 'counts_measured_at'],
    ['deliverable_scans', 'saves_measured_at'],
  ])
    await market.pool.query(`update ${table} set ${column} = ${column} - $2::interval where post_id ${isOfPost}`, [
      post.deliverableId,
      interval,
    ]);
}

const shown = async (): Promise<Reply['body']> => (await posts.resultsOf(post.work))[0].metrics;
const engagement = async (path = '/analytics/placements'): Promise<Reply['body']> =>
  (await post.work.advertiser.api.get(path)).body.data.engagement;
const nothing = { er: null, saves: null, updatedAt: null, savesUpdatedAt: null };
const measuredPosts = (count: number) => ({ erCoverage: { measuredPosts: count, totalPosts: 1 } });

test('the sweep removes metrics one day before their limit, keeps younger ones, and none reads as zero', async () => {
  await age('28 days 23 hours');
  await market.pool.query(
    'update deliverable_scans set saves = 5, saves_measured_at = counts_measured_at where deliverable_id = $1',
    [post.deliverableId],
  );
  await control.deliver(job);
  const whole = { views: 1_000, er: 4.3, saves: 5, ...measuredPosts(1) };
  expect([await engagement(), await shown()]).toMatchObject([whole, [{ views: 1_000 }]]);

  await age('2 hours');
  await control.deliver(job);
  for (const path of ['/analytics/placements', `/placement-orders/${post.work.orderId}/analytics`]) {
    const measured = await engagement(path);
    expect(measured).toMatchObject({
      ...nothing,
      ...measuredPosts(0),
      savesCoverage: { measuredPosts: 0, totalPosts: 1 },
    });
  }
  expect([await shown(), await posts.measurementsOf(post)]).toEqual([[], []]);
  const scan = { contentId: post.videoId, views: null, likes: null, comments: null, countsMeasuredAt: null };
  expect(await posts.scanOf(post)).toMatchObject(scan);
});

test('a post whose metrics were removed is measured again', async () => {
  const { dueAt } = await posts.scanOf(post);
  await age('30 days');
  await control.deliver(job);
  expect((await posts.scanOf(post)).dueAt).toEqual(dueAt);
  await measure();
  expect([await engagement(), await shown()]).toMatchObject([
    { views: 1_000, er: 4.3, ...measuredPosts(1) },
    [{ views: 1_000, fallen: [] }],
  ]);
});

test('expired metrics are hidden, even before a sweep', async () => {
  await age('29 days 23 hours');
  expect([await engagement(), await shown()]).toMatchObject([measuredPosts(1), [{ views: 1_000 }]]);
  await age('2 hours');
  expect(await engagement()).toMatchObject({ ...nothing, ...measuredPosts(0) });
  const path = `/placement-assignments/${post.work.id}`;
  for (const { api } of [post.work.advertiser, post.work.creator])
    expect((await api.get(path)).body.data.deliverables[0].metrics).toEqual([]);
  expect(await posts.measurementsOf(post)).toHaveLength(1);
});

test('saves of a post expire by their own time', async () => {
  await market.pool.query(
    `update deliverable_scans set saves = 7, saves_measured_at = now() - interval '31 days' where deliverable_id = $1`,
    [post.deliverableId],
  );
  await control.deliver(job);
  expect(await engagement()).toMatchObject({ views: 1_000, saves: null, savesUpdatedAt: null, ...measuredPosts(1) });
});

test(`${depth('two', 'three')} concurrent sweeps remove more than one batch, also after a skipped night, and nothing else`, async () => {
  // One instance runs deliveries at the same time, too.
  const workers = isFullDepth
    ? [stack.baseUrl, await control.anotherInstance(), await control.anotherInstance()]
    : [stack.baseUrl, stack.baseUrl];
  // A batch has 2,000.
  const old = depth(2_500, 5_000);
  const posts = await market.one(
    `with added as (insert into posts (platform, content_id, created_at)
       values ('YOUTUBE', 'old', now()), ('TIKTOK', 'kept', now()), ('TWITCH', 'gone', now()) returning id, content_id)
     select jsonb_object_agg(content_id, id) as ids from added`,
  );
  await market.pool.query(
    `insert into post_measurements (post_id, measured_at, source, views, likes, comments, reasons, fallen)
     select ($1::jsonb->>name)::bigint, at, source, 1, 0, 0, '{"saves": "NOT_OFFERED"}', '{}' from (
       select 'old' as name, now() - interval '29 days 1 hour' - n * interval '1 minute' as at, 'YOUTUBE_DATA_API' as source from generate_series(1, $2::int) n
       union all select 'kept', now() - interval '400 days' - n * interval '1 minute', 'TIKTOK_DISPLAY_API' from generate_series(1, 3) n
       union all select 'gone', now() - interval '1 minute' * n, 'TWITCH_HELIX_API' from generate_series(1, 3) n) measured`,
    [posts.ids, old],
  );
  const left = async (): Promise<Record<string, number>> => {
    const { rows } = await market.pool.query(
      `select content_id as id, count(*)::int from post_measurements join posts on posts.id = post_id
       where content_id = any ($1) group by 1`,
      [['old', 'kept', 'gone', post.videoId]],
    );
    return Object.fromEntries(rows.map(({ id, count }) => [id, count]));
  };
  expect(await left()).toEqual({ [post.videoId]: 1, old, kept: 3, gone: 3 });
  await Promise.all(workers.map((worker) => control.deliver(job, worker)));
  await control.untilQueuesAreEmpty();
  expect(await left()).toEqual({ [post.videoId]: 1, kept: 3 });
});

test('measurements that a former version of the service stored also expire', async () => {
  await market.pool.query(
    `insert into deliverable_measurements (deliverable_id, measured_at, content_id, source, views, likes, comments)
     select $1, now() - days * interval '1 day', 'a', 'YOUTUBE_DATA_API', 1, 1, 1 from unnest('{1,30}'::int[]) days`,
    [post.deliverableId],
  );
  await control.deliver(job);
  const { count } = await market.one('select count(*)::int from deliverable_measurements where deliverable_id = $1', [
    post.deliverableId,
  ]);
  expect(count).toBe(1);
});

test('months without measurements lose their partition, and the current and the next month keep theirs', async () => {
  const months = async () =>
    (
      await market.pool.query(
        `select relname from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'post_measurements'::regclass order by 1`,
      )
    ).rows.map(({ relname }) => relname);
  const before = await months();
  await market.pool.query(`select make_measurement_partitions('2020-02-05')`);
  expect(await months()).toEqual(expect.arrayContaining(['post_measurements_2020_02', 'post_measurements_2020_03']));
  await control.deliver(job);
  expect(await months()).toEqual(before);
  expect(before).toHaveLength(3);
});

test('no partition is made while another commit uses its tables, nothing waits for it, and a later run makes it', async () => {
  const isMade = async () =>
    (await market.one(`select to_regclass('post_measurements_2031_03') is not null as made`)).made;
  const other = await market.pool.connect();
  try {
    await other.query('begin');
    await other.query('update social_accounts set updated_at = updated_at');
    await market.pool.query(`select make_measurement_partitions('2031-03-05')`);
    expect(await isMade()).toBe(false);
    // A commit in a deadlock would fail here.
    await other.query('select count(*) from post_measurements');
    await other.query('commit');
  } finally {
    other.release();
  }
  await market.pool.query(`select make_measurement_partitions('2031-03-05')`);
  expect(await isMade()).toBe(true);
});

test('expired views that an average counts are removed and change the catalog, those of older posts change nothing', async () => {
  const guest = clientOf(stack.baseUrl, null, '/api/v1');
  const { aNativeChannel, postsOf: viewed, shownOf } = nativeChannelsOf(market, guest, control);
  const measured = async (days: readonly number[]) => {
    const channel = await aNativeChannel();
    await market.pool.query(
      `insert into channel_posts (channel_id, external_id, published_at, views, measured_at)
       select $1, 'v' || n, now() - n * interval '1 day', n, now() - days * interval '1 day' from unnest($2::int[]) with ordinality as d(days, n)`,
      [channel.id, days],
    );
    await market.refresh(channel.creatorId);
    return channel;
  };
  const [stale, fresh] = [await measured([1, 30]), await measured([1, 1, 1, 1, 1, 30])];
  const changedAt = async ({ creatorId }: { creatorId: number }) =>
    (await market.one('select last_modified as at from catalog_creators where creator_id = $1', [creatorId])).at;
  const before = await changedAt(fresh);
  await control.deliver(job);
  expect(await viewed(stale)).toEqual([{ id: 'v1', views: 1, isPublic: true }]);
  expect(await shownOf(stale)).toMatchObject({ value: 1, sampleSize: 1 });
  expect((await viewed(fresh)).length).toBe(5);
  expect(await changedAt(fresh)).toEqual(before);
});

test('the nightly jobs include the sweep of metrics', async () => {
  await age('31 days');
  await control.fireCron('17 3 * * *');
  expect(await posts.measurementsOf(post)).toEqual([]);
});

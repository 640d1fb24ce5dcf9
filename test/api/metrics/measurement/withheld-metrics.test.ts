import { afterEach, expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import { peopleOf } from '../../../support/contract/people.ts';
import { grantedPostsOf } from '../../../support/market/granted-posts.ts';
import type { Market } from '../../../support/market/market.ts';
import { nativeChannelsOf } from '../../../support/market/native-channels.ts';
import { aVideo, aVideoId, type Post, postsOf } from '../../../support/market/posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

const vars = { FIGURES_WITHHELD: 'YOUTUBE', FIGURES_KEPT_DAYS: 'YOUTUBE=7' };
let stack: OwnStack;
let market: Market;
let posts: ReturnType<typeof postsOf>;
ownMarket(
  (own) => {
    ({ stack, market } = own);
    posts = postsOf(market, stack.baseUrl);
  },
  { vars },
);
afterEach(() => market.expectSoundLedger());

/** A measured post, whose creator has proven the account that published it. */
async function aMeasuredPost(): Promise<Post> {
  const post = await posts.aPost();
  await simulatorOf(stack.socialUrl).change(post.handle, { posts: [aVideo(post.videoId)] });
  await posts.makeDue(post);
  await controlOf(stack.controlUrl).run('take-due-platform-work');
  expect((await posts.measurementsOf(post)).length).toBe(1);
  await market.pool.query(
    `insert into social_accounts (owner_id, platform, handle, external_id, status, is_verified, verified_via)
     select $1, platform, $2, owner_external_id, 'ACTIVE', true, 'BIO_CODE' from posts where content_id = $3`,
    [post.work.creator.id, post.handle, post.videoId],
  );
  return post;
}

test('metrics that must not be passed on are shown only to the user who has proven the account that published the post', async () => {
  const post = await aMeasuredPost();
  const { advertiser, creator, id } = post.work;
  const path = `/placement-assignments/${id}`;
  const measured = {
    views: 1_000,
    likes: 40,
    comments: 3,
    saves: null,
    reason: null,
    reasons: { saves: 'NOT_OFFERED' },
  };
  for (const reply of [
    (await creator.api.get(`${path}/deliverables`)).body.data,
    (await creator.api.get(path)).body.data.deliverables,
    (await creator.api.get('/placement-assignments')).body.data[0].deliverables,
  ])
    expect(reply[0].metrics).toMatchObject([measured]);

  const { twin: staff } = await peopleOf(stack.baseUrl, market).aPerson({ roles: ['STAFF'] });
  const withheld = [
    {
      ...{ views: null, likes: null, comments: null, saves: null, measuredAt: expect.any(String), fallen: [] },
      ...{ source: 'YOUTUBE_DATA_API', viewDefinition: 'YOUTUBE_2025_03_31', reason: 'WITHHELD' },
      reasons: { views: 'WITHHELD', likes: 'WITHHELD', comments: 'WITHHELD', saves: 'WITHHELD' },
    },
  ];
  for (const reply of [
    (await advertiser.api.get(`${path}/deliverables`)).body.data,
    (await advertiser.api.get(path)).body.data.deliverables,
    (await advertiser.api.get('/placement-assignments')).body.data[0].deliverables,
    (await posts.must(posts.approve(post.work))).body.data.deliverables,
    (await staff.get(`/staff/assignments/${id}`)).body.data.deliverables,
  ])
    expect(reply[0].metrics).toEqual(withheld);
  const { engagement, byCreator } = (await advertiser.api.get('/analytics/placements')).body.data;
  const unknown = { er: null, saves: null, updatedAt: null, erCoverage: { measuredPosts: 0, totalPosts: 1 } };
  expect([engagement, byCreator[0].engagement]).toMatchObject([unknown, unknown]);
});

test('metrics with a retention of seven days are removed after seven days', async () => {
  const post = await aMeasuredPost();
  const age = (interval: string) =>
    market.pool.query(
      `update post_measurements set measured_at = now() - $2::interval
       where post_id in (select post_id from deliverable_scans where deliverable_id = $1)`,
      [post.deliverableId, interval],
    );
  const shown = async () =>
    (await post.work.creator.api.get(`/placement-assignments/${post.work.id}/deliverables`)).body.data[0].metrics;
  const sweep = () => controlOf(stack.controlUrl).deliver([{ kind: 'sweep-metrics' }]);
  await age('5 days 23 hours');
  await sweep();
  expect(await shown()).toMatchObject([{ views: 1_000 }]);
  await age('6 days 1 hour');
  await sweep();
  expect([await shown(), await posts.measurementsOf(post)]).toEqual([[], []]);
});

test('withheld views make no public average, and the next sweep removes an earlier one', async () => {
  const guest = clientOf(stack.baseUrl, null, '/api/v1');
  const control = controlOf(stack.controlUrl);
  const { aNativeChannel, makeDue, postsOf: viewed, shownOf } = nativeChannelsOf(market, guest, control);
  const channel = await aNativeChannel();
  const simulator = simulatorOf(stack.socialUrl);
  await simulator.change(channel.handle, { posts: [aVideo(aVideoId())] });
  await makeDue(channel);
  // It runs in the same job, after the views.
  await aMeasuredPost();
  expect(await viewed(channel)).toEqual([]);
  expect(await simulator.callsFor(channel.handle)).toEqual({});
  await market.pool.query(
    `insert into channel_posts (channel_id, external_id, published_at, views, measured_at) values ($1, 'a', now(), 10, now() - interval '1 minute')`,
    [channel.id],
  );
  await market.refresh(channel.creatorId);
  expect(await shownOf(channel)).toMatchObject({ value: 10 });
  await control.deliver([{ kind: 'sweep-metrics' }]);
  expect(await viewed(channel)).toEqual([]);
  expect(await shownOf(channel)).toMatchObject({ value: null, sampleSize: 0, measuredAt: null });
});

test('an audience that was read under a connection is shown to its owner alone, and an earlier one is hidden by night', async () => {
  const { accountId, owner } = await grantedPostsOf(stack, market).aGrantedPost('YOUTUBE', { shareMetrics: true });
  await market.pool.query(
    `insert into audience_snapshots (social_account_id, source, captured_at, verified_at)
     select $1, source, now() - interval '1 day', now() from unnest('{PLATFORM_API,SCREEN_RECORDING}'::text[]) source`,
    [accountId],
  );
  const control = controlOf(stack.controlUrl);
  await control.run('take-due-platform-work');
  await control.run('expire-audiences', 'sweep-metrics');
  const { rows } = await market.pool.query(
    `select source, captured_at > now() - interval '1 hour' as "isNew", verified_at is not null as "isVerified", expired_at is not null as "isHidden"
     from audience_snapshots where social_account_id = $1 order by captured_at desc, source`,
    [accountId],
  );
  expect(rows).toEqual([
    { source: 'PLATFORM_API', isNew: true, isVerified: false, isHidden: false },
    { source: 'PLATFORM_API', isNew: false, isVerified: true, isHidden: true },
    { source: 'SCREEN_RECORDING', isNew: false, isVerified: true, isHidden: false },
  ]);
  const { audience } = (await owner.api.get(`/social-accounts/${accountId}/stats`)).body.data;
  expect(audience).toMatchObject({ source: 'PLATFORM_API', verifiedAt: null });
});

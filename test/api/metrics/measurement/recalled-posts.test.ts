import { expect, test } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { peopleOf } from '../../../support/contract/people.ts';
import { type GrantedPost, grantedPostsOf } from '../../../support/market/granted-posts.ts';
import type { Market } from '../../../support/market/market.ts';
import { aVideo } from '../../../support/market/posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { connect } from '../../../support/social/sign-in.ts';
import type { controlOf } from '../../../support/stack/control.ts';
import { depth, diagonal, isOnDiagonal } from '../../../support/stack/depth.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let posts: ReturnType<typeof grantedPostsOf>;
let staff: Client;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
  posts = grantedPostsOf(own.stack, market);
  staff = (await peopleOf(own.stack.baseUrl, market).aPerson({ roles: ['STAFF'] })).twin;
});

/** What staff does against a creator, with the path and the field of the request. */
const measures = [
  ['block', ({ accountId }: GrantedPost) => `/staff/social-accounts/${accountId}/block`, 'blocked'],
  ['suspension', ({ owner }: GrantedPost) => `/staff/users/${owner.userId}/suspension`, 'suspended'],
] as const;
async function set(path: string, name: string, value: boolean): Promise<void> {
  const { status, text } = await staff.put(path, { [name]: value, ...(value && { reason: 'A complaint' }) });
  expect([status, text]).toEqual([200, text]);
}

test.for(diagonal(measures, 0))(
  'posts, average views and audience are due as soon as a %s ends, and not before',
  async ([_, path, name]) => {
    const post = await posts.aGrantedPost('INSTAGRAM', { shareMetrics: true });
    await post.film();
    await market.pool.query(
      `with grants as (update social_grants set audience_due_at = now() where social_account_id = $1),
       views as (update channels set views_due_at = now() where id = $2)
     update posts set due_at = now() where social_account_id = $1`,
      [post.accountId, post.channelId],
    );
    const dueWithinMinutes = async () => {
      const now = await control.now();
      const { times } = await market.one(
        `select array[(select audience_due_at from social_grants where social_account_id = $1),
         (select views_due_at from channels where id = $2), (select max(due_at) from posts where social_account_id = $1)] as times`,
        [post.accountId, post.channelId],
      );
      return times.map((at: Date) => at.getTime() <= now.getTime() + 5 * 60_000);
    };
    await set(path(post), name, true);
    await control.run('take-due-platform-work');
    expect(await dueWithinMinutes()).toEqual([false, false, false]);
    const before = await posts.measurementsOf(post);
    await set(path(post), name, false);
    expect(await dueWithinMinutes()).toEqual([true, true, true]);
    await control.run('take-due-platform-work');
    expect((await posts.measurementsOf(post)).length).toBeGreaterThan(before.length);
    expect(await dueWithinMinutes()).toEqual([false, false, false]);
  },
);

test.for(diagonal(measures, 1))(
  'a profile that expired during a %s is read again as soon as it ends, and not before',
  async ([_, path, name]) => {
    const post = await posts.aGrantedPost('YOUTUBE');
    const { status } = await post.owner.api.delete(`/social-accounts/${post.accountId}/connection`);
    expect(status).toBe(200);
    const titleAfterRun = async () => {
      await control.run('take-due-platform-work');
      return (await market.one('select title from social_accounts where id = $1', [post.accountId])).title;
    };
    expect(await titleAfterRun()).toBe(post.handle);
    await set(path(post), name, true);
    await market.pool.query(
      'update social_accounts set title = null, followers = null, profile_at = null, picture_due_at = now() where id = $1',
      [post.accountId],
    );
    expect(await titleAfterRun()).toBeNull();
    await set(path(post), name, false);
    expect(await titleAfterRun()).toBe(post.handle);
  },
);

test.for(diagonal(measures, 0))(
  'metrics leave analytics at once with a %s, stay away whatever its owner consents to, and return with their own times',
  async ([kind, path, name]) => {
    const post = await posts.aGrantedPost('INSTAGRAM', { shareMetrics: true });
    await post.film({ views: 1_000, likes: 10, comments: 1 });
    await market.pool.query('update posts set due_at = now() where social_account_id = $1', [post.accountId]);
    await control.run('take-due-platform-work');
    await posts.approve(post.work);
    const shown = async () => (await post.work.advertiser.api.get('/analytics/placements')).body.data.engagement;
    const before = await shown();
    expect(before).toMatchObject({ views: 1_000, erCoverage: { measuredPosts: 1 } });
    await set(path(post), name, true);
    expect(await shown()).toMatchObject({ updatedAt: null, erCoverage: { measuredPosts: 0 } });
    if (kind === 'block') {
      await post.share(false);
      await post.share(true);
      expect(await shown()).toMatchObject({ updatedAt: null, erCoverage: { measuredPosts: 0 } });
    }
    await set(path(post), name, false);
    expect(await shown()).toEqual(before);
  },
);

test('a consent that is given again and again measures the average views at most once an hour', async () => {
  const post = await posts.aGrantedPost('INSTAGRAM', { shareMetrics: true });
  await post.film();
  await market.pool.query('update channels set views_due_at = now() where id = $1', [post.channelId]);
  await control.run('take-due-platform-work');
  const times = () =>
    market.one('select views_measured_at as measured, views_due_at as due from channels where id = $1', [
      post.channelId,
    ]);
  const { measured } = await times();
  expect(measured).not.toBeNull();
  for (let turns = 0; turns < depth(2, 3); turns += 1) {
    await post.share(false);
    await post.share(true);
    await control.run('take-due-platform-work');
    expect(await times()).toEqual({ measured, due: new Date(measured.getTime() + 3_600_000) });
  }
});

test('a post that another creator has delivered before is read under the account of its publisher', async () => {
  const [first, second] = [await posts.aGrantedPost('INSTAGRAM'), await posts.aGrantedPost('INSTAGRAM')];
  await second.film();
  const account = async () =>
    Number((await market.one('select social_account_id as id from posts where content_id = $1', [second.videoId])).id);
  // The first creator has delivered the post of the second one, and then another one.
  await market.pool.query('update posts set social_account_id = $2 where content_id = $1', [
    second.videoId,
    first.accountId,
  ]);
  await control.run('take-due-platform-work');
  expect((await posts.measurementsOf(second)).map(({ views }) => views)).not.toContain(1_000);
  await posts.must(posts.act(second.work, second.work.advertiser.api, 'request-changes'));
  await posts.submit(second.work);
  expect(await account()).toBe(second.accountId);
  await control.run('take-due-platform-work');
  expect((await posts.measurementsOf(second)).map(({ views }) => views)).toContain(1_000);
  // Now the platform has named the publisher, so that no other creator takes the post over, even after a refund has released it.
  await market.pool.query('delete from proven_posts where deliverable_id = $1', [second.deliverableId]);
  await market.pool.query('update deliverables set content_id = $2 where id = $1', [
    first.deliverableId,
    second.videoId,
  ]);
  await posts.must(posts.act(first.work, first.work.advertiser.api, 'request-changes'));
  await posts.submit(first.work);
  expect(await account()).toBe(second.accountId);
});

test('a post that was delivered before its creator connected the account is read under the grant from the sign-in on', async () => {
  const post = await posts.anUnconnectedPost('TIKTOK');
  await simulatorOf(stack.socialUrl, 'TIKTOK').change(post.handle, { posts: [aVideo(post.videoId)] });
  const account = async () =>
    (await market.one('select social_account_id::int as id from posts where content_id = $1', [post.videoId])).id;
  await control.run('take-due-platform-work');
  expect([await account(), await posts.measurementsOf(post)]).toEqual([null, []]);
  expect((await connect(post.owner, post.handle, { platform: 'TIKTOK' })).status).toBe(200);
  const [{ id }] = (await post.owner.api.get('/social-accounts')).body.data;
  expect(await account()).toBe(id);
  await control.run('take-due-platform-work');
  expect(await posts.measurementsOf(post)).toMatchObject([{ views: 1_000 }]);
  expect(
    await market.one(
      'select grant_account_id::int as id from post_measurements m join posts p on p.id = post_id where content_id = $1',
      [post.videoId],
    ),
  ).toEqual({ id });
});

/** How its owner gives an account up for good. */
const endings = [
  ['SOLD', ({ owner, accountId }: GrantedPost) => owner.api.post(`/social-accounts/${accountId}/sold`, {})],
  ['DELETED', ({ owner, accountId }: GrantedPost) => owner.api.delete(`/social-accounts/${accountId}`)],
] as const;
// YouTube's posts are read by key, Instagram's under the grant.
const givenUp = (['YOUTUBE', 'INSTAGRAM'] as const).flatMap((platform, row) =>
  endings.filter((_, column) => isOnDiagonal(row, column, 2)).map((ending) => [platform, ...ending] as const),
);

test.for(givenUp)(
  'posts of an account at %s are not requested any more once it is %s, not even by a message that was queued before',
  async ([platform, status, end]) => {
    const post = await posts.aGrantedPost(platform, { shareMetrics: true });
    await post.film();
    await posts.makeDue(post);
    await control.run('take-due-platform-work');
    expect(await posts.measurementsOf(post)).toHaveLength(1);
    const simulator = simulatorOf(stack.socialUrl, platform);
    await posts.makeDue(post);
    await control.queues('hold');
    await control.deliver([{ kind: 'take-due-platform-work' }]);
    expect((await end(post)).body.data).toMatchObject({ status });
    await control.untilNothingIsDeferred();
    const before = await simulator.callsFor(post.handle);
    await control.queues('up');
    await control.untilQueuesAreEmpty();
    for (let days = 0; days < depth(1, 3); days += 1) {
      await control.moveOn(25 * 3_600_000);
      await control.run('take-due-platform-work');
      // Later than any lease ends, so no scan is open.
      const { dueAt } = await posts.scanOf(post);
      expect(dueAt.getTime()).toBeGreaterThan((await control.now()).getTime() + 3_600_000);
    }
    expect(await simulator.callsFor(post.handle)).toEqual(before);
    expect(await posts.measurementsOf(post)).toHaveLength(1);
  },
);

import { expect, test } from 'vitest';
import { accountsOf } from '../../support/market/accounts.ts';
import { grantedPostsOf } from '../../support/market/granted-posts.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});

/** Starts this work, waits until the platform has a request for the account, changes something, and lets the platform answer. */
async function whilePlatformAnswers<Answer>(
  { simulator, handle }: { simulator: ReturnType<typeof simulatorOf>; handle: string },
  account: object,
  start: () => Promise<Answer>,
  meanwhile: () => Promise<unknown>,
): Promise<Answer> {
  const requests = async () => Object.values(await simulator.callsFor(handle)).reduce((sum, calls) => sum + calls, 0);
  const before = await requests();
  await simulator.change(handle, { ...account, fails: 'held', failsAt: 'api' });
  const started = start();
  try {
    await expect.poll(requests).toBeGreaterThan(before);
    await meanwhile();
  } finally {
    await simulator.change(handle, account);
  }
  return started;
}

test('average views whose owner withdraws the consent while the platform answers are not stored, nor is their time', async () => {
  const { stack, market, control } = own;
  const post = await grantedPostsOf(stack, market).aGrantedPost('TIKTOK', { shareMetrics: true });
  const posts = [{ id: post.videoId, publishedAt: new Date().toISOString(), views: 1_000 }];
  const due = () =>
    market.pool.query(`update channels set views_due_at = now() - interval '1 minute' where id = $1`, [post.channelId]);
  const stored = () =>
    market.one(
      `select views_measured_at as at, (select count(*)::int from channel_posts where channel_id = id) as posts
       from channels where id = $1`,
      [post.channelId],
    );
  const withdrawn = async () => {
    await post.share(false);
    expect(await stored()).toEqual({ at: null, posts: 0 });
  };
  const simulator = simulatorOf(stack.socialUrl, 'TIKTOK');
  const { handle } = post;
  await simulator.change(handle, { posts });
  // Everything else that is due is read first.
  await due();
  await control.run('take-due-platform-work');
  expect(await stored()).toEqual({ at: expect.any(Date), posts: 1 });
  await market.pool.query('delete from channel_posts where channel_id = $1', [post.channelId]);
  await market.pool.query('update channels set views_measured_at = null where id = $1', [post.channelId]);
  await due();
  await whilePlatformAnswers({ simulator, handle }, { posts }, () => control.run('take-due-platform-work'), withdrawn);
  expect(await stored()).toEqual({ at: null, posts: 0 });
});

test('a public profile that was requested earlier replaces no newer one', async () => {
  const { stack, market, control } = own;
  const { id, handle, refresh } = await accountsOf(stack.baseUrl, market).anAccount();
  const stored = () => market.one('select title, followers::int from social_accounts where id = $1', [id]);
  const newer = `update social_accounts set title = 'Newer', followers = 2, profile_at = now() where id = $1`;
  const world = { simulator: simulatorOf(stack.socialUrl), handle };
  const older = { title: 'Older', followers: 1 };
  const reply = await whilePlatformAnswers(world, older, refresh, () => market.pool.query(newer, [id]));
  expect(reply.status).toBe(200);
  await control.untilNothingIsDeferred();
  expect(await stored()).toEqual({ title: 'Newer', followers: 2 });
  await market.pool.query(
    `update social_accounts set profile_at = now() - interval '1 day', picture_leased_until = null where id = $1`,
    [id],
  );
  expect((await refresh()).status).toBe(200);
  await expect.poll(stored).toEqual(older);
});

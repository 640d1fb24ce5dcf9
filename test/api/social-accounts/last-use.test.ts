import { beforeAll, expect, test } from 'vitest';
import { type GrantedPost, grantedPostsOf } from '../../support/market/granted-posts.ts';
import type { Market } from '../../support/market/market.ts';
import { renewedConnectionsOf } from '../../support/market/renewed-connections.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';

let market: Market;
let control: ReturnType<typeof controlOf>;
let posts: ReturnType<typeof grantedPostsOf>;
let aLease: ReturnType<typeof renewedConnectionsOf>['aLease'];
let post: GrantedPost;
ownMarket((own) => {
  ({ market, control } = own);
  posts = grantedPostsOf(own.stack, market);
  ({ aLease } = renewedConnectionsOf(own));
});
beforeAll(async () => {
  post = await posts.aGrantedPost('TIKTOK', { shareMetrics: true });
  await post.film();
});

const lastUsedAt = async () =>
  new Date((await post.owner.api.get('/social-accounts')).body.data[0].socialConnection.lastUsedAt);

/** Postpones everything that uses the connection, and gives its last use this age. */
async function idleFor(minutes: number): Promise<Date> {
  await market.pool.query(
    `with grants as (update social_grants set audience_due_at = null, last_used_at = now() - $3 * interval '1 minute' where social_account_id = $1),
       views as (update channels set views_due_at = null where id = $2)
     update posts set due_at = now() + interval '1 day' where social_account_id = $1`,
    [post.accountId, post.channelId, minutes],
  );
  return lastUsedAt();
}

/** What is due now, and runs with the cron trigger. */
const dueNow = (assignment: string) => async () => {
  await market.pool.query(`update ${assignment}`, [assignment.includes('channels') ? post.channelId : post.accountId]);
  await control.run('take-due-platform-work');
};
const refresh = () => post.owner.api.post(`/creator/social-accounts/${post.accountId}/avatar/refresh`);

test.for([
  ['a measurement of a post', dueNow('posts set due_at = now() where social_account_id = $1')],
  ['a read of the audience', dueNow('social_grants set audience_due_at = now() where social_account_id = $1')],
  ['a measurement of the average views', dueNow('channels set views_due_at = now() where id = $1')],
  ['a refresh of the picture', refresh],
] as const)('%s is a use of the connection', async ([, use]) => {
  const before = await idleFor(120);
  await market.pool.query('update social_accounts set picture_leased_until = null where id = $1', [post.accountId]);
  await use();
  await control.untilNothingIsDeferred();
  expect((await lastUsedAt()).getTime()).toBeGreaterThan(before.getTime() + 3_600_000);
});

test('a refused refresh of the picture is no use of the connection', async () => {
  await refresh();
  await control.untilNothingIsDeferred();
  const before = await idleFor(120);
  expect((await refresh()).status).toBe(429);
  await control.untilNothingIsDeferred();
  expect(await lastUsedAt()).toEqual(before);
});

test('a renewal of the tokens is no use of the connection', async () => {
  const before = await idleFor(120);
  const sealed = 'select status, sealed_access from social_grants where social_account_id = $1';
  const former = await market.one(sealed, [post.accountId]);
  await market.pool.query('update social_grants set access_expires_at = now() where social_account_id = $1', [
    post.accountId,
  ]);
  const leaseEnd = (await aLease(String(post.accountId))).toISOString();
  await control.deliver([{ kind: 'renew-connections', leaseEnd, ids: [post.accountId] }]);
  const renewed = await market.one(sealed, [post.accountId]);
  expect(renewed.status).toBe('ACTIVE');
  expect(renewed.sealed_access).not.toEqual(former.sealed_access);
  expect(await lastUsedAt()).toEqual(before);
});

test('a second use within an hour keeps the time of the first one', async () => {
  const before = await idleFor(50);
  const measured = (await posts.measurementsOf(post)).length;
  await dueNow('posts set due_at = now() where social_account_id = $1')();
  expect(await posts.measurementsOf(post)).toHaveLength(measured + 1);
  expect(await lastUsedAt()).toEqual(before);
});

import { expect, test } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { peopleOf } from '../../../support/contract/people.ts';
import { type GrantedPost, grantedPostsOf } from '../../../support/market/granted-posts.ts';
import type { Market } from '../../../support/market/market.ts';
import type { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';

let market: Market;
let control: ReturnType<typeof controlOf>;
let posts: ReturnType<typeof grantedPostsOf>;
let staff: Client;
ownMarket(async (own) => {
  ({ market, control } = own);
  posts = grantedPostsOf(own.stack, market);
  staff = (await peopleOf(own.stack.baseUrl, market).aPerson({ roles: ['STAFF'] })).twin;
});

test.for([
  ['block', ({ accountId }: GrantedPost) => `/staff/social-accounts/${accountId}/block`, 'blocked'],
  ['suspension', ({ owner }: GrantedPost) => `/staff/users/${owner.userId}/suspension`, 'suspended'],
] as const)(
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
    const set = async (value: boolean) =>
      expect((await staff.put(path(post), { [name]: value, ...(value && { reason: 'A complaint' }) })).status).toBe(
        200,
      );
    await set(true);
    await control.fireCron('*/5 * * * *');
    expect(await dueWithinMinutes()).toEqual([false, false, false]);
    const before = await posts.measurementsOf(post);
    await set(false);
    expect(await dueWithinMinutes()).toEqual([true, true, true]);
    await control.fireCron('*/5 * * * *');
    expect((await posts.measurementsOf(post)).length).toBeGreaterThan(before.length);
    expect(await dueWithinMinutes()).toEqual([false, false, false]);
  },
);

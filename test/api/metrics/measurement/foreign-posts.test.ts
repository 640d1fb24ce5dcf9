import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { type GrantedPost, grantedPostsOf } from '../../../support/market/granted-posts.ts';
import type { Market } from '../../../support/market/market.ts';
import { aVideo } from '../../../support/market/posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import type { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let posts: ReturnType<typeof grantedPostsOf>;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
  posts = grantedPostsOf(own.stack, market);
});

const counts = { views: 1_000, likes: 10, comments: 1 };

async function measured({ accountId, work }: GrantedPost) {
  await market.pool.query('update posts set due_at = now() where social_account_id = $1', [accountId]);
  await control.fireCron('*/5 * * * *');
  const { data } = (await work.creator.api.get(`/placement-assignments/${work.id}`)).body;
  return data.deliverables[0].metrics;
}

// Others never see the metrics of Twitch, and see those of X only on pages.
test.each(['TWITCH', 'X'] as const)(
  'a creator who delivers the post of somebody else at %s reads no metrics of it',
  async (platform) => {
    const post = await posts.aGrantedPost(platform);
    const stranger = `s${randomBytes(5).toString('hex')}`;
    await simulatorOf(stack.socialUrl, platform).change(stranger, { posts: [aVideo(post.videoId, counts)] });
    expect(await measured(post)).toMatchObject([
      { views: null, likes: null, comments: null, reason: 'WITHHELD', reasons: { views: 'WITHHELD' } },
    ]);
  },
);

test.each(['TWITCH', 'X'] as const)('a creator reads the metrics of the own post at %s', async (platform) => {
  const post = await posts.aGrantedPost(platform);
  await post.film(counts);
  expect(await measured(post)).toMatchObject([{ views: 1_000 }]);
});

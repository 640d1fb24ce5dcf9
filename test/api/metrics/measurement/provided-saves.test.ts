import { expect, test } from 'vitest';
import { grantedPostsOf } from '../../../support/market/granted-posts.ts';
import type { Market } from '../../../support/market/market.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
ownMarket(
  (own) => {
    ({ stack, market } = own);
  },
  { vars: { SIMULATE_TIKTOK_SAVES: 'true' } },
);

test('a post of TikTok has the saves that the provider of the deployment returns', async () => {
  const posts = grantedPostsOf(stack, market);
  const post = await posts.aGrantedPost('TIKTOK', { shareMetrics: true });
  await post.film({ views: 1_000, likes: 40, comments: 3, saves: 12 });
  await posts.makeDue(post);
  await controlOf(stack.controlUrl).run('take-due-platform-work');
  const [{ metrics }] = await posts.resultsOf(post.work);
  expect(metrics).toMatchObject([{ views: 1_000, saves: 12, reasons: {} }]);
});

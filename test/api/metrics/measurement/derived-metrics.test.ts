import { expect, test } from 'vitest';
import type { Market } from '../../../support/market/market.ts';
import { aVideo, postsOf } from '../../../support/market/posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import type { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket(
  (own) => {
    ({ stack, market, control } = own);
  },
  { vars: { DERIVED_METRICS_WITHHELD: 'YOUTUBE' } },
);

test('sums leave out the posts of a platform whose derived metrics are withheld, and its raw counts stay visible', async () => {
  const posts = postsOf(market, stack.baseUrl);
  const post = await posts.aPost();
  await simulatorOf(stack.socialUrl).change(post.handle, { posts: [aVideo(post.videoId)] });
  await posts.makeDue(post);
  await control.fireCron('*/5 * * * *');
  await posts.must(posts.approve(post.work));
  const { advertiser, id } = post.work;
  const [result] = (await advertiser.api.get(`/placement-assignments/${id}/deliverables`)).body.data;
  expect(result.metrics).toMatchObject([{ views: 1_000, reason: null }]);
  const { engagement } = (await advertiser.api.get('/analytics/placements')).body.data;
  expect(engagement).toMatchObject({ er: null, updatedAt: null, erCoverage: { measuredPosts: 0, totalPosts: 1 } });
});

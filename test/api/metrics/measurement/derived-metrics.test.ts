import { expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import type { Market } from '../../../support/market/market.ts';
import { nativeChannelsOf } from '../../../support/market/native-channels.ts';
import { aVideo, aVideoId, postsOf } from '../../../support/market/posts.ts';
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
  await control.run('take-due-platform-work');
  await posts.must(posts.approve(post.work));
  const { advertiser, id } = post.work;
  const [result] = (await advertiser.api.get(`/placement-assignments/${id}/deliverables`)).body.data;
  expect(result.metrics).toMatchObject([{ views: 1_000, reason: null }]);
  const { engagement } = (await advertiser.api.get('/analytics/placements')).body.data;
  expect(engagement).toMatchObject({ er: null, updatedAt: null, erCoverage: { measuredPosts: 0, totalPosts: 1 } });
});

test('channels of such a platform get no average and no engagement rate, and the next sweep removes earlier ones', async () => {
  const guest = clientOf(stack.baseUrl, null, '/api/v1');
  const channels = nativeChannelsOf(market, guest, control);
  const channel = await channels.aNativeChannel();
  await simulatorOf(stack.socialUrl).change(channel.handle, { posts: [aVideo(aVideoId())] });
  await channels.makeDue(channel);
  await control.run('take-due-platform-work');
  const unknown = { value: null, er: null, erCoverage: { measuredPosts: 0, totalPosts: 0 } };
  expect(await channels.shownOf(channel)).toMatchObject(unknown);
  await market.pool.query(
    `insert into channel_posts (channel_id, external_id, published_at, views, likes, comments, measured_at)
     values ($1, 'a', now(), 100, 4, 1, now() - interval '1 minute')`,
    [channel.id],
  );
  await market.refresh(channel.creatorId);
  expect(await channels.shownOf(channel)).toMatchObject({ value: 100, er: 5 });
  await control.deliver([{ kind: 'sweep-metrics' }]);
  expect(await channels.shownOf(channel)).toMatchObject(unknown);
});

import { expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import { type GrantedPost, grantedPostsOf } from '../../../support/market/granted-posts.ts';
import type { Market } from '../../../support/market/market.ts';
import { nativeChannelsOf } from '../../../support/market/native-channels.ts';
import { aVideo, aVideoId } from '../../../support/market/posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import type { controlOf } from '../../../support/stack/control.ts';
import { sample } from '../../../support/stack/depth.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let channels: ReturnType<typeof nativeChannelsOf>;
ownMarket((own) => {
  ({ stack, market, control } = own);
  channels = nativeChannelsOf(market, clientOf(stack.baseUrl, null, '/api/v1'), control);
});

async function measure(channel: { id: number }): Promise<void> {
  await market.pool.query(
    `update channels set views_measured_at = views_measured_at - interval '1 hour' where id = $1`,
    [channel.id],
  );
  await channels.makeDue(channel);
  await control.run('take-due-platform-work');
}

test('the engagement rate of a channel is measured with its views, and leaves out posts with a hidden count', async () => {
  const channel = await channels.aNativeChannel();
  const videos = [
    aVideo(aVideoId(), { views: 1_000, likes: 40, comments: 3 }),
    aVideo(aVideoId(), { views: 3_000, likes: null, comments: 9 }),
    aVideo(aVideoId(), { views: 500, likes: 20, comments: 1 }),
  ];
  await simulatorOf(stack.socialUrl).change(channel.handle, { posts: videos });
  expect(await channels.shownOf(channel)).toMatchObject({ er: null, erCoverage: { measuredPosts: 0, totalPosts: 0 } });
  const before = await control.now();
  await measure(channel);
  // 100 x (43 + 21) / 1,500
  const shown = await channels.shownOf(channel);
  expect(shown).toMatchObject({ value: 1_500, er: 4.27, erCoverage: { measuredPosts: 2, totalPosts: 3 } });
  expect(Date.parse(shown.erMeasuredAt)).toBeGreaterThanOrEqual(before.getTime());
});

test('posts without likes and comments, as a former version stored them, have views but no rate until the next measurement', async () => {
  const channel = await channels.aNativeChannel();
  await simulatorOf(stack.socialUrl).change(channel.handle, { posts: [aVideo(aVideoId())] });
  await measure(channel);
  await market.pool.query('update channel_posts set likes = null, comments = null where channel_id = $1', [channel.id]);
  await market.refresh(channel.creatorId);
  expect(await channels.shownOf(channel)).toMatchObject({ value: 1_000, er: null, erMeasuredAt: null });
  await measure(channel);
  expect(await channels.shownOf(channel)).toMatchObject({ value: 1_000, er: 4.3 });
});

const shownOf = ({ channelId, owner, publicId, handle }: GrantedPost) =>
  channels.shownOf({ id: channelId, creatorId: owner.userId, publicId, handle });

test.each(sample(['TIKTOK', 'INSTAGRAM'] as const, 1))(
  'a consent to the earlier text shows the average views of %s alone, and a consent to the current text the rate as well',
  async (platform) => {
    const post = await grantedPostsOf(stack, market).aGrantedPost(platform, { shareMetrics: true });
    await post.film({ views: 1_000, likes: 40, comments: 3 });
    await market.pool.query(`update social_grants set sharing_version = '2026-11' where social_account_id = $1`, [
      post.accountId,
    ]);
    await measure({ id: post.channelId });
    const partial = { value: 1_000, er: null, erCoverage: { measuredPosts: 0, totalPosts: 1 }, erMeasuredAt: null };
    expect(await shownOf(post)).toMatchObject(partial);
    await market.pool.query(`update channels set views_measured_at = views_measured_at - interval '1 hour'`);
    await post.share(true);
    await control.run('take-due-platform-work');
    expect(await shownOf(post)).toMatchObject({ value: 1_000, er: 4.3 });
  },
);

test.each([
  ['withdrawal of the consent', (post: GrantedPost) => post.share(false)],
  [
    'end of the connection',
    ({ owner, accountId }: GrantedPost) => owner.api.delete(`/social-accounts/${accountId}/connection`),
  ],
] as const)('a %s removes the engagement rate from the page and from the filter within a second', async (_, end) => {
  const post = await grantedPostsOf(stack, market).aGrantedPost('TIKTOK', { shareMetrics: true });
  await post.film({ views: 1_000, likes: 40, comments: 3 });
  await measure({ id: post.channelId });
  const guest = clientOf(stack.baseUrl, null, '/api/v1');
  const found = async () => {
    const { data } = (await guest.get('/creator-catalog?minEr=3&limit=100')).body;
    return data.some(({ publicId }: { publicId: string }) => publicId === post.publicId);
  };
  expect((await shownOf(post)).er).toBe(4.3);
  await market.pool.query(`update catalog_metrics_published set at = '-infinity'`);
  await control.run('take-due-platform-work');
  await expect.poll(found).toBe(true);
  await end(post);
  expect(await shownOf(post)).toMatchObject({ value: null, er: null, erMeasuredAt: null });
  expect(await found()).toBe(false);
  const left = await market.one('select count(*)::int from channel_posts where channel_id = $1', [post.channelId]);
  expect(left.count).toBe(0);
});

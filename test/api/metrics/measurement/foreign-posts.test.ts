import { describe, expect, test } from 'vitest';
import type { Platform } from '../../../../schema/shared/enums.ts';
import { grantedPostsOf } from '../../../support/market/granted-posts.ts';
import type { Market } from '../../../support/market/market.ts';
import { aVideo, type Post } from '../../../support/market/posts.ts';
import { aHandle } from '../../../support/market/sellers.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { connect } from '../../../support/social/sign-in.ts';
import type { controlOf } from '../../../support/stack/control.ts';
import { diagonal } from '../../../support/stack/depth.ts';
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

/** The metrics of the post that the creator reads, or another party, after a measurement. */
async function measured({ videoId, work }: Post, reader: 'creator' | 'advertiser' = 'creator') {
  await market.pool.query('update posts set due_at = now() where content_id = $1', [videoId]);
  await control.run('take-due-platform-work');
  const { data } = (await work[reader].api.get(`/placement-assignments/${work.id}`)).body;
  return data.deliverables[0].metrics;
}

const publish = (platform: Platform, handle: string, videoId: string) =>
  simulatorOf(stack.socialUrl, platform).change(handle, { posts: [aVideo(videoId, counts)] });

const withheld = [{ views: null, likes: null, comments: null, reason: 'WITHHELD', reasons: { views: 'WITHHELD' } }];

// Others never see the metrics of Twitch, and see those of X only on pages.
const hidden = ['TWITCH', 'X'] as const;

test.each(diagonal(hidden, 0))(
  'a creator who delivers the post of somebody else at %s reads no metrics of it',
  async (platform) => {
    const post = await posts.aGrantedPost(platform);
    await publish(platform, aHandle(), post.videoId);
    expect(await measured(post)).toMatchObject(withheld);
  },
);

test.each(diagonal(hidden, 1))('a creator reads the metrics of the own post at %s', async (platform) => {
  const post = await posts.aGrantedPost(platform);
  await post.film(counts);
  expect(await measured(post)).toMatchObject([{ views: 1_000 }]);
});

/** The number of measured posts that the advertiser of the post reads in the analytics. */
const analysed = async ({ work }: Post) => {
  await market.pool.query(`update placement_assignments set status = 'APPROVED' where id = $1`, [work.id]);
  const { engagement } = (await work.advertiser.api.get('/analytics/placements')).body.data;
  return engagement.erCoverage.measuredPosts;
};

test("an advertiser reads no metrics of a post that another account than the ordered channel's has published", async () => {
  const post = await posts.aGrantedPost('YOUTUBE');
  await publish('YOUTUBE', aHandle(), post.videoId);
  expect(await measured(post, 'advertiser')).toMatchObject(withheld);
  expect(await measured(post, 'creator')).toMatchObject(withheld);
  expect(await analysed(post)).toBe(0);
  const own = await posts.aGrantedPost('YOUTUBE');
  await publish('YOUTUBE', own.handle, own.videoId);
  expect(await measured(own, 'advertiser')).toMatchObject([{ views: 1_000 }]);
  expect(await analysed(own)).toBe(1);
});

test('a sign-in hides the metrics of posts on its channel that another account has published', async () => {
  const { owner, ...post } = await posts.anUnconnectedPost('YOUTUBE');
  await publish('YOUTUBE', aHandle(), post.videoId);
  expect(await measured(post, 'advertiser'), 'no account of the channel is known').toMatchObject([{ views: 1_000 }]);
  expect(await analysed(post)).toBe(1);
  expect((await connect(owner, post.handle)).status).toBe(200);
  expect(await analysed(post), 'before the next measurement').toBe(0);
  expect(await measured(post, 'advertiser')).toMatchObject(withheld);
});

describe('a post that somebody else has delivered first', () => {
  test('proves the result of the creator who published it, and no more that of the other', async () => {
    const handle = aHandle();
    const taken = await posts.aGrantedPost('YOUTUBE');
    await publish('YOUTUBE', handle, taken.videoId);
    await measured(taken);
    const change = posts.act(taken.work, taken.work.advertiser.api, 'request-changes');
    expect((await change).status).toBe(200);
    const own = await posts.aGrantedPost('YOUTUBE', { handle, videoId: taken.videoId });
    expect(await measured(own, 'advertiser')).toMatchObject([{ views: 1_000 }]);
    const again = await posts.act(taken.work, taken.work.creator.api, 'submit');
    expect(again.body).toMatchObject({ code: 'INVALID_PROOF' });
    await market.expectSoundLedger();
  });

  test('stays with the first result while its publisher is not known', async () => {
    const handle = aHandle();
    const taken = await posts.aGrantedPost('YOUTUBE');
    await expect(posts.aGrantedPost('YOUTUBE', { handle, videoId: taken.videoId })).rejects.toThrow('INVALID_PROOF');
  });

  test('stays with the first result of the same creator', async () => {
    const { owner, publicId, handle, videoId, ...post } = await posts.aGrantedPost('YOUTUBE');
    await publish('YOUTUBE', handle, videoId);
    await measured({ handle, videoId, ...post });
    const second = await posts.aPost({ creator: { id: owner.userId, publicId } });
    await expect(posts.name(second.work, [videoId])).rejects.toThrow('INVALID_STATE');
    const change = posts.act(second.work, second.work.advertiser.api, 'request-changes');
    expect((await change).status).toBe(200);
    await expect(posts.name(second.work, [videoId])).rejects.toThrow('INVALID_PROOF');
  });
});

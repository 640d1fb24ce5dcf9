import { expect, test } from 'vitest';
import { aVideo, postsOf } from '../../../support/market/posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { type OwnMarket, ownMarket } from '../../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});

test('an announced video has no metrics as a result of a placement until it is public, whoever reads it', async () => {
  const { stack, market, control } = own;
  const { aPost, approve, makeDue, measurementsOf, resultsOf, scanOf } = postsOf(market, stack.baseUrl);
  const post = await aPost();
  // Analytics count the posts of approved work.
  await approve(post.work);
  const measureAs = async (state: 'UPCOMING' | 'PUBLIC') => {
    const video = aVideo(post.videoId, { state, views: 70, likes: 5, comments: 2 });
    await simulatorOf(stack.socialUrl).change(post.handle, { posts: [video] });
    await market.pool.query('update channels set views_due_at = $1 where views_due_at is not null', [new Date(0)]);
    await makeDue(post);
    await control.run('take-due-platform-work');
    const { dueAt } = await scanOf(post);
    expect(dueAt?.getTime()).toBeGreaterThan((await control.now()).getTime());
    const { engagement } = (await post.work.advertiser.api.get('/analytics/placements')).body.data;
    const [{ metrics }] = await resultsOf(post.work);
    return { metrics, stored: await measurementsOf(post), engagement };
  };
  expect(await measureAs('UPCOMING')).toMatchObject({
    ...{ metrics: [], stored: [] },
    engagement: { views: 0, er: null, erCoverage: { measuredPosts: 0 } },
  });
  expect(await measureAs('PUBLIC')).toMatchObject({
    ...{ metrics: [{ views: 70, likes: 5 }], stored: [{ views: 70 }] },
    engagement: { views: 70, er: 10, erCoverage: { measuredPosts: 1 } },
  });
});

import { expect, test } from 'vitest';
import { mediaIdOf } from '../../../../scripts/local/endpoints/social-simulator/instagram/media.ts';
import { grantedPostsOf } from '../../../support/market/granted-posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { type OwnMarket, ownMarket } from '../../../support/stack/own-market.ts';

let own: OwnMarket;
// Another stack, because no other work may list the account.
ownMarket((started) => {
  own = started;
});

test('a post of Instagram whose media id is known is asked for by it, without the list of its account', async () => {
  const { stack, market, control } = own;
  const posts = grantedPostsOf(stack, market);
  const post = await posts.aGrantedPost('INSTAGRAM', { shareMetrics: true });
  await post.film();
  const id = [mediaIdOf(post.videoId), post.videoId];
  await market.pool.query('update posts set media_id = $1 where content_id = $2', id);
  const listed = async () => (await simulatorOf(stack.socialUrl, 'INSTAGRAM').callsFor(post.handle))['me/media'] ?? 0;
  const before = await listed();
  await posts.makeDue(post);
  await control.run('take-due-platform-work');
  expect(await posts.measurementsOf(post)).toMatchObject([{ views: 1_000 }]);
  expect((await listed()) - before).toBe(0);
});

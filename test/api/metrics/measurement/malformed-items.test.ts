import { expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import type { Market } from '../../../support/market/market.ts';
import { nativeChannelsOf } from '../../../support/market/native-channels.ts';
import { aVideo, type Post, postsOf } from '../../../support/market/posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import type { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let simulator: ReturnType<typeof simulatorOf>;
let posts: ReturnType<typeof postsOf>;
ownMarket((own) => {
  ({ stack, market, control } = own);
  simulator = simulatorOf(stack.socialUrl);
  posts = postsOf(market, stack.baseUrl);
});

const trigger = () => control.run('take-due-platform-work');

test('a post whose item is malformed backs off alone, and the other posts of the answer are stored', async () => {
  const [broken, other, deleted] = [await posts.aPost(), await posts.aPost(), await posts.aPost()];
  const all = [broken, other, deleted];
  const film = ({ handle, videoId }: Post, views: number, changes: object = {}) =>
    simulator.change(handle, { posts: [aVideo(videoId, { views })], ...changes });
  const viewsOf = async (post: Post) => (await posts.measurementsOf(post)).map(({ views }) => views);
  const nextOf = async (post: Post) => {
    const { dueAt, failures } = await posts.scanOf(post);
    return { failures, minutes: Math.round((dueAt.getTime() - (await control.now()).getTime()) / 60_000) };
  };
  for (const post of all) await film(post, 10);
  await trigger();

  for (const [failures, minutes] of [
    [1, 5],
    [2, 10],
  ] as const) {
    await film(broken, 20, { fails: 'malformed-item' });
    await film(other, 20 * failures);
    await simulator.change(deleted.handle, { posts: [] });
    for (const post of all) await posts.makeDue(post);
    await trigger();
    expect(await nextOf(broken)).toEqual({ failures, minutes });
    expect(await nextOf(other)).toEqual({ failures: 0, minutes: 24 * 60 });
  }
  expect(await Promise.all(all.map(viewsOf))).toEqual([[10], [10, 20, 40], [10, null, null]]);
  // One request for the three posts in each run.
  expect((await market.one('select used from platform_budgets')).used).toBe(3);

  await film(broken, 20);
  await posts.makeDue(broken);
  await trigger();
  expect(await viewsOf(broken)).toEqual([10, 20]);
  expect(await nextOf(broken)).toEqual({ failures: 0, minutes: 24 * 60 });
});

test('a listed post whose item is malformed keeps its views in the average, with their time', async () => {
  const channels = nativeChannelsOf(market, clientOf(stack.baseUrl, null, '/api/v1'), control);
  const channel = await channels.aNativeChannel();
  const film = (newest: number, older: number, changes: object = {}) =>
    simulator.change(channel.handle, {
      posts: [aVideo(`${channel.id}-new`, { views: newest }), aVideo(`${channel.id}-old`, { views: older })],
      ...changes,
    });
  await film(10, 20);
  await channels.makeDue(channel);
  await trigger();
  const before = await channels.shownOf(channel);
  expect(before).toMatchObject({ value: 15, sampleSize: 2 });

  await film(0, 40, { fails: 'malformed-item' });
  await channels.makeDue(channel);
  await trigger();
  expect(await channels.shownOf(channel)).toMatchObject({ value: 25, sampleSize: 2, measuredAt: before.measuredAt });
  expect((await channels.dueOf(channel)).failures).toBe(0);
});

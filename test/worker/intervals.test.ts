import { expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import type { Market } from '../support/market/market.ts';
import { nativeChannelsOf } from '../support/market/native-channels.ts';
import { aVideo, postsOf } from '../support/market/posts.ts';
import { simulatorOf } from '../support/simulator.ts';
import type { controlOf } from '../support/stack/control.ts';
import { depth } from '../support/stack/depth.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let posts: ReturnType<typeof postsOf>;
let channels: ReturnType<typeof nativeChannelsOf>;
ownMarket((own) => {
  ({ stack, market, control } = own);
  posts = postsOf(market, stack.baseUrl);
  channels = nativeChannelsOf(market, clientOf(stack.baseUrl, null, '/api/v1'));
});
const simulator = () => simulatorOf(stack.socialUrl);

/** Moves the clock, and runs the job that begins to measure. */
async function pass(ms: number): Promise<void> {
  await control.moveOn(ms);
  await control.run('take-due-platform-work');
}

/** Approximate: far from the midnight at which a day of the platform ends. */
const untilNoonInLosAngeles = (now: Date): number => day - ((now.getTime() - 20 * hour) % day);

/** The number of platform calls for the channel. */
const asksFor = async (handle: string) => (await simulator().callsFor(handle)).channels ?? 0;

/** A channel that is due for the first time. */
async function aChannel(): Promise<string> {
  const channel = await channels.aNativeChannel();
  await channels.makeDue(channel);
  return channel.handle;
}

async function measuredChannel(): Promise<string> {
  const handle = await aChannel();
  await pass(minute);
  return handle;
}

test('the views of a channel are measured every six hours', async () => {
  const handle = await aChannel();
  await pass(minute);
  expect(await asksFor(handle)).toBe(1);
  await pass(6 * hour - 2 * minute);
  expect(await asksFor(handle)).toBe(1);
  await pass(3 * minute);
  expect(await asksFor(handle)).toBe(2);
});

test('a channel that fails while others are answered is asked after five minutes, then after as long, and after twice as long each time', async () => {
  const handle = await aChannel();
  await simulator().change(handle, { fails: '500' });
  await pass(minute);
  // The first failure could be one of the platform. An answer for another channel shows that it is not.
  expect(await asksFor(await measuredChannel())).toBe(1);
  for (const [index, wait] of [4, 5, 10, 20].entries()) {
    await pass((wait - 1) * minute);
    expect(await asksFor(handle)).toBe(index + 1);
    await pass(2 * minute);
    expect(await asksFor(handle)).toBe(index + 2);
  }
  await simulator().change(handle, {});
});

test('a channel over the daily budget is measured on the next day of the platform', async () => {
  await pass(untilNoonInLosAngeles(await control.now()));
  const handle = await aChannel();
  await market.pool.query('update platform_budgets set used = 1000000');
  await market.pool.query(
    `insert into platform_budgets (platform, day, used) select 'YOUTUBE', $1::timestamptz at time zone 'America/Los_Angeles', 1000000
     on conflict do nothing`,
    [await control.now()],
  );
  await pass(minute);
  expect(await asksFor(handle)).toBe(0);
  await pass(25 * hour);
  expect(await asksFor(handle)).toBe(1);
});

/** The days between the runs; a skipped day is not made up for. */
const steps = depth([1, 1, 1, 23, 1, 1, 1, 1, 1, 1], Array<number>(33).fill(1));
const total = (days: readonly number[]) => days.reduce((sum, each) => sum + each, 0);

test('a delivered post is measured every day for thirty days, and its measurements are kept for thirty more', async () => {
  const post = await posts.aPost();
  await simulator().change(post.handle, { posts: [aVideo(post.videoId)] });
  const measured = async () => (await posts.measurementsOf(post)).length;
  await pass(minute);
  expect(await measured()).toBe(1);
  await pass(day - 2 * minute);
  expect(await measured()).toBe(1);
  for (const days of steps) await pass(days * day);
  // The last day on which it is tracked depends on the minutes since its acceptance.
  const within = (last: number) => 1 + steps.filter((_, n) => total(steps.slice(0, n + 1)) <= last).length;
  const tracked = await measured();
  expect(tracked).toBeGreaterThanOrEqual(within(29));
  expect(tracked).toBeLessThanOrEqual(within(30));
  await control.run('sweep-metrics');
  expect(await measured()).toBeGreaterThan(0);
  await pass(31 * day);
  await control.run('sweep-metrics');
  expect(await measured()).toBe(0);
});

import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { type GrantedPost, grantedPostsOf } from '../../../support/market/granted-posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { type OwnMarket, ownMarket } from '../../../support/stack/own-market.ts';

const minuteMs = 60_000;
const platform = 'TIKTOK';

let own: OwnMarket;
let posts: ReturnType<typeof grantedPostsOf>;
// Another stack, because these tests move the clock and pause a platform.
ownMarket((started) => {
  own = started;
  posts = grantedPostsOf(own.stack, own.market);
});
beforeEach(async () => {
  await own.market.pool.query('delete from platform_windows');
});

async function somePosts(count: number): Promise<readonly GrantedPost[]> {
  const made = await Promise.all(Array.from({ length: count }, () => posts.aGrantedPost(platform)));
  for (const post of made) await post.film();
  return made;
}

/** The API of the platform refuses each token of these accounts. Its token endpoint gives new ones. */
const refuse = ({ handle }: GrantedPost) =>
  simulatorOf(own.stack.socialUrl, platform).change(handle, { fails: 'expired-token', failsAt: 'api' });

/** Lets these times pass, with the work that is due after each. */
async function pass(...steps: readonly number[]): Promise<void> {
  for (const ms of steps) {
    await own.control.moveOn(ms);
    await own.control.run('take-due-platform-work');
  }
}

const makeDue = async (some: readonly GrantedPost[]) => {
  const ids = some.map(({ deliverableId }) => deliverableId);
  const now = await own.control.now();
  await own.market.pool.query(
    `update posts set due_at = $2 where id in (select post_id from deliverable_scans where deliverable_id = any ($1))`,
    [ids, now],
  );
};

async function stateOf({ deliverableId, accountId }: GrantedPost) {
  const { failures, dueAt, grant } = await own.market.one(
    `select p.failures, p.due_at as "dueAt", g.status as grant from deliverable_scans s join posts p on p.id = s.post_id, social_grants g
     where s.deliverable_id = $1 and g.social_account_id = $2`,
    [deliverableId, accountId],
  );
  const waits = dueAt.getTime() - (await own.control.now()).getTime();
  return { failures, grant, isSoon: waits < 45 * minuteMs };
}

const measured = async (some: readonly GrantedPost[]) =>
  (await Promise.all(some.map((post) => posts.measurementsOf(post)))).map(({ length }) => length);

async function alarms(): Promise<readonly string[]> {
  const before = readFileSync(own.stack.logFile, 'utf8').length;
  await own.control.run('raise-alarms');
  const lines = readFileSync(own.stack.logFile, 'utf8').slice(before).split('\n');
  return lines.filter((line) => line.includes('paused platforms'));
}

test('a platform that refuses the new tokens of all accounts is paused with an alarm, costs no post and no grant anything, and is asked again soon', async () => {
  const some = await somePosts(3);
  for (const post of some) await refuse(post);
  await makeDue(some);
  await pass(0, 6 * minuteMs, 10 * minuteMs);
  expect(await alarms()).toEqual([expect.stringContaining(platform)]);
  await pass(22 * minuteMs);
  for (const post of some) expect(await stateOf(post)).toEqual({ failures: 0, grant: 'ACTIVE', isSoon: true });
  expect(await measured(some)).toEqual([0, 0, 0]);
  for (const post of some) await post.film();
  await pass(16 * minuteMs, 10 * minuteMs, 10 * minuteMs);
  expect(await measured(some)).toEqual([1, 1, 1]);
  expect(await alarms()).toEqual([]);
});

test('an account whose new tokens alone are refused backs off alone, and others are measured in time', async () => {
  const [refused, ...others] = await somePosts(3);
  if (refused === undefined) throw new Error('there are three');
  await refuse(refused);
  for (let time = 0; time < 3; time += 1) {
    await makeDue([refused, ...others]);
    await pass(0);
    await pass(6 * minuteMs);
  }
  expect(await stateOf(refused)).toMatchObject({ failures: expect.toSatisfy((count) => count > 0), grant: 'ACTIVE' });
  expect(await measured(others)).toEqual([3, 3]);
  expect(await alarms()).toEqual([]);
});

test('several accounts of one owner whose new tokens are refused pause nothing, and posts of others are measured at once', async () => {
  const [healthy, ...refused] = await somePosts(6);
  if (healthy === undefined) throw new Error('there are six');
  const ids = refused.map(({ accountId }) => accountId);
  await own.market.pool.query('update social_accounts set owner_id = $2 where id = any ($1)', [
    ids,
    refused[0]?.owner.userId,
  ]);
  for (const post of refused) await refuse(post);
  for (let time = 1; time <= 3; time += 1) {
    await makeDue([healthy, ...refused]);
    await pass(0);
    expect(await measured([healthy])).toEqual([time]);
    await pass(6 * minuteMs);
  }
  for (const post of refused)
    expect(await stateOf(post)).toMatchObject({ failures: expect.toSatisfy((count) => count > 0), grant: 'ACTIVE' });
  expect(await alarms()).toEqual([]);
});

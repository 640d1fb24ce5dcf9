import { beforeEach, describe, expect, test } from 'vitest';
import { type Db, openDb } from '../../../db/client.ts';
import { closeBuckets, giveBack, type Spending, spend } from '../../../db/social-accounts/platform-budgets.ts';
import { grantedPostsOf } from '../../support/market/granted-posts.ts';
import type { Market } from '../../support/market/market.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let db: Db;
ownMarket((own) => {
  ({ stack, market } = own);
  db = openDb({ DATABASE_URL: stack.databaseUrls.jobs, NEON_FETCH_ENDPOINT: stack.neonUrl });
});

const at = (time: string) => new Date(`2026-01-02T${time}Z`);
/** One call of a bucket that takes twenty in a minute. */
const callOf = (bucket: string, time: string, window: Spending['window'] = { calls: 20, seconds: 60 }): Spending => ({
  budget: { platform: 'KICK', day: '2026-01-02', units: 1_000 },
  share: { isOfUsers: false, units: 1_000 },
  cost: { bucket, calls: 1, units: 1 },
  ...{ work: null, window, at: at(time) },
});
const close = (bucket: string, until: string) =>
  db.transaction(closeBuckets([{ platform: 'KICK', bucket, until: at(until) }], at('12:00:00')));
const unitsUsed = async () =>
  (await market.one(`select coalesce(max(used), 0)::int as used from platform_budgets where platform = 'KICK'`)).used;

describe('a window', () => {
  const callers = depth(20, 50);
  test(`accepts half of the platform's calls from ${callers} concurrent ones, and refused calls spend no unit`, async () => {
    const before = await unitsUsed();
    const spent = await Promise.all(Array.from({ length: callers }, () => spend(db, callOf('half', '12:00:30'))));
    expect(spent.filter(Boolean)).toHaveLength(10);
    expect(await unitsUsed()).toBe(before + 10);
    expect(await spend(db, callOf('half', '12:00:59'))).toBe(false);
  });

  test('is followed by another, which slow clocks cannot reopen', async () => {
    const spend10 = async (time: string) => {
      for (let call = 0; call < 10; call += 1) expect(await spend(db, callOf('next', time))).toBe(true);
      expect(await spend(db, callOf('next', time))).toBe(false);
    };
    await spend10('12:00:59');
    await spend10('12:01:00');
    expect(await spend(db, callOf('next', '12:00:59'))).toBe(false);
  });

  test('takes back calls that were not made, and the budget their units', async () => {
    const used = await unitsUsed();
    const ofTen = callOf('back', '12:00:10');
    expect(await spend(db, { ...ofTen, cost: { ...ofTen.cost, calls: 10, units: 10 } })).toBe(true);
    expect(await spend(db, ofTen)).toBe(false);
    await db.transaction(giveBack({ ...ofTen, cost: { ...ofTen.cost, calls: 3, units: 4 } }));
    expect(await unitsUsed()).toBe(used + 6);
    const later = Array.from({ length: 5 }, () => spend(db, callOf('back', '12:00:50')));
    expect((await Promise.all(later)).filter(Boolean)).toHaveLength(3);
    // Those of an earlier window are not given to the next one.
    for (let call = 0; call < 10; call += 1) await spend(db, callOf('back', '12:01:00'));
    await db.transaction(giveBack({ ...ofTen, cost: { ...ofTen.cost, calls: 7, units: 0 } }));
    expect(await spend(db, callOf('back', '12:01:30'))).toBe(false);
  });

  test('of one bucket does not limit another bucket', async () => {
    const spent = Array.from({ length: 12 }, () => spend(db, callOf('one', '12:00:00')));
    expect((await Promise.all(spent)).filter(Boolean)).toHaveLength(10);
    expect(await spend(db, callOf('other', '12:00:00'))).toBe(true);
  });
});

describe('a closed bucket', () => {
  test.each([
    ['with a window', { calls: 20, seconds: 60 }],
    ['without one', null],
  ])('%s spends nothing until it opens', async (name, window) => {
    const call = (time: string) => spend(db, callOf(name, time, window));
    expect(await call('12:00:00')).toBe(true);
    await close(name, '12:10:00');
    const before = await unitsUsed();
    const refused = await Promise.all(['12:00:00', '12:05:00', '12:09:59'].map(call));
    expect([refused, await unitsUsed()]).toEqual([[false, false, false], before]);
    expect(await call('12:10:00')).toBe(true);
  });

  test('stays closed when an earlier end arrives later, and before its first call', async () => {
    await close('late', '12:10:00');
    await close('late', '12:01:00');
    expect(await spend(db, callOf('late', '12:05:00'))).toBe(false);
    expect(await spend(db, callOf('late', '12:10:00'))).toBe(true);
  });
});

test('a 429 closes the bucket, does not count as a failure of the posts, and stops requests until it opens', async () => {
  const control = controlOf(stack.controlUrl);
  const posts = grantedPostsOf(stack, market);
  const [refused, other] = [await posts.aGrantedPost('TIKTOK'), await posts.aGrantedPost('TIKTOK')];
  const simulator = simulatorOf(stack.socialUrl, 'TIKTOK');
  const calls = () => simulator.callsFor(refused.handle);
  await other.film();
  await market.pool.query('update posts set due_at = null');
  // The audiences of the new connections and other work are done before.
  await control.run('take-due-platform-work');
  await simulator.change(refused.handle, { fails: '429' });
  await posts.makeDue(refused);
  await control.run('take-due-platform-work');
  expect((await calls())['video/query']).toBe(1);

  const now = await control.now();
  const window = await market.one(
    `select closed_until as until from platform_windows where platform = 'TIKTOK' and bucket like 'video/query%'`,
  );
  const untilMs = window.until.getTime() - now.getTime();
  expect(untilMs).toBeGreaterThan(0);
  expect(untilMs).toBeLessThanOrEqual(60_000);
  const waiting = await posts.scanOf(refused);
  expect([waiting.failures, await posts.measurementsOf(refused)]).toEqual([0, []]);
  expect(Math.abs(waiting.dueAt.getTime() - window.until.getTime())).toBeLessThan(2_000);

  await posts.makeDue(refused);
  await posts.makeDue(other);
  await control.run('take-due-platform-work');
  expect([(await calls())['video/query'], await posts.measurementsOf(other)]).toEqual([1, []]);
  expect([(await posts.scanOf(other)).failures, (await posts.scanOf(refused)).failures]).toEqual([0, 0]);

  await refused.film();
  await control.moveOn(untilMs + 1_000);
  for (const post of [refused, other]) await posts.makeDue(post);
  await control.run('take-due-platform-work');
  for (const post of [refused, other]) expect(await posts.measurementsOf(post)).toMatchObject([{ views: 1_000 }]);
});

describe('the limit of an Instagram account', () => {
  let posts: ReturnType<typeof grantedPostsOf>;
  const work = () => controlOf(stack.controlUrl).run('take-due-platform-work');
  beforeEach(() => {
    posts = grantedPostsOf(stack, market);
  });
  /** A measurable post. Other work is done. */
  async function aPost() {
    const post = await posts.aGrantedPost('INSTAGRAM');
    await post.film();
    await market.pool.query('update posts set due_at = null');
    await work();
    return post;
  }
  const used = async () =>
    (await market.one(`select coalesce(max(used), 0)::int as used from platform_budgets where platform = 'INSTAGRAM'`))
      .used;

  test('stops the requests of that account alone', async () => {
    const [refused, other] = [await aPost(), await aPost()];
    const simulator = simulatorOf(stack.socialUrl, 'INSTAGRAM');
    await simulator.change(refused.handle, { fails: 'quota' });
    await posts.makeDue(refused);
    await work();
    const before = [await simulator.callsFor(refused.handle), await used()];
    await posts.makeDue(refused);
    await work();
    expect([await simulator.callsFor(refused.handle), await used()]).toEqual(before);
    await posts.makeDue(other);
    await work();
    expect([await posts.measurementsOf(refused), await posts.measurementsOf(other)]).toMatchObject([
      [],
      [{ views: 1_000 }],
    ]);
  });

  test('counts each request once, also the ones that looking for the post needs', async () => {
    const post = await aPost();
    const simulator = simulatorOf(stack.socialUrl, 'INSTAGRAM');
    const requests = async () =>
      Object.values<number>(await simulator.callsFor(post.handle)).reduce((sum, calls) => sum + calls, 0);
    const before = { units: await used(), requests: await requests() };
    await posts.makeDue(post);
    await work();
    // One page of the account's list, the post and its insights.
    expect([(await used()) - before.units, (await requests()) - before.requests]).toEqual([3, 3]);
    expect(await posts.measurementsOf(post)).toHaveLength(1);
    await posts.makeDue(post);
    await work();
    expect(await posts.measurementsOf(post)).toHaveLength(2);
    expect((await used()) - before.units).toBe((await requests()) - before.requests);
  });
});

test('a limit of the whole application stops the requests of every account', async () => {
  const control = controlOf(stack.controlUrl);
  const posts = grantedPostsOf(stack, market);
  const [refused, other] = [await posts.aGrantedPost('INSTAGRAM'), await posts.aGrantedPost('INSTAGRAM')];
  for (const post of [refused, other]) await post.film();
  await market.pool.query('update posts set due_at = null');
  await control.run('take-due-platform-work');
  const simulator = simulatorOf(stack.socialUrl, 'INSTAGRAM');
  // Instagram's code 4 is the limit of the application.
  await simulator.change(refused.handle, { fails: '429' });
  await posts.makeDue(refused);
  await control.run('take-due-platform-work');
  const before = await simulator.callsFor(other.handle);
  await posts.makeDue(other);
  await control.run('take-due-platform-work');
  expect([await simulator.callsFor(other.handle), await posts.measurementsOf(other)]).toEqual([before, []]);
  // Its post is due then, too, and must not close the bucket again.
  await refused.film();
  await control.moveOn(61_000);
  await posts.makeDue(other);
  await control.run('take-due-platform-work');
  expect(await posts.measurementsOf(other)).toMatchObject([{ views: 1_000 }]);
});

test('the nightly sweep deletes old windows, and keeps closed ones', async () => {
  const old = `now() - interval '8 days'`;
  await market.pool.query(
    `insert into platform_windows (platform, bucket, started_at, used, closed_until)
     values ('KICK', 'old', ${old}, 1, null), ('KICK', 'closed', ${old}, 1, now() + interval '1 day'),
       ('KICK', 'opened', ${old}, 1, ${old}), ('KICK', 'new', now(), 1, null)`,
  );
  await controlOf(stack.controlUrl).run('sweep-connections');
  const { rows } = await market.pool.query(
    `select bucket from platform_windows where bucket in ('old', 'closed', 'opened', 'new') order by bucket`,
  );
  expect(rows.map(({ bucket }) => bucket)).toEqual(['closed', 'new']);
});

test('a run pays only for the requests that it made', async () => {
  const control = controlOf(stack.controlUrl);
  const posts = grantedPostsOf(stack, market);
  const post = await posts.aGrantedPost('INSTAGRAM');
  await post.film();
  // No window ends during the test.
  const hourMs = 3_600_000;
  await control.moveClock(new Date(Math.ceil((await control.now()).getTime() / hourMs) * hourMs + 60_000));
  await market.pool.query('update posts set due_at = null');
  await control.run('take-due-platform-work');
  const simulator = simulatorOf(stack.socialUrl, 'INSTAGRAM');
  const made = async () => Object.values(await simulator.callsFor(post.handle)).reduce((sum, calls) => sum + calls, 0);
  const paid = async () =>
    (await market.one(`select coalesce(sum(used), 0)::int as used from platform_windows where platform = 'INSTAGRAM'`))
      .used;
  const before = { made: await made(), paid: await paid() };
  await posts.makeDue(post);
  await control.run('take-due-platform-work');
  expect(await posts.measurementsOf(post)).toHaveLength(1);
  expect(await made()).toBeGreaterThan(before.made);
  expect((await paid()) - before.paid).toBe((await made()) - before.made);
});

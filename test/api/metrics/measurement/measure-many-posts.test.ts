import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDb } from '../../../../db/client.ts';
import { release } from '../../../../db/leases.ts';
import { recordReadings } from '../../../../db/metrics/record-readings.ts';
import { duePosts, leasablePosts } from '../../../../db/metrics/tracked-posts.ts';
import { takeDueWork } from '../../../../db/platform-work.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aVideo, aVideoId, postsOf } from '../../../support/market/posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { depth, isFullDepth } from '../../../support/stack/depth.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

/** Sixty results of one channel in a separate stack, which name so many videos in turn. */
async function sixty(
  own: ReturnType<typeof postsOf>,
  ownMarket: ReturnType<typeof marketOf>,
  socialUrl: string,
  videos: number,
) {
  const advertiser = await ownMarket.anAdvertiser({ fundsCents: 10_000_000 });
  const listing = await own.aService({ cents: 100 });
  const handle = await own.handleOf(listing);
  const assignments = await own.ordered(
    advertiser,
    Array.from({ length: 6 }, () => listing),
    10,
  );
  const videoIds = Array.from({ length: videos }, aVideoId);
  const elsewhere = simulatorOf(socialUrl);
  await elsewhere.change(handle, { posts: videoIds.map((id, index) => aVideo(id, { views: index })) });
  for (const work of assignments) await own.accept(work);
  const results = (await Promise.all(assignments.map(own.resultsOf))).flat();
  for (const [index, { id }] of results.entries())
    await ownMarket.pool.query('update deliverables set url = $2, content_id = $2 where id = $1', [
      id,
      videoIds[index % videos],
    ]);
  for (const work of assignments) await own.submit(work);
  return { handle, elsewhere, deliverables: results.map(({ id }) => ({ deliverableId: id })) };
}

/** Takes the due work at an instance, and returns when the queues that it filled are empty. */
const runningAt = (control: ReturnType<typeof controlOf>) => async (instanceUrl: string) => {
  await control.deliver([{ kind: 'take-due-platform-work' }], instanceUrl);
  await control.untilQueuesAreEmpty();
};

describe('concurrent runs', () => {
  let stack: OwnStack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.stop());

  test('measure each post once, in calls of fifty, and a failure leaves all metrics and backs off', async () => {
    const ownMarket = marketOf(stack);
    const own = postsOf(ownMarket, stack.baseUrl);
    const control = controlOf(stack.controlUrl);
    const triggerAt = runningAt(control);
    const { handle, elsewhere, deliverables } = await sixty(own, ownMarket, stack.socialUrl, 50);
    const instances = [stack.baseUrl, await control.anotherInstance()];
    if (isFullDepth) instances.push(await control.anotherInstance());
    await Promise.all(instances.map(triggerAt));
    const count = async (condition: string) =>
      (await ownMarket.one(`select count(*)::int from posts where ${condition}`)).count;
    expect(await count(`due_at > now() + interval '23 hours'`)).toBe(50);
    await triggerAt(stack.baseUrl);
    const rows = (await Promise.all(deliverables.map(own.measurementsOf))).map((of) => of.map(({ views }) => views));
    expect(rows).toEqual(Array.from({ length: 60 }, (_, index) => [index % 50]));
    // Each run takes some of them: at most one call of each run instead of one.
    const { used } = await ownMarket.one('select used from platform_budgets');
    expect(used).toBeLessThanOrEqual(instances.length);
    expect(await elsewhere.callsFor(handle)).toEqual({ videos: used });

    const before = await Promise.all(deliverables.map(own.scanOf));
    await elsewhere.change(handle, { fails: 'declined' });
    const steps = [
      [1, 5],
      [2, 10],
      [3, 20],
    ] as const;
    for (const [failures, minutes] of steps.slice(0, depth(2, 3))) {
      await Promise.all(deliverables.map(own.makeDue));
      await triggerAt(stack.baseUrl);
      expect(await count(`failures = ${failures} and due_at < now() + interval '1 hour'`)).toBe(50);
      const after = await Promise.all(deliverables.map(own.scanOf));
      expect(after.map(({ views, countsMeasuredAt }) => ({ views, countsMeasuredAt }))).toEqual(
        before.map(({ views, countsMeasuredAt }) => ({ views, countsMeasuredAt })),
      );
      for (const { dueAt } of after) expect((dueAt.getTime() - Date.now()) / 60_000).toBeCloseTo(minutes, -0.5);
    }
    expect((await Promise.all(deliverables.map(own.measurementsOf))).flat()).toHaveLength(60);
    await ownMarket.close();
  });

  test('keep leases apart: a run whose lease expired changes no measurement and releases no lease of the next run', async () => {
    const ownMarket = marketOf(stack);
    const { aPost, makeDue, measurementsOf, scanOf } = postsOf(ownMarket, stack.baseUrl);
    const post = await aPost();
    await makeDue(post);
    const db = openDb({ DATABASE_URL: stack.databaseUrls.jobs, NEON_FETCH_ENDPOINT: stack.neonUrl });
    const aTurn = (at: Date) => ({ at, leasedUntil: new Date(at.getTime() + 60_000) });
    const [late, next] = [aTurn(new Date()), aTurn(new Date(Date.now() + 1_000))];
    const leasedBy = async ({ at, leasedUntil: leaseEnd }: typeof late) => {
      const readers = { byKey: ['YOUTUBE'] as const, byGrant: [] };
      const due = duePosts({ ...readers, at, leaseEnd, trackedSince: new Date(0), putOffUntil: leaseEnd });
      const units = { moneyUnits: 1_000, otherUnits: 1_000 };
      const platforms = [{ platform: 'YOUTUBE' as const, day: '2026-01-01', at, ...units }];
      return (await takeDueWork(db, [due], { platforms, limit: 50, leaseEnd })).rows;
    };
    const leased = await leasedBy(late);
    expect([leased.length, (await leasedBy(next)).length]).toEqual([1, 0]);
    await makeDue(post);
    expect(await leasedBy(next)).toEqual(leased);
    const measured = (source: string, views: number, { at, leasedUntil }: typeof late) => {
      const counts = { views, likes: 1, comments: 1, saves: 2 };
      const told = [{ contentId: post.videoId, counts, reasons: {}, post: null }];
      const by = { platform: 'YOUTUBE', source, viewDefinition: null, grantOf: null, isShared: true } as const;
      return db.transaction([recordReadings(told, { ...by, at, leaseEnd: leasedUntil })]);
    };
    await measured('NEXT', 7, next);
    await measured('LATE', 5, late);
    await release(
      db,
      leasablePosts,
      leased.map(({ id }) => ({ id, dueAt: new Date(0), failures: 9 })),
      late,
    );
    expect(await measurementsOf(post)).toMatchObject([{ source: 'NEXT', views: 7, saves: 2 }]);
    expect(await scanOf(post)).toMatchObject({ views: 7, failures: 0, dueAt: next.leasedUntil });
    await ownMarket.close();
  });
});

describe('the daily budget', () => {
  let stack: OwnStack;
  beforeAll(async () => {
    stack = await startStack({ vars: { YOUTUBE_DAILY_UNITS: '1' } });
  });
  afterAll(() => stack.stop());

  test('runs never exceed it, and posts beyond it are measured on another day', async () => {
    const ownMarket = marketOf(stack);
    const own = postsOf(ownMarket, stack.baseUrl);
    const control = controlOf(stack.controlUrl);
    const triggerAt = runningAt(control);
    const { handle, elsewhere } = await sixty(own, ownMarket, stack.socialUrl, 60);
    const measurements = async () => (await ownMarket.one('select count(*)::int from post_measurements')).count;
    await triggerAt(stack.baseUrl);
    expect(await measurements()).toBe(50);
    // At the quick depth, only the test of channels reaches the budget in several instances at once.
    const instances = isFullDepth ? [stack.baseUrl, await control.anotherInstance()] : [stack.baseUrl];
    await Promise.all(instances.map(triggerAt));
    expect(await measurements()).toBe(50);
    expect((await ownMarket.one('select used from platform_budgets')).used).toBe(1);
    expect(await elsewhere.callsFor(handle)).toEqual({ videos: 1 });
    const waiting = `from posts where due_at < now() + interval '6 minutes' and failures = 0`;
    expect((await ownMarket.one(`select count(*)::int ${waiting}`)).count).toBe(10);

    await ownMarket.pool.query('delete from platform_budgets');
    await ownMarket.pool.query(`update posts set due_at = now() where id in (select id ${waiting})`);
    await triggerAt(stack.baseUrl);
    expect(await measurements()).toBe(60);
    await ownMarket.close();
  });
});

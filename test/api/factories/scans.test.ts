import { afterEach, describe, expect, test } from 'vitest';
import { creditsOf } from '../../support/credits.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import type { Market } from '../../support/market/market.ts';
import { type Person, signedInAgain } from '../../support/market/people.ts';
import { scansOf } from '../../support/market/scans.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
// Another stack, because these tests move the clock.
let scans: ReturnType<typeof scansOf>;
ownMarket((own) => {
  ({ stack, market, control } = own);
  scans = scansOf(own);
});
afterEach(async () => {
  await market.expectSoundLedger();
  await scans.rest();
});

const hourMs = 3_600_000;
const simulator = () => simulatorOf(stack.socialUrl);
const factories = () => factoriesOf(stack.baseUrl);

const accountsOf = async ({ id }: { readonly id: number }) =>
  (
    await market.pool.query(
      `select turn, due_at as "dueAt", last_scanned_at as "lastScannedAt", failures from factory_accounts where factory_id = $1 order by id`,
      [id],
    )
  ).rows;

describe('a scan', () => {
  test('a scan costs a credit for each post, in one debit, and its factory shows the views', async () => {
    const { owner, factory } = await scans.watched(100, [3]);
    await scans.scanned();
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 97, reserved: 0 });
    const entry = { kind: 'DEBIT', reason: 'SCAN', amount: 3, balanceAfter: 97, factoryId: factory.id };
    expect((await owner.keyed.get(`/factories/${factory.id}/credit-history`)).body.data).toMatchObject([entry]);
    expect((await owner.keyed.get('/factories/credits/usage')).body.data).toEqual({
      ...{ total: 3, last30Days: 3, today: 3 },
    });
    const [shown] = (await owner.keyed.get('/factories')).body.data;
    expect(shown).toMatchObject({ posts: 3, views: 600 });
    expect(Date.parse(shown.lastScannedAt)).toBeGreaterThan(0);
  });

  test('the next scan begins its interval after the last one has ended', async () => {
    const { owner, factory } = await scans.watched(100, [2], { intervalHours: 4 });
    await scans.scanned();
    const [account] = await accountsOf(factory);
    expect(account.dueAt.getTime() - account.lastScannedAt.getTime()).toBe(4 * hourMs);
    await control.moveOn(4 * hourMs - 60_000);
    await scans.scanned();
    expect(await scans.debitsOf(owner)).toEqual([2]);
    await control.moveOn(2 * 60_000);
    await scans.scanned();
    expect(await scans.debitsOf(owner)).toEqual([2, 2]);
  });

  test('a post that is gone costs a credit three times, and then nothing until it is back and loses its flag', async () => {
    const { owner, factory, handles } = await scans.watched(100, [2], { intervalHours: 24 });
    await scans.scanned();
    await scans.publish(handles[0] ?? '', 1);
    for (let day = 0; day < 4; day += 1) {
      await control.moveOn(24 * hourMs + 1_000);
      await scans.scanned();
    }
    expect(await scans.debitsOf(owner)).toEqual([2, 2, 2, 2, 1]);
    const isFlagged = async () => {
      const { rows } = await market.pool.query(
        `select flags ? 'GONE' as gone from factory_posts where factory_id = $1 order by published_at`,
        [factory.id],
      );
      return rows.map(({ gone }) => gone);
    };
    expect(await isFlagged()).toEqual([true, false]);
    await control.moveOn(72 * hourMs + 1_000);
    await scans.scanned();
    expect(await scans.debitsOf(owner), 'it is asked for, and is still gone').toEqual([2, 2, 2, 2, 1, 1]);
    // It was private, and is shown again.
    await scans.publish(handles[0] ?? '', 2);
    await control.moveOn(72 * hourMs + 1_000);
    await scans.scanned();
    expect(await scans.debitsOf(owner)).toEqual([2, 2, 2, 2, 1, 1, 2]);
    expect(await isFlagged()).toEqual([false, false]);
    await control.moveOn(24 * hourMs + 1_000);
    await scans.scanned();
    expect(await scans.debitsOf(owner)).toEqual([2, 2, 2, 2, 1, 1, 2, 2]);
  });

  /** Scans the only post of an account with these counts, a day after its last scan. */
  async function scanCounts(
    handle: string,
    counts: { views: number; likes: number | null; comments?: number },
  ): Promise<void> {
    const publishedAt = new Date((await control.now()).getTime() - hourMs).toISOString();
    const film = { media: 'VIDEO', durationSeconds: 60, state: 'PUBLIC' } as const;
    await simulator().change(handle, {
      posts: [{ id: `${handle.slice(-6)}00000`, publishedAt, ...film, ...counts }],
    });
    await control.moveOn(24 * hourMs + 1_000);
    await scans.scanned();
  }

  test('a count that falls, and views that are ten times as many, flag their post, and others do not', async () => {
    const { factory, handles } = await scans.watched(100, [1]);
    await scans.scanned();
    const flagsAfter = async (views: number, likes: number, comments: number) => {
      await scanCounts(handles[0] ?? '', { views, likes, comments });
      const { flags } = await market.one('select flags from factory_posts where factory_id = $1', [factory.id]);
      return Object.keys(flags).sort();
    };
    expect(await flagsAfter(1_000, 40, 5)).toEqual([]);
    expect(await flagsAfter(9_999, 40, 5)).toEqual([]);
    expect(await flagsAfter(99_990, 39, 5)).toEqual(['LIKES_FELL', 'VIEWS_JUMPED']);
    const all = ['COMMENTS_FELL', 'LIKES_FELL', 'VIEWS_FELL', 'VIEWS_JUMPED'];
    expect(await flagsAfter(99_989, 39, 4)).toEqual(all);
    expect(await flagsAfter(99_990, 41, 6)).toEqual(all);
  });

  test('a count that the platform hides keeps its last value and the time of that measurement', async () => {
    const { factory, handles } = await scans.watched(100, [1]);
    await scans.scanned();
    await scanCounts(handles[0] ?? '', { views: 250, likes: null });
    const post = await market.one(
      'select views::int, likes::int, views_at > likes_at as newer from factory_posts where factory_id = $1',
      [factory.id],
    );
    expect(post).toEqual({ views: 250, likes: 40, newer: true });
  });
});

describe('the nightly sweep', () => {
  test('the sweep deletes counts that reach the age limit of their platform, and keeps younger ones', async () => {
    const { owner, factory } = await scans.watched(10, [2]);
    await scans.scanned();
    await control.moveOn(28 * 24 * hourMs);
    const again = await signedInAgain(stack.baseUrl, owner);
    dataOf(await factories().change(again, { id: factory.id, version: 1 }, { status: 'PAUSED' }));
    await market.pool.query(
      `update factory_posts set views_at = views_at + interval '10 days' where id = (select min(id) from factory_posts where factory_id = $1)`,
      [factory.id],
    );
    await control.moveOn(3 * 24 * hourMs);
    await control.run('sweep-metrics');
    const { rows } = await market.pool.query(
      `select views is not null as views, num_nonnulls(likes, likes_at, comments, saves) as others from factory_posts where factory_id = $1 order by id`,
      [factory.id],
    );
    expect(rows).toEqual([
      { views: true, others: 0 },
      { views: false, others: 0 },
    ]);
    const [shown] = (await (await signedInAgain(stack.baseUrl, owner)).api.get('/factories')).body.data;
    expect(shown.views).toBeGreaterThan(0);
    expect(shown.views).toBeLessThan(300);
  });
});

describe('a scan without answers', () => {
  test('a failure of the platform costs nothing, returns the reserved credits, and the scan is tried again soon', async () => {
    const { owner, factory, handles } = await scans.watched(10, [3]);
    await scans.everyMinute();
    await scans.publish(handles[0] ?? '', 3, { fails: '500' });
    await scans.everyMinute();
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 10, reserved: 0 });
    expect((await accountsOf(factory))[0]).toMatchObject({ turn: 'SCAN', failures: 0, lastScannedAt: null });
    await scans.publish(handles[0] ?? '', 3);
    await control.moveOn(6 * 60_000);
    await scans.everyMinute();
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 7, reserved: 0 });
  });

  test('a lost message returns its credits, and a message that arrives after its lease costs nothing', async () => {
    const { owner } = await scans.watched(10, [3]);
    await scans.everyMinute();
    await control.queues('hold');
    await control.deliver([{ kind: 'take-due-factory-work' }]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 10, reserved: 3 });
    await control.moveOn(16 * 60_000);
    await control.deliver([{ kind: 'take-due-factory-work' }]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 10, reserved: 3 });
    await control.queues('up');
    await control.untilQueuesAreEmpty();
    expect(await scans.debitsOf(owner)).toEqual([3]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 7, reserved: 0 });
  });

  test.each([
    ['a pause', (owner: Person, id: number) => factories().change(owner, { id, version: 1 }, { status: 'PAUSED' })],
    ['a deletion', (owner: Person, id: number) => owner.api.delete(`/factories/${id}`)],
  ])('%s of the factory returns what is reserved, and its messages cost nothing', async (_, end) => {
    const { owner, factory } = await scans.watched(10, [3]);
    await scans.everyMinute();
    await control.queues('hold');
    await control.deliver([{ kind: 'take-due-factory-work' }]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 10, reserved: 3 });
    dataOf(await end(await signedInAgain(stack.baseUrl, owner), factory.id));
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 10, reserved: 0 });
    await control.queues('up');
    await control.untilQueuesAreEmpty();
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 10, reserved: 0 });
  });

  test('the removal of an account returns what is reserved for its scan', async () => {
    const { owner, factory } = await scans.watched(10, [3]);
    await scans.everyMinute();
    await control.queues('hold');
    await control.deliver([{ kind: 'take-due-factory-work' }]);
    const { id } = await market.one('select id::int from factory_accounts where factory_id = $1', [factory.id]);
    const again = await signedInAgain(stack.baseUrl, owner);
    dataOf(await again.api.delete(`/factories/${factory.id}/accounts/${id}`));
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 10, reserved: 0 });
    await control.queues('up');
    await control.untilQueuesAreEmpty();
    expect(await scans.debitsOf(owner)).toEqual([]);
  });
});

test('an account whose connection has ended is neither scanned nor paid, and nothing is reserved for it', async () => {
  const owner = await factories().anOwner();
  dataOf(await owner.api.patch('/me', { roles: ['ADVERTISER', 'CREATOR'] }));
  await creditsOf(market).addCredits(owner.userId, 50);
  const handle = `granted${Date.now() % 1e6}`;
  await connect(owner, handle, { platform: 'TIKTOK' });
  const factory = await factories().aFactory(owner);
  dataOf(await factories().add(owner, factory, { platform: 'TIKTOK', handle }), 201);
  await scans.everyMinute();
  expect((await accountsOf(factory))[0]).toMatchObject({ turn: 'SCAN' });
  const [{ id }] = (await owner.api.get('/social-accounts')).body.data;
  dataOf(await owner.api.delete(`/social-accounts/${id}/connection`));
  await scans.everyMinute();
  expect(await scans.creditsOwned(owner)).toEqual({ balance: 50, reserved: 0 });
  await connect(owner, handle, { platform: 'TIKTOK' });
  await scans.everyMinute();
  expect((await scans.debitsOf(owner)).length).toBe(1);
});

import { afterEach, describe, expect, test } from 'vitest';
import { openDb } from '../../../db/client.ts';
import { recordScan } from '../../../db/factories/scans.ts';
import { creditsOf } from '../../support/credits.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import { signedInAgain } from '../../support/market/people.ts';
import { aVideo } from '../../support/market/posts.ts';
import { scansOf } from '../../support/market/scans.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
// Another stack, because these tests move the clock and hold the queues.
let scans: ReturnType<typeof scansOf>;
ownMarket((made) => {
  own = made;
  scans = scansOf(made);
});
afterEach(async () => {
  await own.market.expectSoundLedger();
  await scans.rest();
});

const minuteMs = 60_000;
const factories = () => factoriesOf(own.stack.baseUrl);
const accountOf = ({ id }: { readonly id: number }) =>
  own.market.one(
    'select id::int, status, turn, failures, due_at as "dueAt", posts from factory_accounts where factory_id = $1',
    [id],
  );

const aReading = ({ contentId }: { readonly contentId: string }) => ({
  ...{ contentId, isGone: false, title: 'A film', mediaType: 'VIDEO', durationSeconds: 60, hashtags: [] },
  ...{ views: 10, likes: 1, comments: 0, saves: null, reasons: {} },
});

/** The message of the scan that is leased, as the queue delivers it. */
async function deliverScan(factory: { readonly id: number }): Promise<void> {
  const { id, dueAt } = await accountOf(factory);
  await own.control.deliver([
    { kind: 'scan-factory-posts', platform: 'YOUTUBE', accountId: null, leaseEnd: dueAt.toISOString(), ids: [id] },
  ]);
}

/** A factory with an account of 120 posts, whose scan is leased. The queues are held. */
async function aLeasedScan() {
  const watched = await scans.watched(500, [120]);
  for (let page = 0; page < 3; page += 1) await scans.everyMinute();
  expect(await accountOf(watched.factory)).toMatchObject({ turn: 'SCAN', posts: 120 });
  await own.control.queues('hold');
  await own.control.deliver([{ kind: 'take-due-factory-work' }]);
  expect(await scans.creditsOwned(watched.owner)).toEqual({ balance: 500, reserved: 120 });
  return watched;
}

async function release(): Promise<void> {
  await own.control.queues('up');
  await own.control.untilQueuesAreEmpty();
}

describe('a scan of many posts', () => {
  test('a scan of many posts is made in parts, which are paid in one debit', async () => {
    const { owner, factory } = await aLeasedScan();
    await deliverScan(factory);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 500, reserved: 120 });
    const { views } = (await owner.keyed.get(`/factories/${factory.id}/summary`)).body.data;
    expect(views).toBeGreaterThan(0);
    await release();
    expect(await scans.debitsOf(owner)).toEqual([120]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 380, reserved: 0 });
  });

  test('a pause between two parts pays for the posts that were answered, and returns the other credits', async () => {
    const { owner, factory } = await aLeasedScan();
    await deliverScan(factory);
    dataOf(await factories().change(owner, { id: factory.id, version: 1 }, { status: 'PAUSED' }));
    expect(await scans.debitsOf(owner)).toEqual([100]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 400, reserved: 0 });
    await release();
    expect(await scans.debitsOf(owner)).toEqual([100]);
  });

  test('a part that is delivered twice is asked and paid once', async () => {
    const { owner, factory } = await aLeasedScan();
    const { id, dueAt } = await accountOf(factory);
    const message = { platform: 'YOUTUBE', accountId: null, leaseEnd: dueAt.toISOString(), ids: [id] } as const;
    await own.control.deliver([
      { kind: 'scan-factory-posts', ...message },
      { kind: 'scan-factory-posts', ...message },
    ]);
    await release();
    expect(await scans.debitsOf(owner)).toEqual([120]);
    const { rows } = await own.market.pool.query(
      `select count(*)::int as readings from factory_measurements where account_id = $1 group by post_id having count(*) > 1`,
      [id],
    );
    expect(rows).toEqual([]);
  });

  test('a post that two parts of a scan answer for is charged and measured once', async () => {
    const { owner, factory } = await scans.watched(10, [3]);
    await scans.everyMinute();
    await own.control.queues('hold');
    await own.control.deliver([{ kind: 'take-due-factory-work' }]);
    const { id, dueAt } = await accountOf(factory);
    const { rows: found } = await own.market.pool.query(
      'select id::int, content_id as "contentId" from factory_posts where account_id = $1 order by id',
      [id],
    );
    const nextLease = new Date(dueAt.getTime() + minuteMs);
    const jobs = openDb({ DATABASE_URL: own.stack.databaseUrls.jobs, NEON_FETCH_ENDPOINT: own.stack.neonUrl });
    const record = async (posts: readonly { contentId: string }[], leaseEnd: Date, next: Date | null) => {
      const part = {
        askedUntil: 0,
        nextLease: next,
        source: 'A_SOURCE',
        viewDefinition: null,
        jumpFrom: 1_000,
        jumpFactor: 10,
      };
      await jobs.transaction([recordScan(id, posts.map(aReading), part, { leaseEnd, at: await own.control.now() })]);
    };
    await record(found.slice(0, 2), dueAt, nextLease);
    await record(found.slice(1), nextLease, null);
    expect(await scans.debitsOf(owner)).toEqual([3]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 7, reserved: 0 });
    const { rows } = await own.market.pool.query(
      'select post_id::int as id, count(*)::int as readings from factory_measurements where account_id = $1 group by 1 order by 1',
      [id],
    );
    expect(rows).toEqual(found.map((post) => ({ id: post.id, readings: 1 })));
    await release();
  });

  test('a scan whose second part is lost is continued with the posts that were not answered for', async () => {
    const { owner, factory } = await aLeasedScan();
    await deliverScan(factory);
    await own.control.moveOn(16 * minuteMs);
    await own.control.deliver([{ kind: 'take-due-factory-work' }]);
    expect(await scans.debitsOf(owner)).toEqual([100]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 400, reserved: 20 });
    await release();
    expect(await scans.debitsOf(owner)).toEqual([100, 20]);
  });
});

describe('an account that fails again and again', () => {
  test('an account is UNAVAILABLE after eight failures, asked once a day and never paid, and ACTIVE again when it is found', async () => {
    const { owner, factory, handles } = await scans.watched(50, [1], { intervalHours: 4 });
    await scans.publish(handles[0] ?? '', 1, { fails: 'declined' });
    for (let failures = 1; failures <= 8; failures += 1) {
      await scans.everyMinute();
      expect(await accountOf(factory)).toMatchObject({ failures, status: failures < 8 ? 'PENDING' : 'UNAVAILABLE' });
      const { dueAt } = await accountOf(factory);
      await own.control.moveOn(dueAt.getTime() - (await own.control.now()).getTime() + 1_000);
    }
    await scans.everyMinute();
    const { dueAt } = await accountOf(factory);
    expect(dueAt.getTime() - (await own.control.now()).getTime()).toBeGreaterThan(20 * 60 * minuteMs);
    const again = await signedInAgain(own.stack.baseUrl, owner);
    const [shown] = (await again.api.get(`/factories/${factory.id}/accounts`)).body.data;
    expect(shown).toMatchObject({ status: 'UNAVAILABLE', reasons: ['UNAVAILABLE'], nextScanAt: dueAt.toISOString() });
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 50, reserved: 0 });
    await scans.publish(handles[0] ?? '', 1);
    await own.control.moveOn(24 * 60 * minuteMs);
    await scans.scanned();
    expect(await accountOf(factory)).toMatchObject({ failures: 0, status: 'ACTIVE' });
    expect(await scans.debitsOf(owner)).toEqual([1]);
  });
});

describe('metrics that were read under a grant', () => {
  test('metrics under a grant are hidden at once when the connection ends, with the titles, and deleted at night', async () => {
    const owner = await factories().anOwner();
    dataOf(await owner.api.patch('/me', { roles: ['ADVERTISER', 'CREATOR'] }));
    await creditsOf(own.market).addCredits(owner.userId, 50);
    const handle = `granted${Date.now() % 1e6}`;
    await connect(owner, handle, { platform: 'TIKTOK' });
    const factory = await factories().aFactory(owner);
    dataOf(await factories().add(owner, factory, { platform: 'TIKTOK', handle }), 201);
    await scans.scanned();
    const read = async (path: string) => (await owner.keyed.get(`/factories/${factory.id}/${path}`)).body.data;
    const before = await read('summary');
    expect(before.views).toBeGreaterThan(0);
    expect(before.history).toHaveLength(1);
    // As after the first part of the first scan.
    await own.market.pool.query('update factory_accounts set last_scanned_at = null where factory_id = $1', [
      factory.id,
    ]);
    const [{ id }] = (await owner.api.get('/social-accounts')).body.data;
    dataOf(await owner.api.delete(`/social-accounts/${id}/connection`));
    expect(await read('summary')).toMatchObject({ publications: before.publications, views: null, history: [] });
    const [post] = await read('posts');
    expect(post).toMatchObject({ title: null, hashtags: [], flags: [], history: [] });
    expect(post.metrics).toMatchObject({ views: null, likes: null, er: null, updatedAt: null });
    expect(post.reasons).toMatchObject({ views: 'NOT_GRANTED', likes: 'NOT_GRANTED' });
    const [account] = await read('accounts');
    expect(account).toMatchObject({ title: null, reasons: ['NOT_GRANTED'], metrics: { views: null } });
    const [listed] = (await owner.keyed.get('/factories')).body.data;
    expect(listed).toMatchObject({ views: null });
    await own.control.run('sweep-metrics');
    const { rows } = await own.market.pool.query(
      `select (select count(*) from factory_post_days d where d.account_id = a.id) + (select count(*) from factory_account_days d where d.account_id = a.id)
         + (select count(*) from factory_measurements m where m.account_id = a.id)
         + (select count(*) from factory_posts p where p.account_id = a.id and num_nonnulls(p.views, p.likes, p.title, p.complete_views) > 0) as left
       from factory_accounts a where a.factory_id = $1`,
      [factory.id],
    );
    expect(rows).toEqual([{ left: '0' }]);
  });
});

test('an announced video that a factory has listed before is removed by its scan for free, and found when it is shown', async () => {
  const { owner, factory, handles } = await scans.watched(100, [2], { intervalHours: 24 });
  await scans.scanned();
  const publish = async (state: 'PUBLIC' | 'UPCOMING') => {
    const now = (await own.control.now()).getTime();
    const posts = ([state, 'PUBLIC'] as const).map((each, n) => {
      const publishedAt = new Date(now - (n + 1) * 60 * minuteMs).toISOString();
      return { ...aVideo(`${(handles[0] ?? '').slice(-6)}0000${n}`), publishedAt, state: each };
    });
    await simulatorOf(own.stack.socialUrl).change(handles[0] ?? '', { posts });
  };
  await publish('UPCOMING');
  await own.control.moveOn(24 * 60 * minuteMs + 1_000);
  await scans.scanned();
  const shown = async () => {
    const again = await signedInAgain(own.stack.baseUrl, owner);
    const { publications, totals } = dataOf(await again.api.get(`/factories/${factory.id}/summary`));
    const [{ posts }] = dataOf(await again.api.get('/factories'));
    return { publications, posts, of: totals.erCoverage.totalPosts };
  };
  expect(await scans.debitsOf(owner)).toEqual([2, 1]);
  expect(await shown()).toEqual({ publications: 1, posts: 1, of: 1 });
  await publish('PUBLIC');
  await own.control.moveOn(24 * 60 * minuteMs + 1_000);
  await scans.scanned();
  expect(await scans.debitsOf(owner)).toEqual([2, 1, 2]);
  expect(await shown()).toEqual({ publications: 2, posts: 2, of: 2 });
});

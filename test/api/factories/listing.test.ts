import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { creditsOf } from '../../support/credits.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import type { Market } from '../../support/market/market.ts';
import { type Person, signedInAgain } from '../../support/market/people.ts';
import { aVideo } from '../../support/market/posts.ts';
import { simulatorOf } from '../../support/simulator.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
// Another stack, because the triggers of other tests would list the accounts, too.
ownMarket((own) => {
  ({ stack, market, control } = own);
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const simulator = () => simulatorOf(stack.socialUrl);
/** Without pictures: the simulator takes long to draw them. */
const publish = (handle: string, changes: object) => simulator().change(handle, { fails: 'no-image', ...changes });
const factories = () => factoriesOf(stack.baseUrl);
const aHandle = () => `watched-${randomBytes(4).toString('hex')}`;
const everyMinute = () => control.run('take-due-factory-work');

/** Posts of the account, the newest first: one every so many hours before this time. */
const films = (handle: string, count: number, { now, everyHours = 1, from = 0 }: Films) =>
  Array.from({ length: count }, (_, n) => {
    const id = `${handle.slice(-6)}${String(from + n).padStart(5, '0')}`;
    const publishedAt = new Date(now.getTime() - (n + 1) * everyHours * hourMs).toISOString();
    return { ...aVideo(id), publishedAt, ...film };
  });
const film = { media: 'VIDEO', durationSeconds: 60, state: 'PUBLIC' } as const;
interface Films {
  readonly now: Date;
  readonly everyHours?: number;
  readonly from?: number;
}

async function watched(handle: string, settings: object = {}): Promise<{ owner: Person; factory: { id: number } }> {
  const owner = await factories().anOwner();
  // Otherwise the first scan pauses the factory.
  await creditsOf(market).addCredits(owner.userId, 1_000);
  const factory = await factories().aFactory(owner, settings);
  dataOf(await factories().add(owner, factory, { handle }), 201);
  return { owner, factory };
}

async function accountOf({ id }: { readonly id: number }) {
  const { rows } = await market.pool.query(
    `select handle, external_id as "externalId", title, status, posts, due_at as "dueAt", listed_at as "listedAt", failures,
       (select count(*)::int from factory_posts p where p.account_id = a.id) as stored from factory_accounts a where factory_id = $1 order by id`,
    [id],
  );
  return rows;
}

const publishedOf = async ({ id }: { readonly id: number }): Promise<number[]> => {
  const { rows } = await market.pool.query('select published_at from factory_posts where factory_id = $1', [id]);
  return rows.map(({ published_at }) => published_at.getTime());
};

describe('the list of posts of a watched account', () => {
  test('an account is found within a minute, with its posts of the tracking period', async () => {
    const [handle, now] = [aHandle(), new Date((await control.now()).getTime() + hourMs)];
    await publish(handle, { title: 'Drinks, daily', posts: films(handle, 20, { now, everyHours: 12 }) });
    const { owner, factory } = await watched(handle, { trackingDays: 5 });
    await everyMinute();
    const [account] = await accountOf(factory);
    expect(account).toMatchObject({
      ...{ handle, title: 'Drinks, daily', externalId: simulator().externalIdOf(handle), status: 'ACTIVE' },
      ...{ posts: 10, stored: 10, failures: 0 },
    });
    expect((await owner.keyed.get('/factories')).body.data[0]).toMatchObject({ accounts: 1, posts: 10, views: null });
  });

  test('all pages are listed, each by a request of its own, until the limit of the account', async () => {
    const [handle, now] = [aHandle(), await control.now()];
    await publish(handle, {
      posts: films(handle, 60, { now, everyHours: 0.5 }),
      morePosts: films(handle, 60, { now: new Date(now.getTime() - 40 * hourMs), everyHours: 0.5, from: 60 }),
    });
    const { factory } = await watched(handle);
    for (let page = 0; page < 3; page += 1) await everyMinute();
    expect((await accountOf(factory))[0]).toMatchObject({ posts: 120, stored: 120 });
    // 375 more that are tracked, and 20 that are too old.
    await market.pool.query(
      `with added as (
         insert into factory_posts (factory_id, account_id, platform, content_id, published_at, found_at)
         select factory_id, id, platform, 'more' || n, now() - case when n <= 20 then 40 else 1 end * interval '1 day', now()
         from factory_accounts, generate_series(1, 395) n where factory_id = $1)
       update factory_accounts set posts = 515, due_at = now(), turn = 'LISTING' where factory_id = $1`,
      [factory.id],
    );
    await publish(handle, { posts: films(handle, 20, { now, from: 200 }) });
    await everyMinute();
    expect((await accountOf(factory))[0]).toMatchObject({ posts: 520, stored: 520 });
  });

  test('a later listing finds new posts, and asks for the first page alone', async () => {
    const [handle, now] = [aHandle(), await control.now()];
    const old = films(handle, 60, { now: new Date(now.getTime() - 8 * dayMs), everyHours: 4 });
    await publish(handle, { posts: old });
    const { factory } = await watched(handle);
    for (let turn = 0; turn < 3; turn += 1) await everyMinute();
    expect((await accountOf(factory))[0].posts).toBe(60);
    const before = await simulator().callsFor(handle);
    await control.moveOn(dayMs + 1_000);
    await publish(handle, { posts: [...films(handle, 2, { now: await control.now(), from: 100 }), ...old] });
    await everyMinute();
    expect((await accountOf(factory))[0].posts).toBe(62);
    const after = await simulator().callsFor(handle);
    expect((after.playlistItems ?? 0) - (before.playlistItems ?? 0)).toBe(1);
  });

  test('a longer tracking period finds older posts', async () => {
    const [handle, now] = [aHandle(), new Date((await control.now()).getTime() + hourMs)];
    await publish(handle, { posts: films(handle, 10, { now, everyHours: 24 }) });
    const watching = await watched(handle, { trackingDays: 3 });
    const { factory } = watching;
    await everyMinute();
    expect(await publishedOf(factory)).toHaveLength(3);
    const owner = await signedInAgain(stack.baseUrl, watching.owner);
    dataOf(await factories().change(owner, { id: factory.id, version: 1 }, { trackingDays: 8 }));
    await market.pool.query(`update factory_accounts set due_at = now(), turn = 'LISTING' where factory_id = $1`, [
      factory.id,
    ]);
    await everyMinute();
    expect(await publishedOf(factory)).toHaveLength(8);
  });
});

describe('an account that cannot be listed', () => {
  test('an account that the platform does not know is unavailable, and is asked for again after a day', async () => {
    const handle = `nobody-${randomBytes(4).toString('hex')}`;
    const { factory } = await watched(handle);
    await everyMinute();
    const [account] = await accountOf(factory);
    expect(account).toMatchObject({ status: 'UNAVAILABLE', externalId: null, posts: 0 });
    const hours = (account.dueAt.getTime() - (await control.now()).getTime()) / hourMs;
    expect(hours).toBeGreaterThan(23.9);
  });

  test('an account that the platform has shown before is unavailable only after it was absent again and again', async () => {
    const handle = aHandle();
    await publish(handle, { posts: films(handle, 1, { now: await control.now() }) });
    const { factory } = await watched(handle);
    await everyMinute();
    await simulator().change(handle, { isGone: true });
    const absent = async () => {
      await market.pool.query(`update factory_accounts set due_at = now(), turn = 'LISTING' where factory_id = $1`, [
        factory.id,
      ]);
      await everyMinute();
      return (await accountOf(factory))[0];
    };
    expect(await absent()).toMatchObject({ status: 'ACTIVE', failures: 0 });
    for (let n = 1; n < 8; n++) expect(await absent()).toMatchObject({ status: 'ACTIVE', failures: n });
    expect(await absent()).toMatchObject({ status: 'UNAVAILABLE', failures: 8 });
    await publish(handle, { posts: films(handle, 1, { now: await control.now() }) });
    expect(await absent()).toMatchObject({ status: 'ACTIVE', failures: 0 });
    await market.pool.query('delete from platform_windows');
  });

  test('a failure of the platform changes nothing, and the account is asked for again soon', async () => {
    const handle = aHandle();
    await publish(handle, { fails: '500' });
    const { factory } = await watched(handle);
    await everyMinute();
    const [account] = await accountOf(factory);
    expect(account).toMatchObject({ status: 'PENDING', posts: 0, failures: 0 });
    expect((account.dueAt.getTime() - (await control.now()).getTime()) / 60_000).toBeLessThanOrEqual(5);
    await publish(handle, {});
    await control.moveOn(6 * 60_000);
    await everyMinute();
    expect((await accountOf(factory))[0]).toMatchObject({ status: 'ACTIVE', failures: 0 });
  });

  test('a listing begins again with the first page when an older page fails again and again', async () => {
    const [handle, now] = [aHandle(), await control.now()];
    await publish(handle, { posts: films(handle, 60, { now }) });
    const { factory } = await watched(handle);
    await everyMinute();
    await market.pool.query(`update factory_accounts set next_page = 'gone', failures = 4 where factory_id = $1`, [
      factory.id,
    ]);
    await publish(handle, { fails: 'declined' });
    await everyMinute();
    await publish(handle, { posts: films(handle, 60, { now }) });
    await control.moveOn(5 * hourMs);
    for (let page = 0; page < 2; page += 1) await everyMinute();
    expect((await accountOf(factory))[0]).toMatchObject({ posts: 60, stored: 60 });
  });

  test('an account that was added by its handle and by its id is one account after its first listing', async () => {
    const handle = aHandle();
    const { owner, factory } = await watched(handle);
    const url = `https://www.youtube.com/channel/${simulator().externalIdOf(handle)}`;
    dataOf(await factories().add(owner, factory, { url }), 201);
    await everyMinute();
    const accounts = await accountOf(factory);
    expect(accounts).toMatchObject([{ status: 'ACTIVE', externalId: simulator().externalIdOf(handle) }]);
    const [{ stored, posts }] = accounts;
    expect([stored > 0, stored]).toEqual([true, posts]);
    refused(await factories().add(owner, factory, { url }), 'INVALID_STATE');
  });
});

test('an account that was added by its /user/ address is found by its username, although another channel has this name as its handle', async () => {
  const [owner, username] = [await factories().anOwner(), `old${randomBytes(4).toString('hex')}`];
  const handle = aHandle();
  await publish(username, { posts: [] });
  await publish(handle, { username, posts: [] });
  const factory = await factories().aFactory(owner);
  dataOf(await factories().add(owner, factory, { url: `https://www.youtube.com/user/${username}` }), 201);
  await everyMinute();
  expect(await accountOf(factory)).toMatchObject([{ externalId: simulator().externalIdOf(handle), status: 'ACTIVE' }]);
});

describe('a factory that is paused or deleted', () => {
  test('a paused factory asks for nothing, also for messages that are queued, and begins again when it is active', async () => {
    const handle = aHandle();
    const { owner, factory } = await watched(handle);
    await control.queues('hold');
    await control.deliver([{ kind: 'take-due-factory-work' }]);
    const paused = dataOf(await factories().change(owner, { id: factory.id, version: 1 }, { status: 'PAUSED' }));
    await control.queues('up');
    await control.untilQueuesAreEmpty();
    expect((await accountOf(factory))[0]).toMatchObject({ status: 'PENDING', dueAt: null });
    expect(await simulator().callsFor(handle)).toEqual({});
    dataOf(await factories().change(owner, paused, { status: 'ACTIVE' }));
    await everyMinute();
    expect((await accountOf(factory))[0]).toMatchObject({ status: 'ACTIVE' });
  });

  test('a deleted factory asks for nothing', async () => {
    const handle = aHandle();
    const { owner, factory } = await watched(handle);
    dataOf(await owner.api.delete(`/factories/${factory.id}`));
    await everyMinute();
    expect(await simulator().callsFor(handle)).toEqual({});
  });
});

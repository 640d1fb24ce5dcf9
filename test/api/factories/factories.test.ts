import { afterAll, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { creditsOf } from '../../support/credits.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import { marketOf } from '../../support/market/market.ts';
import type { Person } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());

const { anOwner, aFactory, change } = factoriesOf(shared.baseUrl);
const credits = creditsOf(market);

/** The owner has had five credits, of which these are left and reserved. */
async function withCredits(owner: Person, { left, reserved = 0 }: { left: number; reserved?: number }) {
  const { userId: ownerId } = owner;
  await credits.addCredits(ownerId, 5);
  const factoryId = await credits.aFactory(ownerId);
  if (left < 5) await credits.debit({ ownerId, factoryId, amount: 5 - left });
  if (reserved > 0) await credits.reserve(ownerId, factoryId, reserved);
  return owner;
}

describe('a new factory', () => {
  test('a new factory is active, scans once a day for thirty days, hides nothing, and has no views', async () => {
    const owner = await anOwner();
    const { id, createdAt, ...factory } = await aFactory(owner);
    expect(factory).toEqual({
      ...{ version: 1, name: 'Drinks', status: 'ACTIVE', pauseReason: null, neededCredits: null, hiddenFields: [] },
      ...{ intervalHours: 24, trackingDays: 30, scansPerPostPerDay: 1 },
      ...{ accounts: 0, posts: 0, limitReached: false, views: null, viewDefinitions: [], lastScannedAt: null },
    });
    expect((await owner.keyed.get('/factories')).body).toEqual({
      data: [{ ...factory, id, createdAt }],
      nextCursor: null,
    });
  });

  test.each([
    [24, 1],
    [12, 2],
    [10, 2.4],
    [8, 3],
    [6, 4],
    [4, 6],
  ])('at an interval of %d hours a post has %d scans a day', async (intervalHours, scans) => {
    expect(await aFactory(await anOwner(), { intervalHours })).toMatchObject({
      intervalHours,
      scansPerPostPerDay: scans,
    });
  });

  test.each([
    ['another interval', { intervalHours: 5 }],
    ['an interval as text', { intervalHours: '24' }],
    ['no day of tracking', { trackingDays: 0 }],
    ['more than a year of tracking', { trackingDays: 366 }],
    ['a blank name', { name: ' ' }],
    ['an unknown field', { status: 'PAUSED' }],
  ])('a factory cannot have %s', async (_, body) => {
    refused(await (await anOwner()).api.post('/factories', { name: 'Drinks', ...body }), 'VALIDATION_FAILED');
  });

  test('a user has at most fifty factories, also after concurrent requests', async () => {
    const owner = await anOwner();
    await market.pool.query(
      `insert into factories (owner_id, name, interval_hours, tracking_days, created_at, updated_at)
       select $1, 'Drinks', 24, 30, now(), now() from generate_series(1, 48)`,
      [owner.userId],
    );
    const made = await Promise.all([1, 2, 3, 4].map(() => owner.api.post('/factories', { name: 'Drinks' })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(made.find(({ status }) => status === 409)?.body).toMatchObject({ status: 'LIMIT_REACHED' });
  });
});

describe('the list of factories', () => {
  test('the list has the newest factories first, each once, and none of another user or deleted', async () => {
    const owner = await anOwner();
    await aFactory(await anOwner());
    const made: number[] = [];
    for (let n = 0; n < 4; n += 1) made.unshift((await aFactory(owner)).id);
    dataOf(await owner.api.delete(`/factories/${made[1]}`));
    const first = (await owner.keyed.get('/factories?limit=2')).body;
    expect(first.data.map(({ id }: { id: number }) => id)).toEqual([made[0], made[2]]);
    const second = (await owner.keyed.get(`/factories?limit=2&cursor=${first.nextCursor}`)).body;
    expect(second).toMatchObject({ data: [{ id: made[3] }], nextCursor: null });
  });

  test('the list refuses the cursor of another user', async () => {
    const foreign = await aFactory(await anOwner());
    refused(await (await anOwner()).api.get(`/factories?cursor=${foreign.id}`), 'INVALID_CURSOR');
  });

  test('the list sums the posts and the last known views of the accounts of a factory', async () => {
    const owner = await anOwner();
    const { id } = await aFactory(owner);
    await market.pool.query(
      `insert into factory_accounts (factory_id, platform, handle, external_id, mode, status, posts, views, last_scanned_at, created_at)
       values ($1, 'YOUTUBE', 'a', 'UCa', 'ACCOUNT', 'ACTIVE', 3, 1000, '2026-11-20T10:00:00Z', now()),
         ($1, 'X', 'b', '7', 'ACCOUNT', 'ACTIVE', 2, null, '2026-11-21T10:00:00Z', now())`,
      [id],
    );
    expect((await owner.keyed.get('/factories')).body.data[0]).toMatchObject({
      ...{ accounts: 2, posts: 5, views: 1000, lastScannedAt: '2026-11-21T10:00:00.000Z' },
    });
  });
});

describe('a change of a factory', () => {
  test('a change replaces only the given fields, and raises the version', async () => {
    const owner = await anOwner();
    const factory = await aFactory(owner);
    const next = dataOf(
      await change(owner, factory, { intervalHours: 6, hiddenFields: ['lastScanned', 'saves', 'views'] }),
    );
    expect(next).toEqual({
      ...factory,
      ...{ version: 2, intervalHours: 6, scansPerPostPerDay: 4, hiddenFields: ['saves', 'views', 'lastScanned'] },
    });
    expect(dataOf(await change(owner, next, { hiddenFields: [] }))).toMatchObject({ version: 3, hiddenFields: [] });
  });

  test('a change with an old version changes nothing', async () => {
    const owner = await anOwner();
    const factory = await aFactory(owner);
    dataOf(await change(owner, factory, { name: 'Juices' }));
    refused(await change(owner, factory, { name: 'Teas' }), 'VERSION_CONFLICT');
    expect((await owner.api.get('/factories')).body.data[0].name).toBe('Juices');
  });

  test.each([
    ['an unknown field to hide', { hiddenFields: ['reach'] }],
    ['a field to hide twice', { hiddenFields: ['er', 'er'] }],
    ['an unknown status', { status: 'DELETED' }],
  ])('a change refuses %s', async (_, changes) => {
    const owner = await anOwner();
    refused(await change(owner, await aFactory(owner), changes), 'VALIDATION_FAILED');
  });

  test('a replay of a change repeats its answer, also after later changes', async () => {
    const owner = await anOwner();
    const factory = await aFactory(owner);
    const key = crypto.randomUUID();
    const renamed = await owner.api.patch(`/factories/${factory.id}`, { expectedVersion: 1, name: 'Juices' }, { key });
    dataOf(await change(owner, dataOf(renamed), { name: 'Teas' }));
    const replay = await owner.api.patch(`/factories/${factory.id}`, { expectedVersion: 1, name: 'Juices' }, { key });
    expect(replay.text).toBe(renamed.text);
  });

  test('one of several concurrent changes with one version succeeds', async () => {
    const owner = await anOwner();
    const factory = await aFactory(owner);
    const both = await Promise.all(['Juices', 'Teas'].map((name) => change(owner, factory, { name })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the pause of a factory', () => {
  test('an owner with credits pauses a factory and starts it again', async () => {
    const owner = await withCredits(await anOwner(), { left: 1 });
    const paused = dataOf(await change(owner, await aFactory(owner), { status: 'PAUSED' }));
    expect(paused).toMatchObject({ status: 'PAUSED', pauseReason: 'MANUAL' });
    expect(dataOf(await change(owner, paused, { status: 'ACTIVE' }))).toMatchObject({
      ...{ status: 'ACTIVE', pauseReason: null },
    });
  });

  test.each([
    ['has never had credits', null],
    ['has spent all credits', { left: 0 }],
    ['has only reserved credits', { left: 5, reserved: 5 }],
  ])('an owner who %s cannot start a paused factory', async (_, had) => {
    const owner = await anOwner();
    if (had !== null) await withCredits(owner, had);
    const paused = dataOf(await change(owner, await aFactory(owner), { status: 'PAUSED' }));
    const refusal = await change(owner, paused, { status: 'ACTIVE', name: 'Teas' });
    refused(refusal, 'INVALID_STATE');
    expect(refusal.body).toMatchObject({ status: 'NO_CREDITS', allowedActions: ['purchase'] });
    expect((await owner.api.get('/factories')).body.data[0]).toEqual(paused);
  });
});

describe('a deleted factory', () => {
  test('a deleted factory does not exist for its owner any more', async () => {
    const owner = await anOwner();
    const factory = await aFactory(owner);
    expect(dataOf(await owner.api.delete(`/factories/${factory.id}`))).toEqual(factory);
    refused(await owner.api.delete(`/factories/${factory.id}`), 'RESOURCE_NOT_FOUND');
    refused(await change(owner, factory, { name: 'Teas' }), 'RESOURCE_NOT_FOUND');
  });

  test('another user can neither change nor delete a factory', async () => {
    const factory = await aFactory(await anOwner());
    const other = await anOwner();
    refused(await change(other, factory, { name: 'Teas' }), 'RESOURCE_NOT_FOUND');
    refused(await other.api.delete(`/factories/${factory.id}`), 'RESOURCE_NOT_FOUND');
  });

  test('one factory has no read of its own: 404 with a key, 405 with a token', async () => {
    const owner = await anOwner();
    const { id } = await aFactory(owner);
    refused(await owner.keyed.get(`/factories/${id}`), 'RESOURCE_NOT_FOUND');
    const answer = await owner.api.get(`/factories/${id}`);
    refused(answer, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')).toBe('DELETE, PATCH');
  });
});

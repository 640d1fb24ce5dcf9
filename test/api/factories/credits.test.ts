import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { creditsOf } from '../../support/credits.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aFactory, addCredits, debit, reserve } = creditsOf(market);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const [id, at, factoryName] = [expect.any(Number), expect.any(String), expect.stringMatching(/./)];

/** A user with 10,000 credits and a factory. */
async function anOwner() {
  const user = await market.anAdvertiser({ roles: [] });
  await addCredits(user.id, 10_000);
  return { ...user, factoryId: await aFactory(user.id) };
}

describe('the credits of a user', () => {
  test('credits are zero before the first entry, with no time of a change', async () => {
    const { api } = await market.anAdvertiser({ roles: ['CREATOR'] });
    expect((await api.get('/factories/credits')).body.data).toEqual({
      ...{ balance: 0, reserved: 0, updatedAt: null, scansPerDay: 0, daysLeft: null },
      usage: { total: 0, last30Days: 0, today: 0 },
      creditPrice: { raw: '1000', currency: 'USDT', decimals: 6 },
      purchase: null,
    });
    const usage = { total: 0, last30Days: 0, today: 0 };
    expect((await api.get('/factories/credits/usage')).body).toEqual({ data: usage });
    expect((await api.get('/factories/credits/history')).body).toEqual({ data: [], nextCursor: null });
  });

  test('credits include the reserved ones, and are less what scans have cost', async () => {
    const { id: ownerId, api, factoryId } = await anOwner();
    await debit({ ownerId, factoryId, amount: 48 });
    await reserve(ownerId, factoryId, 52);
    expect((await api.get('/factories/credits')).body.data).toMatchObject({
      balance: 9_952,
      reserved: 52,
      updatedAt: at,
    });
  });

  test('credits have a history, newest first, of the user alone', async () => {
    const [{ id: ownerId, api, factoryId }] = [await anOwner(), await anOwner()];
    await debit({ ownerId, factoryId, amount: 48 });
    const { body } = await api.get('/factories/credits/history');
    expect(body).toEqual({
      data: [
        { id, kind: 'DEBIT', reason: 'SCAN', amount: 48, balanceAfter: 9_952, factoryId, factoryName, at },
        {
          id,
          kind: 'CREDIT',
          reason: 'GRANT',
          amount: 10_000,
          balanceAfter: 10_000,
          factoryId: null,
          factoryName: null,
          at,
        },
      ],
      nextCursor: null,
    });
  });

  test('the history keeps the debits of a deleted factory', async () => {
    const { id: ownerId, api, factoryId } = await anOwner();
    await debit({ ownerId, factoryId, amount: 7 });
    await market.pool.query('update factories set deleted_at = now() where id = $1', [factoryId]);
    const [entry] = (await api.get('/factories/credits/history')).body.data;
    expect(entry).toMatchObject({ factoryId, factoryName: null });
    expect((await api.get('/factories/credits/usage')).body.data).toMatchObject({ total: 7, last30Days: 7 });
  });
});

describe('the credits of a factory', () => {
  test('credits last for as many full days as the balance covers its planned scans', async () => {
    const { id: ownerId, api, factoryId } = await anOwner();
    await debit({ ownerId, factoryId, amount: 9_900 });
    await market.pool.query('update factories set interval_hours = 10 where id = $1', [factoryId]);
    // Three posts are tracked; one is older than thirty days, and one is gone.
    await market.pool.query(
      `with account as (
         insert into factory_accounts (factory_id, platform, handle, mode, status, created_at)
         values ($1, 'YOUTUBE', 'drinks', 'ACCOUNT', 'ACTIVE', now()) returning id)
       insert into factory_posts (factory_id, account_id, platform, content_id, published_at, found_at, gone_scans)
       select $1, id, 'YOUTUBE', 'v' || n, now() - case when n = 4 then 31 else 1 end * interval '1 day', now(), case when n = 5 then 3 else 0 end
       from account, generate_series(1, 5) n`,
      [factoryId],
    );
    expect((await api.get(`/factories/${factoryId}/credits`)).body.data).toMatchObject({
      ...{ balance: 100, reserved: 0, updatedAt: at, spent: 9_900, scansPerDay: 7.2, daysLeft: 13 },
    });
  });

  test('credits have no last day while the factory tracks no post', async () => {
    const { api, factoryId } = await anOwner();
    const { data } = (await api.get(`/factories/${factoryId}/credits`)).body;
    expect(data).toMatchObject({ balance: 10_000, spent: 0, scansPerDay: 0, daysLeft: null });
  });

  test('the credits of a factory are not shown to another user', async () => {
    const { factoryId } = await anOwner();
    refused(await (await anOwner()).api.get(`/factories/${factoryId}/credits`), 'RESOURCE_NOT_FOUND');
  });
});

const dayMs = 86_400_000;
/** Days from today, and the credits that were debited then. */
const debits = [-31, -30, -29, -28, -1, 0, 1].map((day, n) => ({ day, amount: 10 ** n }));

/** The usage at a time of `debits`, whose days are counted from `since`. */
function usageAt(now: Date, since: Date) {
  const elapsed = Math.floor(now.getTime() / dayMs) - Math.floor(since.getTime() / dayMs);
  const sum = (from: number) =>
    debits
      .filter(({ day }) => day >= elapsed + from && day <= elapsed)
      .reduce((total, { amount }) => total + amount, 0);
  return { total: debits.reduce((total, { amount }) => total + amount, 0), last30Days: sum(-29), today: sum(0) };
}

test('the usage counts today and the 29 UTC days before, by user and by factory', async () => {
  const { id: ownerId, api, factoryId } = await anOwner();
  await addCredits(ownerId, 10_000_000);
  const since = new Date();
  for (const { day, amount } of debits)
    await debit({ ownerId, factoryId, amount, at: new Date(since.getTime() + day * dayMs) });
  for (const path of ['/factories/credits/usage', `/factories/${factoryId}/credit-usage`]) {
    const before = usageAt(new Date(), since);
    const { data } = (await api.get(path)).body;
    // The day may have ended meanwhile.
    expect([before, usageAt(new Date(), since)], path).toContainEqual(data);
  }
});

test('a factory has only its own debits', async () => {
  const { id: ownerId, api, factoryId } = await anOwner();
  const other = await aFactory(ownerId);
  await debit({ ownerId, factoryId, amount: 5 });
  await debit({ ownerId, factoryId: other, amount: 11 });
  expect((await api.get(`/factories/${factoryId}/credit-usage`)).body.data).toMatchObject({ total: 5, last30Days: 5 });
  expect((await api.get(`/factories/${other}/credit-history`)).body).toEqual({
    data: [{ id, kind: 'DEBIT', reason: 'SCAN', amount: 11, balanceAfter: 9_984, factoryId: other, factoryName, at }],
    nextCursor: null,
  });
});

test.each(['credit-usage', 'credit-history'])(
  '%s of a foreign, deleted or unknown factory is refused',
  async (name) => {
    const [owner, other] = [await anOwner(), await anOwner()];
    const deleted = await aFactory(owner.id, { isDeleted: true });
    for (const factoryId of [other.factoryId, deleted, 9_007_199_254_740_991, 'x'])
      refused(await owner.api.get(`/factories/${factoryId}/${name}`), 'RESOURCE_NOT_FOUND', `${factoryId}`);
  },
);

describe('a history', () => {
  test('a history is paged, each entry once, while newer ones arrive', async () => {
    const { id: ownerId, api, factoryId } = await anOwner();
    for (const amount of [1, 2, 3]) await debit({ ownerId, factoryId, amount });
    for (const [path, expected] of [
      ['/factories/credits/history', [3, 2, 1, 10_000]],
      [`/factories/${factoryId}/credit-history`, [4, 3, 2, 1]],
    ] as const) {
      const seen: number[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body } = await api.get(`${path}?limit=2${cursor && `&cursor=${cursor}`}`);
        seen.push(...body.data.map(({ amount }: { amount: number }) => amount));
        cursor = body.nextCursor;
        if (seen.length < 4) await debit({ ownerId, factoryId, amount: 4 });
      }
      expect(seen, path).toEqual(expected);
    }
  });

  test('refuses the cursor of another list', async () => {
    const [owner, other] = [await anOwner(), await anOwner()];
    await debit({ ownerId: owner.id, factoryId: owner.factoryId, amount: 1 });
    const [{ id: theirs }] = (await other.api.get('/factories/credits/history')).body.data;
    const [, { id: grant }] = (await owner.api.get('/factories/credits/history')).body.data;
    const ofFactory = `/factories/${owner.factoryId}/credit-history`;
    for (const [path, cursors] of [
      ['/factories/credits/history', [theirs, 9_007_199_254_740_991, 0, 'x']],
      [ofFactory, [theirs, grant, 'x']],
    ] as const)
      for (const cursor of cursors)
        refused(await owner.api.get(`${path}?cursor=${cursor}`), 'INVALID_CURSOR', `${path} ${cursor}`);
  });
});

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openDb } from '../../../db/client.ts';
import { readSpent, spend, spendFor } from '../../../db/metrics/platform-budgets.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const db = openDb({ DATABASE_URL: shared.databaseUrl, NEON_FETCH_ENDPOINT: shared.neonUrl });
const budget = { platform: 'KICK' as const, day: '2026-01-02', units: 100 };
beforeEach(() => market.pool.query(`delete from platform_budgets where platform = 'KICK'`));
afterAll(() => market.close());

const allowed = (spent: readonly boolean[]) => spent.filter(Boolean).length;

test('fifty at once never spend more than the budget of the day, and all of it', async () => {
  const spent = await Promise.all(Array.from({ length: 50 }, () => spend(db, budget, 3)));
  expect(allowed(spent)).toBe(33);
  expect(await readSpent(db, budget)).toBe(99);
  expect(await spend(db, budget, 2)).toBe(false);
  expect(await spend(db, budget, 1)).toBe(true);
  expect(await readSpent(db, budget)).toBe(100);
});

test('another day has a budget of its own', async () => {
  expect(await spend(db, budget, 100)).toBe(true);
  expect(await spend(db, { ...budget, day: '2026-01-03' }, 1)).toBe(true);
  expect(await spend(db, budget, 1)).toBe(false);
});

test('a call that costs more than a whole day is never made, the first of a day neither', async () => {
  expect(await spend(db, { ...budget, units: 2 }, 3)).toBe(false);
  expect(await readSpent(db, budget)).toBe(0);
});

describe("a user's share", () => {
  test('of fifty at once is never passed, and what is refused costs the others nothing', async () => {
    const userId = Number(await market.aUser(['CREATOR']));
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => spendFor(db, { userId, units: 20 }, budget, 1)),
    );
    expect(outcomes.filter((outcome) => outcome === 'SPENT').length).toBe(20);
    expect(outcomes.filter((outcome) => outcome === 'NO_SHARE_LEFT').length).toBe(30);
    expect(await readSpent(db, budget)).toBe(20);
  });

  test('begins anew with the day', async () => {
    const share = { userId: Number(await market.aUser(['CREATOR'])), units: 2 };
    expect(await spendFor(db, share, budget, 3)).toBe('NO_SHARE_LEFT');
    expect(await spendFor(db, share, budget, 2)).toBe('SPENT');
    expect(await spendFor(db, share, budget, 1)).toBe('NO_SHARE_LEFT');
    expect(await spendFor(db, share, { ...budget, day: '2026-01-03' }, 2)).toBe('SPENT');
    // Clocks that do not agree give nobody more.
    expect(await spendFor(db, share, budget, 1)).toBe('NO_SHARE_LEFT');
  });

  test('is worth nothing where the budget is spent', async () => {
    const userId = Number(await market.aUser(['CREATOR']));
    expect(await spend(db, budget, 100)).toBe(true);
    expect(await spendFor(db, { userId, units: 20 }, budget, 1)).toBe('NO_BUDGET_LEFT');
    expect(await readSpent(db, budget)).toBe(100);
  });
});

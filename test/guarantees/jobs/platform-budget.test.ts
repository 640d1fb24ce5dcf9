import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openDb } from '../../../db/client.ts';
import { readSpent, spend, spendFor } from '../../../db/social-accounts/platform-budgets.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const db = openDb({ DATABASE_URL: shared.databaseUrl, NEON_FETCH_ENDPOINT: shared.neonUrl });
const budget = { platform: 'KICK' as const, day: '2026-01-02', units: 100 };
beforeEach(() => market.pool.query(`delete from platform_budgets where platform = 'KICK'`));
afterAll(() => market.close());

const allowed = (spent: readonly boolean[]) => spent.filter(Boolean).length;

test('fifty concurrent calls spend exactly the budget of the day', async () => {
  const spent = await Promise.all(Array.from({ length: 50 }, () => spend(db, budget, 3)));
  expect(allowed(spent)).toBe(33);
  expect(await readSpent(db, budget)).toBe(99);
  expect(await spend(db, budget, 2)).toBe(false);
  expect(await spend(db, budget, 1)).toBe(true);
  expect(await readSpent(db, budget)).toBe(100);
});

test('another day has its own budget', async () => {
  expect(await spend(db, budget, 100)).toBe(true);
  expect(await spend(db, { ...budget, day: '2026-01-03' }, 1)).toBe(true);
  expect(await spend(db, budget, 1)).toBe(false);
});

test('a call that costs more than the budget of a day is never made, even as the first', async () => {
  expect(await spend(db, { ...budget, units: 2 }, 3)).toBe(false);
  expect(await readSpent(db, budget)).toBe(0);
});

describe('the share of a user', () => {
  test('is never passed by fifty concurrent calls, and refusals cost other users nothing', async () => {
    const userId = Number(await market.aUser(['CREATOR']));
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => spendFor(db, { userId, units: 20 }, budget, 1)),
    );
    expect(outcomes.filter((outcome) => outcome === 'SPENT').length).toBe(20);
    expect(outcomes.filter((outcome) => outcome === 'NO_SHARE_LEFT').length).toBe(30);
    expect(await readSpent(db, budget)).toBe(20);
  });

  test('is renewed each day', async () => {
    const share = { userId: Number(await market.aUser(['CREATOR'])), units: 2 };
    expect(await spendFor(db, share, budget, 3)).toBe('NO_SHARE_LEFT');
    expect(await spendFor(db, share, budget, 2)).toBe('SPENT');
    expect(await spendFor(db, share, budget, 1)).toBe('NO_SHARE_LEFT');
    expect(await spendFor(db, share, { ...budget, day: '2026-01-03' }, 2)).toBe('SPENT');
    // Clocks that differ add no budget.
    expect(await spendFor(db, share, budget, 1)).toBe('NO_SHARE_LEFT');
  });

  test('is unusable once the budget is spent', async () => {
    const userId = Number(await market.aUser(['CREATOR']));
    expect(await spend(db, budget, 100)).toBe(true);
    expect(await spendFor(db, { userId, units: 20 }, budget, 1)).toBe('NO_BUDGET_LEFT');
    expect(await readSpent(db, budget)).toBe(100);
  });
});

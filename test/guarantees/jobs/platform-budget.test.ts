import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openDb } from '../../../db/client.ts';
import { readSpent, type Spending, spend, spendFor } from '../../../db/social-accounts/platform-budgets.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const db = openDb({ DATABASE_URL: shared.databaseUrl, NEON_FETCH_ENDPOINT: shared.neonUrl });
const budget = { platform: 'KICK' as const, day: '2026-01-02', units: 100 };
beforeEach(() =>
  market.pool.query(
    `with windows as (delete from platform_windows where platform = 'KICK') delete from platform_budgets where platform = 'KICK'`,
  ),
);
afterAll(() => market.close());

/** A cost of so many units for a job, or for a user. */
const costOf = (units: number, { day = budget, isOfUsers = false, share = 100 } = {}): Spending => ({
  budget: day,
  share: { isOfUsers, units: share },
  work: null,
  cost: { bucket: 'api', calls: 1, units },
  window: null,
  at: new Date(`${day.day}T12:00:00Z`),
});
const ofUser = (units: number, day = budget) => costOf(units, { day, isOfUsers: true });
const tomorrow = { ...budget, day: '2026-01-03' };
const spent = async () => (await readSpent(db, budget)).all;

const allowed = (spent: readonly boolean[]) => spent.filter(Boolean).length;

test('fifty concurrent calls spend exactly the budget of the day', async () => {
  const calls = await Promise.all(Array.from({ length: 50 }, () => spend(db, costOf(3))));
  expect(allowed(calls)).toBe(33);
  expect(await spent()).toBe(99);
  expect(await spend(db, costOf(2))).toBe(false);
  expect(await spend(db, costOf(1))).toBe(true);
  expect(await spent()).toBe(100);
});

test('another day has its own budget', async () => {
  expect(await spend(db, costOf(100))).toBe(true);
  expect(await spend(db, costOf(1, { day: tomorrow }))).toBe(true);
  expect(await spend(db, costOf(1))).toBe(false);
});

test('a call that costs more than the budget of a day is never made, even as the first', async () => {
  expect(await spend(db, costOf(3, { day: { ...budget, units: 2 }, share: 2 }))).toBe(false);
  expect(await spent()).toBe(0);
});

test.each([
  ['users', true],
  ['jobs', false],
] as const)('fifty concurrent calls of %s leave a tenth of the day to the others', async (_, isOfUsers) => {
  const calls = Array.from({ length: 50 }, () => spend(db, costOf(2, { isOfUsers, share: 90 })));
  expect(allowed(await Promise.all(calls))).toBe(45);
  const others = Array.from({ length: 20 }, () => spend(db, costOf(1, { isOfUsers: !isOfUsers, share: 90 })));
  expect(allowed(await Promise.all(others))).toBe(10);
  const ofOthers = isOfUsers ? 90 : 10;
  expect(await readSpent(db, budget)).toEqual({ all: 100, ofUsers: ofOthers });
});

describe('the share of a user', () => {
  test('is never passed by fifty concurrent calls, and refusals cost other users nothing', async () => {
    const userId = Number(await market.aUser(['CREATOR']));
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => spendFor(db, { userId, units: 20 }, ofUser(1))),
    );
    expect(outcomes.filter((outcome) => outcome === 'SPENT').length).toBe(20);
    expect(outcomes.filter((outcome) => outcome === 'NO_SHARE_LEFT').length).toBe(30);
    expect(await readSpent(db, budget)).toEqual({ all: 20, ofUsers: 20 });
  });

  test('is renewed each day', async () => {
    const share = { userId: Number(await market.aUser(['CREATOR'])), units: 2 };
    expect(await spendFor(db, share, ofUser(3))).toBe('NO_SHARE_LEFT');
    expect(await spendFor(db, share, ofUser(2))).toBe('SPENT');
    expect(await spendFor(db, share, ofUser(1))).toBe('NO_SHARE_LEFT');
    expect(await spendFor(db, share, ofUser(2, tomorrow))).toBe('SPENT');
    // Clocks that differ add no budget.
    expect(await spendFor(db, share, ofUser(1))).toBe('NO_SHARE_LEFT');
  });

  test('is unusable once the budget is spent', async () => {
    const userId = Number(await market.aUser(['CREATOR']));
    expect(await spend(db, costOf(100))).toBe(true);
    expect(await spendFor(db, { userId, units: 20 }, ofUser(1))).toBe('NO_BUDGET_LEFT');
    expect(await spent()).toBe(100);
  });
});

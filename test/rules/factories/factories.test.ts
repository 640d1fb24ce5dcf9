import { describe, expect, test } from 'vitest';
import type { FactoryRecord } from '../../../db/factories/factories.ts';
import { changed } from '../../../functions/factories/factories/rules.ts';

const active: FactoryRecord = {
  ...{ id: 1, version: 3, name: 'Drinks', status: 'ACTIVE', pauseReason: null, intervalHours: 24, trackingDays: 30 },
  ...{ hiddenFields: ['er'], neededCredits: null, createdAt: '2026-11-20T09:00:00.000Z' },
  sums: { accounts: 0, posts: 0, views: null, platforms: [], lastScannedAt: null },
};
const manual: FactoryRecord = { ...active, status: 'PAUSED', pauseReason: 'MANUAL' };
const withoutCredits: FactoryRecord = { ...active, status: 'PAUSED', pauseReason: 'NO_CREDITS', neededCredits: 150 };

describe('the status after a change', () => {
  test.each([
    ['an active factory', active, 'ACTIVE', 0, 2, 'ACTIVE', null],
    ['an active factory', active, 'PAUSED', 0, null, 'PAUSED', 'MANUAL'],
    ['a factory that its owner has paused', manual, 'PAUSED', 9, 2, 'PAUSED', 'MANUAL'],
    ['a factory that its owner has paused', manual, 'ACTIVE', 1, null, 'ACTIVE', null],
    ['a factory that its owner has paused', manual, 'ACTIVE', 150, 150, 'ACTIVE', null],
    ['a factory without credits', withoutCredits, 'PAUSED', 0, 150, 'PAUSED', 'MANUAL'],
    ['a factory without credits', withoutCredits, 'ACTIVE', 150, 150, 'ACTIVE', null],
  ] as const)(
    '%s (%o) that becomes %s with %d credits for a scan of %s is %s',
    (_, factory, status, available, needed, to, reason) => {
      const expected = { ...factory, version: 4, status: to, pauseReason: reason, neededCredits: null };
      expect(changed(factory, { status }, { available, needed })).toEqual(expected);
    },
  );

  test.each([
    [0, null, 'You have no available credits. Buy credits first.'],
    [149, 150, 'The next scan needs 150 credits, and you have 149 available. Buy at least 1 credits first.'],
    [0, 1, 'The next scan needs 1 credits, and you have 0 available. Buy at least 1 credits first.'],
  ])('a paused factory with %d credits does not start when its next scan needs %s', (available, needed, message) => {
    for (const factory of [manual, withoutCredits])
      expect(() => changed(factory, { status: 'ACTIVE' }, { available, needed })).toThrow(message);
  });

  test('a change without a status keeps the pause and its reason', () => {
    expect(changed(withoutCredits, { name: 'Teas' }, { available: 0, needed: null })).toEqual({
      ...withoutCredits,
      version: 4,
      name: 'Teas',
    });
  });
});

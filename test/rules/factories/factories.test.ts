import { describe, expect, test } from 'vitest';
import type { FactoryRecord } from '../../../db/factories/factories.ts';
import { changed } from '../../../functions/factories/factories/rules.ts';
import { Refusal } from '../../../schema/shared/errors.ts';

const active: FactoryRecord = {
  ...{ id: 1, version: 3, name: 'Drinks', status: 'ACTIVE', pauseReason: null, intervalHours: 24, trackingDays: 30 },
  ...{ hiddenFields: ['er'], createdAt: '2026-11-20T09:00:00.000Z' },
  sums: { accounts: 0, posts: 0, views: null, lastScannedAt: null },
};
const manual: FactoryRecord = { ...active, status: 'PAUSED', pauseReason: 'MANUAL' };
const withoutCredits: FactoryRecord = { ...active, status: 'PAUSED', pauseReason: 'NO_CREDITS' };

describe('the status after a change', () => {
  test.each([
    ['an active factory', active, 'ACTIVE', 0, 'ACTIVE', null],
    ['an active factory', active, 'PAUSED', 0, 'PAUSED', 'MANUAL'],
    ['a factory that its owner has paused', manual, 'PAUSED', 9, 'PAUSED', 'MANUAL'],
    ['a factory that its owner has paused', manual, 'ACTIVE', 1, 'ACTIVE', null],
    ['a factory without credits', withoutCredits, 'PAUSED', 0, 'PAUSED', 'MANUAL'],
    ['a factory without credits', withoutCredits, 'ACTIVE', 1, 'ACTIVE', null],
  ] as const)('%s (%o) that becomes %s with %d credits is %s', (_, factory, status, credits, to, reason) => {
    expect(changed(factory, { status }, credits)).toEqual({ ...factory, version: 4, status: to, pauseReason: reason });
  });

  test.each([manual, withoutCredits])('a paused factory cannot start without credits (%o)', (factory) => {
    expect(() => changed(factory, { status: 'ACTIVE' }, 0)).toThrow(Refusal);
  });

  test('a change without a status keeps the pause and its reason', () => {
    expect(changed(withoutCredits, { name: 'Teas' }, 0)).toEqual({ ...withoutCredits, version: 4, name: 'Teas' });
  });
});

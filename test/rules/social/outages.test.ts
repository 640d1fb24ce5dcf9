import { describe, expect, test } from 'vitest';
import type { Outage } from '../../../db/social-accounts/outages.ts';
import { blameOf } from '../../../functions/social-accounts/outage-rules.ts';
import { minuteMs, type SimulatedRow, scannedDuring } from '../../support/social/outage-model.ts';

const now = new Date('2026-05-01T12:00:00Z');
const own = { of: 'OWN', isCounted: false };
const ownAgain = { of: 'OWN', isCounted: true };
const retried = (minutes: number) => ({ of: 'SHARED', pauseMs: null, retryMs: minutes * minuteMs });
const alarmed = (minutes: number) => ({ of: 'SHARED', pauseMs: 0, retryMs: minutes * minuteMs });
const paused = (minutes: number) => ({
  of: 'SHARED',
  pauseMs: minutes * minuteMs,
  retryMs: (minutes + 5) * minuteMs,
});
const healthy = { key: 'owner 1 accounts 1', areFailing: false };
const failing = { key: 'owner 1 accounts 1', areFailing: true };
const same = [healthy.key];
const ofOwner = ['owner 1 accounts 9', 'owner 1 accounts 8'];
const other = ['owner 2 accounts 2'];
const several = ['owner 2 accounts 2', 'owner 3 accounts 3'];

/** What is known before: the failures in a row since an answer, the rows that failed, and the minutes since the last one. */
const known = (failures: number, failing: readonly string[], minutes = 5): Outage => ({
  failures,
  failing,
  failedAt: new Date(now.getTime() - minutes * minuteMs).toISOString(),
});

describe('a failure', () => {
  test.each([
    ['the first one', 'SILENT', null, healthy, retried(5)],
    ['another one of the same account alone', 'SILENT', known(1, same), healthy, alarmed(5)],
    ['the sixth one of the same account alone', 'SILENT', known(5, same), healthy, alarmed(15)],
    ['the second one, of another account', 'SILENT', known(1, other), healthy, paused(1)],
    ['the fifth one, of several accounts', 'SILENT', known(4, several), healthy, paused(8)],
    ['the hundredth one', 'SILENT', known(99, several, 15), healthy, paused(15)],
    ['one after a long silence', 'SILENT', known(3, several, 5_000), healthy, paused(4)],
    ['one of a platform that has answered others', 'SILENT', known(0, []), healthy, ownAgain],
    ['one, an hour after the last one', 'SILENT', known(0, [], 60), healthy, retried(5)],
    ['one of an account that was failing before', 'SILENT', null, failing, own],
    ['one of an account that fails alone', 'SILENT', known(5, same), failing, own],
    ['one of a failing account beside a first failure of another', 'SILENT', known(1, other), failing, own],
    ['one of a failing account while another fails again', 'SILENT', known(2, other), failing, paused(2)],
    ['one of a failing account during an outage', 'SILENT', known(9, several), failing, paused(15)],
    ['a refused application', 'REFUSED', null, healthy, paused(5)],
    ['a refused application, for a failing account', 'REFUSED', known(5, several), failing, paused(15)],
    ['an absent account, the first time', 'ABSENT', null, healthy, retried(5)],
    ['an account that is absent again alone', 'ABSENT', known(1, same), healthy, own],
    ['an absent account after others of its owner alone', 'ABSENT', known(2, ofOwner), healthy, own],
    ['a silent account after others of its owner alone', 'SILENT', known(2, ofOwner), healthy, paused(2)],
    ['an absent account beside a failure of another', 'ABSENT', known(1, other), healthy, paused(1)],
    ['an absent account of a platform that has answered others', 'ABSENT', known(0, []), healthy, ownAgain],
    ['an absent account during an outage', 'ABSENT', known(9, several), failing, paused(15)],
    ['a refused request', 'DECLINED', known(5, several), healthy, own],
    ['an ended grant', 'NOT_GRANTED', known(5, several), healthy, own],
    ['a refused token, the first time', 'GRANT_REFUSED', null, healthy, retried(5)],
    ['a token that is refused again alone', 'GRANT_REFUSED', known(1, same), healthy, own],
    ['a refused token of a platform that has answered others', 'GRANT_REFUSED', known(0, []), healthy, ownAgain],
    ['a refused token beside a refused one of another account', 'GRANT_REFUSED', known(1, other), healthy, paused(1)],
  ] as const)('%s (%s, %j, %j) is %j', (_, kind, outage, rows, blame) => {
    expect(blameOf(kind, outage, rows, now)).toEqual(blame);
  });
});

const hours = 60;
const never: SimulatedRow = { fails: () => false };
const always: SimulatedRow = { fails: () => true };
const between = (from: number, until: number): SimulatedRow => ({ fails: (at) => at >= from && at < until });
const interval = 4 * hours;
const days = (count: number) => count * 24 * hours;
/** The longest time between two scans, in minutes. */
const longest = (times: readonly number[]) => Math.max(...times.slice(1).map((time, n) => time - (times[n] ?? 0)));

describe('accounts that are scanned every four hours', () => {
  test('are scanned within a minute of their time beside an account that always fails, and it alone backs off', () => {
    for (const kind of ['SILENT', 'DECLINED'] as const) {
      const { rows } = scannedDuring([always, never, never], { intervalMinutes: interval, minutes: days(3), kind });
      const [failed, ...others] = rows;
      for (const { scans, failures } of others) {
        expect(longest(scans)).toBeLessThanOrEqual(interval + 1);
        expect(failures).toBe(0);
      }
      expect(failed?.failures).toBeGreaterThan(8);
      expect(failed?.asked.length).toBeLessThan(60);
    }
  });

  test('wait for at most two pauses beside two accounts that always fail, until these have backed off', () => {
    const { rows } = scannedDuring([always, always, never], { intervalMinutes: interval, minutes: days(3) });
    const [one, other, good] = rows;
    expect(longest(good?.scans ?? [])).toBeLessThanOrEqual(interval + 31);
    expect(longest(good?.scans.slice(3) ?? [])).toBeLessThanOrEqual(interval + 1);
    expect([one?.failures, other?.failures, good?.failures]).toEqual([
      expect.toSatisfy(isMany),
      expect.toSatisfy(isMany),
      0,
    ]);
  });

  test.each([
    [1, 1],
    [2, 16],
    [3, 16],
    [10, 61],
  ])(
    'beside %i accounts that begin to fail for good are late by at most %i minutes, and lose nothing',
    (count, late) => {
      const failing: SimulatedRow = { fails: (at) => at >= days(1) };
      const others: SimulatedRow[] = Array.from({ length: 10 }, (_, n) => ({ ...never, firstAt: 37 + n }));
      const { rows } = scannedDuring([...Array.from({ length: count }, () => failing), ...others], {
        ...{ intervalMinutes: interval, minutes: days(6) },
      });
      for (const { scans, worst } of rows.slice(count)) {
        expect(longest(scans)).toBeLessThanOrEqual(interval + late);
        expect(worst).toBe(0);
      }
      for (const { failures } of rows.slice(0, count)) expect(failures).toBeGreaterThan(8);
    },
  );

  test.each([
    ['ABSENT', 10, 'another'],
    ['ABSENT', 500, 'another'],
    ['ABSENT', 500, 'the same'],
    ['SILENT', 10, 'another'],
    ['SILENT', 500, 'another'],
  ] as const)(
    'lose nothing by failures of kind %s of %i accounts of %s owner, for good, and are late by at most two pauses',
    (kind, count, whose) => {
      const failing: SimulatedRow = { fails: (at) => at >= days(1), owner: 'a' };
      const others: SimulatedRow[] = Array.from({ length: 40 }, (_, n) => ({
        ...{ ...never, firstAt: 37 + ((n * 7) % interval) },
        ...(whose === 'another' ? {} : { owner: 'a' }),
      }));
      const { rows } = scannedDuring([...Array.from({ length: count }, () => failing), ...others], {
        ...{ intervalMinutes: interval, minutes: days(6), kind },
      });
      for (const { scans, worst } of rows.slice(count)) {
        expect(longest(scans)).toBeLessThanOrEqual(interval + 31);
        expect(worst).toBe(0);
      }
      if (kind === 'ABSENT') for (const { failures } of rows.slice(0, count)) expect(failures).toBeGreaterThan(8);
    },
  );

  test.each([1, 2, 3, 50])(
    'lose nothing by an outage of three days that all %i share, and are scanned soon after it',
    (count) => {
      const outage = between(10 * hours, days(3));
      const { rows, pausedMinutes, alarms } = scannedDuring(
        Array.from({ length: count }, () => outage),
        { intervalMinutes: interval, minutes: days(4) },
      );
      for (const { scans, asked, failures, worst } of rows) {
        expect([failures, worst]).toEqual([0, 0]);
        const next = scans.find((time) => time >= days(3)) ?? Number.POSITIVE_INFINITY;
        expect(next - days(3)).toBeLessThanOrEqual(21);
        expect(longest(scans.filter((time) => time >= days(3)))).toBeLessThanOrEqual(interval + 1);
        expect(asked.length).toBeLessThan(days(3) / 14);
      }
      expect(alarms).toBeGreaterThan(days(2));
      if (count > 1) expect(pausedMinutes).toBeGreaterThan(days(2) / 2);
    },
  );

  test('leave the back-off of an account that failed before as it is, during an outage', () => {
    const outage = between(days(1), days(2));
    const { rows } = scannedDuring([always, outage, outage, outage], {
      intervalMinutes: interval,
      minutes: days(2) - 1,
    });
    const [failed, ...others] = rows;
    const before = scannedDuring([always, never, never, never], { intervalMinutes: interval, minutes: days(1) })
      .rows[0];
    expect((failed?.failures ?? 0) - (before?.failures ?? 0)).toBeLessThanOrEqual(1);
    expect(others.map(({ worst }) => worst)).toEqual([0, 0, 0]);
  });

  test('lose at most one failure by an outage that begins soon after a short one', () => {
    const blips: SimulatedRow = { fails: (at) => at === 8 * hours || (at > 8 * hours + 20 && at < days(1)) };
    const { rows } = scannedDuring([blips, blips, blips], { intervalMinutes: 30, minutes: days(2) });
    expect(rows.reduce((sum, { worst }) => sum + worst, 0)).toBeLessThanOrEqual(1);
    expect(rows.map(({ failures }) => failures)).toEqual([0, 0, 0]);
  });
});

const isMany = (failures: number) => failures > 8;

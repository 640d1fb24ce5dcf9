import { describe, expect, test } from 'vitest';
import { Refusal } from '../../schema/shared/errors.ts';
import { instantInput, openPeriodOf, periodOf, periodQuery } from '../../schema/shared/instants.ts';

describe('an instant in a request', () => {
  test.each([
    ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00.5Z', '2026-11-20T09:30:00.500Z'],
    ['2026-11-20T09:30:00.123456Z', '2026-11-20T09:30:00.123Z'],
    ['2026-11-20T00:30:00+02:00', '2026-11-19T22:30:00.000Z'],
    ['2024-02-29T12:00:00-11:30', '2024-02-29T23:30:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T00:00:00.001Z', '9999-12-31T00:00:00.001Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, instant) => expect(instantInput().parse(text).toISOString()).toBe(instant));

  test.each([
    ...['2026-11-20', '2026-11-20T09:30:00', '2026-11-20 09:30:00Z', '20261120T093000Z', '2026-02-29T00:00:00Z', ''],
    ...['2026-13-01T00:00:00Z', '2026-11-20T24:30:00Z', '2026-11-20T09:30:00+99:00', '+275760-09-13T00:00:00Z'],
    ...['1969-12-31T23:59:59Z', '9999-12-31T23:59:59-00:01', '0000-01-01T00:00:00Z', 'now', 1_800_000_000_000, null],
  ])('%s is refused', (text) => expect(instantInput().safeParse(text).success).toBe(false));
});

describe('a period', () => {
  const now = new Date('2026-11-20T09:30:00.000Z');
  const period = (query: { from?: string; to?: string }) => {
    const { from, until } = periodOf(query, now, { days: 30, maxDays: 366 });
    return [from.toISOString(), until.toISOString()];
  };

  test('is the last days by default', () =>
    expect(period({})).toEqual(['2026-10-21T09:30:00.000Z', '2026-11-20T09:30:00.000Z']));

  test('includes both of its days completely', () =>
    expect(period({ from: '2026-11-01', to: '2026-11-01' })).toEqual([
      '2026-11-01T00:00:00.000Z',
      '2026-11-02T00:00:00.000Z',
    ]));

  test('includes both of its instants', () =>
    expect(period({ from: '2026-11-01T01:00:00+01:00', to: '2026-11-01T00:00:00Z' })).toEqual([
      ...['2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.001Z'],
    ]));

  test('is refused when it runs backwards', () => {
    for (const query of [
      { from: '2026-11-02', to: '2026-11-01' },
      { from: '2026-11-20T09:30:00Z' },
      { from: '2027-01-01' },
    ])
      expect(() => period(query)).toThrow(Refusal);
  });

  test('ends with the year 9999, because later times can neither be stored nor compared', () => {
    const last = '9999-12-31T23:59:59.999Z';
    expect(period({ from: '9999-12-31', to: '9999-12-31' })).toEqual(['9999-12-31T00:00:00.000Z', last]);
    expect(period({ from: last, to: last })).toEqual([last, last]);
    expect(() => period({ from: '9999-12-31', to: '9999-12-30' })).toThrow(Refusal);
  });

  test('can be 366 days long, and no longer', () => {
    expect(period({ from: '2028-01-01', to: '2028-12-31' })).toEqual([
      '2028-01-01T00:00:00.000Z',
      '2029-01-01T00:00:00.000Z',
    ]);
    for (const query of [{ from: '2028-01-01', to: '2029-01-01' }, { from: '2020-01-01' }])
      expect(() => period(query)).toThrow(/366/);
  });

  test.each([
    '1969-12-31',
    '0000-12-31',
    '9999-12-31T23:59:59-00:01',
    '0001-01-01T00:00:00+23:00',
    '2026-02-30',
    '2026-11-01T10:00',
    'x',
  ])('cannot begin or end at %s', (text) => expect(periodQuery().from.safeParse(text).success).toBe(false));

  test.each(['1970-01-01', '9999-12-31', '9999-12-31T23:59:59.999Z', '2026-11-01T10:00:00-03:00'])(
    'can begin or end at %s',
    (text) => expect(periodQuery().from.safeParse(text).success).toBe(true),
  );
});

describe('a period that may be open', () => {
  const at = (instant: string) => new Date(instant);

  test('has no end that is absent, and includes both of its days or instants', () => {
    expect(openPeriodOf({})).toEqual({ from: null, until: null });
    expect(openPeriodOf({ from: '2026-11-01' })).toEqual({ from: at('2026-11-01T00:00:00.000Z'), until: null });
    expect(openPeriodOf({ to: '2026-11-01' })).toEqual({ from: null, until: at('2026-11-02T00:00:00.000Z') });
    const instant = '2026-11-01T10:00:00.000Z';
    expect(openPeriodOf({ from: instant, to: instant })).toEqual({
      from: at(instant),
      until: at('2026-11-01T10:00:00.001Z'),
    });
    expect(openPeriodOf({ to: '9999-12-31' }).until).toEqual(at('9999-12-31T23:59:59.999Z'));
  });

  test('is refused when it runs backwards, and may be longer than a year', () => {
    expect(() => openPeriodOf({ from: '2026-11-02', to: '2026-11-01' })).toThrow(Refusal);
    expect(() => openPeriodOf({ from: '2020-01-01', to: '2026-11-01' })).not.toThrow();
  });
});

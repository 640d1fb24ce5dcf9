import { describe, expect, test } from 'vitest';
import { priceOf, refuseGrant, usageDaysAt } from '../../../functions/factories/credits/rules.ts';
import { codeOf } from '../../support/refusal-code.ts';

describe('the price of credits', () => {
  test.each([
    [100, 1, 100n],
    [100, 1_000, 100_000n],
    [10_000_000, 1_000_000_000, 10_000_000_000_000_000n],
  ])('%i credits at %i cost %s', (credits, CREDIT_PRICE_RAW, price) => {
    expect(priceOf(credits, price, { CREDIT_PRICE_RAW })).toBe(price);
  });

  test('is refused when the caller has confirmed another one', () => {
    for (const confirmed of [0n, 99_999n, 100_001n])
      expect(codeOf(() => priceOf(100, confirmed, { CREDIT_PRICE_RAW: 1_000 }))).toBe('PRICE_CHANGED');
    expect(() => priceOf(150, 1n, { CREDIT_PRICE_RAW: 1_001 })).toThrow(
      'The price is now 0.15015 USDT, which is 150150 as priceRaw. Check it, then confirm again.',
    );
  });
});

test('a grant is refused to its own giver, and with a reference that was booked before', () => {
  expect(codeOf(() => refuseGrant(1, 1, true))).toBe('ROLE_NOT_ALLOWED');
  expect(codeOf(() => refuseGrant(1, 2, true))).toBe('INVALID_STATE');
  expect(refuseGrant(1, 2, false)).toBe(undefined);
});

test.each([
  ['2026-03-01T00:00:00.000Z', '2026-03-01', '2026-01-31'],
  ['2026-03-01T23:59:59.999Z', '2026-03-01', '2026-01-31'],
  ['2026-12-31T12:00:00.000Z', '2026-12-31', '2026-12-02'],
])('the thirty days at %s end with %s and begin with %s', (now, today, from) => {
  expect(usageDaysAt(new Date(now))).toEqual({ today, from });
});

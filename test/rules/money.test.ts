import { describe, expect, test } from 'vitest';
import { basisPoints, centsToUsdt, priceBoundCents, priceCents, usdt } from '../../schema/shared/money.ts';
import { fc } from '../support/fast-check.ts';

test('money is an integer text of minor units, and one cent is ten thousand of them', () => {
  expect(usdt(centsToUsdt(12_345n))).toEqual({ raw: '123450000', currency: 'USDT', decimals: 6 });
  expect(usdt(-(10n ** 24n)).raw).toBe('-1000000000000000000000000');
});

describe('a share in basis points', () => {
  test.each([
    [0n, 500, 0n],
    [1n, 500, 0n],
    [9n, 500, 0n],
    [10n, 500, 1n],
    [29n, 500, 1n],
    [30n, 500, 2n],
    [49_990n, 500, 2_500n],
    [1n, 10_000, 1n],
    [1n, 5_000, 1n],
    [1n, 4_999, 0n],
    [123n, 0, 0n],
  ])('is, of %d at %d, %d: rounded half up', (amount, bps, share) => expect(basisPoints(amount, bps)).toBe(share));

  test('differs from the exact one by at most half a minor unit, at any size', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 30n });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, bps) => {
        const error = basisPoints(amount, bps) * 10_000n - amount * BigInt(bps);
        return error > -5_000n && error <= 5_000n;
      }),
    );
  });
});

describe('a price in cents', () => {
  const codes = (text: unknown) =>
    (priceCents().safeParse(text).error?.issues ?? []).map(
      (issue) => (issue.code === 'custom' && issue.params?.refusal) || 'other',
    );

  test.each([
    ['1', 1n],
    ['12500', 12_500n],
    ['99999999999', 99_999_999_999n],
  ])('%s is %d', (text, cents) => expect(priceCents().parse(text)).toBe(cents));

  test.each(['1.5', '0.001', '12.', '-3.7', '.5', '-.5'])('%s is refused as a fraction, with its own error', (text) =>
    expect(codes(text)).toContain('INVALID_MONEY_PRECISION'),
  );

  test.each(['0', '007', '', '-1', '+1', ' 1', '1 ', '1e3', '0x1', '1_000', '١', 'NaN', '100000000000', 1, 1n, null])(
    '%s is refused',
    (text) => {
      expect(codes(text).length).toBeGreaterThan(0);
      expect(codes(text)).not.toContain('INVALID_MONEY_PRECISION');
    },
  );

  test('can limit a filter by zero, although zero is no price', () => expect(priceBoundCents().parse('0')).toBe(0n));
});

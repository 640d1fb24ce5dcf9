import * as z from 'zod';
import { currencies } from './enums.ts';
import { lazy } from './lazy.ts';
import { refusedAs } from './refused-values.ts';

/** Minor units of USDT (10^-6) or cents of USD: always an integer, never a float. */
export type Minor = bigint;

export const money = lazy(() =>
  z
    .strictObject({
      raw: z
        .string()
        .regex(/^-?[0-9]+$/)
        .describe('Integer in minor units; the value is raw / 10^decimals.'),
      currency: z.enum(currencies),
      decimals: z.int().describe('6 for USDT, 2 for USD.'),
    })
    .meta({ id: 'Money', example: { raw: '1050000', currency: 'USDT', decimals: 6 } }),
);
export type Money = z.infer<ReturnType<typeof money>>;

export const usdt = (amountMinor: Minor): Money => ({ raw: amountMinor.toString(), currency: 'USDT', decimals: 6 });

export const usd = (cents: Minor): Money => ({ raw: cents.toString(), currency: 'USD', decimals: 2 });

/** An amount of cents of USD, as the database gives it in JSON. */
export const usdOfCents = (cents: string): Money => usd(BigInt(cents));

/** An amount as an exact decimal number with at least two decimals: 1050000 with 6 decimals is "1.05". */
export function decimalOf({ raw, decimals }: Pick<Money, 'raw' | 'decimals'>, isGrouped = false): string {
  const name = `${decimals} ${isGrouped}`;
  const format =
    formats.get(name) ??
    new Intl.NumberFormat('en', {
      minimumFractionDigits: 2,
      maximumFractionDigits: decimals,
      useGrouping: isGrouped,
    });
  formats.set(name, format);
  return format.format(asNumeral(`${raw}E-${decimals}`));
}

const formats = new Map<string, Intl.NumberFormat>();

/** Safe: the raw amount of money is an integer. Intl formats the text itself, which no float could hold. */
const asNumeral = (text: string) => text as `${number}`;

/** 1 cent is 10^4 minor units of USDT. */
export const centsToUsdt = (cents: bigint): Minor => cents * 10_000n;

/** Rounds half up to the minor unit, as basis_points in SQL. For amounts that are not negative. */
export const basisPoints = (amountMinor: Minor, bps: number): Minor => (amountMinor * BigInt(bps) + 5_000n) / 10_000n;

/** For prices in whole cents. */
export const usdtToCents = (amountMinor: Minor): bigint => amountMinor / 10_000n;

/** The price of a package: exact, because prices are whole cents. The catalog computes it by package_base in SQL. */
export const packageBase = (price: Minor, quantity: number, discountBps: number): Minor =>
  (price * BigInt(quantity) * BigInt(10_000 - discountBps)) / 10_000n;

const largestCents = 99_999_999_999n;
const positiveCents = `must be an integer string of cents above zero, at most ${largestCents}`;

/** A price in cents. A fraction is INVALID_MONEY_PRECISION; anything else that is not a positive integer is VALIDATION_FAILED. */
export const priceCents = lazy(() =>
  z
    .string()
    .meta({
      pattern: '^[1-9][0-9]{0,10}$',
      description: 'Amount in cents, as an integer string above zero.',
      example: '12500',
    })
    .superRefine(refuseFraction)
    .regex(/^[1-9]\d{0,10}$/, positiveCents)
    .transform((text) => BigInt(/^\d{1,11}$/.test(text) ? text : '0')),
);

/** A price bound of a filter: like a price, but zero is allowed. */
export const priceBoundCents = lazy(() =>
  z
    .string()
    .meta({ pattern: '^[0-9]{1,11}$', description: 'Amount in cents, as an integer string.', example: '5000' })
    .superRefine(refuseFraction)
    .regex(/^\d{1,11}$/, 'must be an integer string of cents')
    .transform((text) => BigInt(/^\d{1,11}$/.test(text) ? text : '0')),
);

function refuseFraction(text: string, context: z.RefinementCtx): void {
  if (/^-?(\d+\.\d*|\.\d+)$/.test(text)) context.addIssue({ code: 'custom', ...refusedAs('INVALID_MONEY_PRECISION') });
}

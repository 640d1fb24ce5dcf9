import { decimalOf, type Money } from '../../../schema/shared/money.ts';

/** Keeps a number and its unit on one line. */
const bound = '\u00a0';

/** 1050000 minor units of USDT are "1.05 USDT": exact, with at least two decimals. */
export const priceOf = (money: Money): string => decimalOf(money, true).replace('-', '\u2212') + bound + money.currency;

/** 750 basis points are "7.5 %". */
export const discountOf = (bps: number): string => `${bps / 100}${bound}%`;

/** A share of 0 to 1 with one decimal. A smaller share that was measured is not shown as zero. */
export function percentOf(share: number): string {
  const tenths = Math.round(share * 1_000);
  return tenths === 0 && share > 0 ? `<${bound}0.1${bound}%` : `${tenths / 10}${bound}%`;
}

/** The UTC day of an ISO 8601 timestamp: "12 Nov 2026". ECMA-262 fixes this format, whereas Intl's changes with its data. */
export const dayOf = (instant: string): string => new Date(instant).toUTCString().slice(5, 16).replace(/^0/, '');

let counting: { exact: Intl.NumberFormat; compact: Intl.NumberFormat } | undefined;
const counts = () =>
  (counting ??= {
    exact: new Intl.NumberFormat('en'),
    compact: new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }),
  });

/** "48,213" */
export const exactly = (count: number): string => counts().exact.format(count);
/** "48.2K" */
export const roughly = (count: number): string => counts().compact.format(count);

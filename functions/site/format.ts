import type { Money } from '../../schema/money.ts';

/** A figure and what it counts stay on one line. */
const bound = '\u00a0';

/** 1050000 minor units of USDT are "1.05 USDT": exact, with two decimals at least. */
export const priceOf = (money: Money): string => decimalOf(money, ',') + bound + money.currency;

/** The same as a bare number, for programs: "1050.00". */
export function decimalOf({ raw, decimals }: Money, separator = ''): string {
  const digits = raw.padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals).replace(/\B(?=(\d{3})+$)/g, separator);
  return `${whole}.${digits.slice(-decimals).replace(/0+$/, '').padEnd(2, '0')}`;
}

/** 750 basis points are "7.5 %". */
export const discountOf = (bps: number): string => `${bps / 100}${bound}%`;

/** A share of 0 to 1 with one decimal; what is measured and smaller is not shown as nothing. */
export function percentOf(share: number): string {
  const tenths = Math.round(share * 1_000);
  return tenths === 0 && share > 0 ? `<${bound}0.1${bound}%` : `${tenths / 10}${bound}%`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The UTC day of an ISO 8601 timestamp: "12 Nov 2026". */
export const dayOf = (instant: string): string =>
  `${Number(instant.slice(8, 10))} ${months[Number(instant.slice(5, 7)) - 1] ?? ''} ${instant.slice(0, 4)}`;

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

let naming: { region: Intl.DisplayNames; language: Intl.DisplayNames } | undefined;
const names = () =>
  (naming ??= {
    region: new Intl.DisplayNames('en', { type: 'region' }),
    language: new Intl.DisplayNames('en', { type: 'language' }),
  });

export const countryName = (code: string): string =>
  /^[a-z]{2}$/i.test(code) ? nameOf('region', code.toUpperCase()) : code;
export const languageName = (tag: string): string => nameOf('language', tag);

/** What is no code stands as it is. */
function nameOf(kind: 'region' | 'language', code: string): string {
  try {
    return names()[kind].of(code) ?? code;
  } catch {
    return code;
  }
}

/** The first letters of the first two words. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('') || '?';

import type { AudienceReading } from './social-platform.ts';

interface Amount {
  readonly amount: number;
}

/** Shares of countries, largest first. A part that names no country, such as ZZ for an unknown one, counts only towards the whole. */
export const geoOf = (parts: readonly (Amount & { readonly country: string })[]): AudienceReading['geo'] =>
  sharesOf(parts, sumOf(parts)).filter(({ country }) => /^[A-Z]{2}$/.test(country) && country !== 'ZZ');

/** Shares of groups by age and gender, largest first. `whole` is larger than the sum where the platform keeps small groups back. */
export const demoOf = (
  parts: readonly (Amount & { readonly age: string; readonly gender: string })[],
  whole = 0,
): AudienceReading['demo'] => sharesOf(parts, Math.max(whole, sumOf(parts))).filter(({ age }) => age !== '');

const sumOf = (parts: readonly Amount[]): number => parts.reduce((sum, { amount }) => sum + amount, 0);

/** Ten-thousandths, rounded down, so that the shares never exceed the whole. A share that rounds to nothing is left out. */
function sharesOf<Part extends Amount>(parts: readonly Part[], whole: number) {
  return parts
    .map(({ amount, ...rest }) => ({ ...rest, share: Math.floor((amount * 10_000) / whole) / 10_000 }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
}

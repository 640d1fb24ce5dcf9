import { expect } from 'vitest';
import type {
  SimulatedAccount,
  SimulatedAudience,
} from '../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { fc } from '../fast-check.ts';

const countries = ['US', 'GB', 'DE', 'PL', 'FR', 'BR', 'IN', 'JP'];
const ages = ['13-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+'];

/** An audience whose shares by country, and by age and gender, each sum to 1. */
export const randomAudience: fc.Arbitrary<SimulatedAudience> = fc
  .record({
    geo: weights(countries),
    demo: weights(['f', 'm', 'u'].flatMap((gender) => ages.map((age) => `${gender} ${age}`))),
  })
  .map(({ geo, demo }) => ({
    geo,
    demo: Object.fromEntries(
      ['f', 'm', 'u'].map((gender) => [
        gender,
        Object.fromEntries(
          ages.flatMap((age) => {
            const share = demo[`${gender} ${age}`];
            return share === undefined ? [] : [[age, share]];
          }),
        ),
      ]),
    ),
  }));

function weights(names: readonly string[]): fc.Arbitrary<Record<string, number>> {
  const some = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 });
  return fc
    .tuple(some, fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 30, maxLength: 30 }))
    .map(([chosen, drawn]) => {
      const all = chosen.map((name, index) => ({ name, weight: drawn[index] ?? 1 }));
      const sum = all.reduce((total, { weight }) => total + weight, 0);
      return Object.fromEntries(all.map(({ name, weight }) => [name, weight / sum]));
    });
}

/** An account without posts. */
export const audienceAccount = (
  externalId: string,
  audience: SimulatedAudience | null,
  followers: number | null,
): SimulatedAccount => ({
  ...{ externalId, handle: 'painter', title: 'Painter', description: '' },
  ...{ followers, posts: [], audience, pictureUrl: undefined },
});

/** Shares that are close to the expected ones, the largest first, and together no more than the whole. */
export function expectShares<Part extends { readonly share: number }>(
  parts: readonly Part[],
  shareOf: (part: Part) => number,
  max: number,
): void {
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.length).toBeLessThanOrEqual(max);
  for (const part of parts) expect(Math.abs(part.share - shareOf(part))).toBeLessThan(0.002);
  const shares = parts.map(({ share }) => share);
  expect(shares).toEqual([...shares].sort((a, b) => b - a));
  const tenThousandths = shares.reduce((sum, share) => sum + Math.round(share * 10_000), 0);
  expect(tenThousandths).toBeLessThanOrEqual(10_000);
}

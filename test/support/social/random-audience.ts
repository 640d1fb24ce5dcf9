import { expect } from 'vitest';
import type { AudienceReading } from '../../../functions/platform/social/social-platform.ts';
import type { SimulatedAudience } from '../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { fc } from '../fast-check.ts';
import { depth } from '../stack/depth.ts';

const countries = ['US', 'GB', 'DE', 'PL', 'FR', 'BR', 'IN', 'JP'];
const ages = ['13-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+'];

/** Checks that random audiences are read with the right shares. `genders` gives the simulator's name of each gender. */
export async function checkRandomAudiences(
  read: (audience: SimulatedAudience) => Promise<AudienceReading | null>,
  genders: Readonly<Record<string, string>>,
): Promise<void> {
  const audiences = fc.asyncProperty(randomAudience, async (audience) => {
    const found = await read(audience);
    expectShares(found?.geo ?? [], ({ country }) => audience.geo[country] ?? 0);
    expectShares(found?.demo ?? [], ({ age, gender }) => audience.demo[genders[gender] ?? '']?.[age] ?? 0);
  });
  await fc.assert(audiences, { numRuns: depth(30, 500) });
}

/** An audience whose shares by country, and by age and gender, each sum to 1. */
const randomAudience: fc.Arbitrary<SimulatedAudience> = fc
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

/** Shares that are close to the expected ones, the largest first, and together no more than the whole. */
function expectShares<Part extends { readonly share: number }>(
  parts: readonly Part[],
  shareOf: (part: Part) => number,
): void {
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.length).toBeLessThanOrEqual(45);
  for (const part of parts) expect(Math.abs(part.share - shareOf(part))).toBeLessThan(0.002);
  const shares = parts.map(({ share }) => share);
  expect(shares).toEqual([...shares].sort((a, b) => b - a));
  const tenThousandths = shares.reduce((sum, share) => sum + Math.round(share * 10_000), 0);
  expect(tenThousandths).toBeLessThanOrEqual(10_000);
}

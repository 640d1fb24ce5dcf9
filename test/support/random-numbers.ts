import { fc, fuzzSeed } from './fast-check.ts';

/** Numbers from 0 to 1, the same for each seed. */
export function randomNumbers() {
  const numbers = fc.sample(fc.noBias(fc.integer({ min: 0, max: 99_999 })), { seed: fuzzSeed, numRuns: 20_000 });
  let drawn = 0;
  const random = (): number => (numbers[drawn++ % numbers.length] ?? 0) / 100_000;
  const upTo = (max: number): number => Math.floor(random() * (max + 1));
  return {
    random,
    /** A whole number from 0 to the maximum. */
    upTo,
    pick: <T>(list: readonly [T, ...T[]]): T => list[upTo(list.length - 1)] ?? list[0],
    shuffled: <T>(list: readonly T[]): T[] =>
      list
        .map((value) => [random(), value] as const)
        .sort(([one], [other]) => one - other)
        .map(([, value]) => value),
  };
}

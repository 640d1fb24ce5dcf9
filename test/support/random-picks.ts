import { fc, fuzzSeed } from './fast-check.ts';

/** Random choices, the same for each seed. */
export function pickerOf() {
  const numbers = fc.sample(fc.noBias(fc.integer({ min: 0, max: 9_999 })), { seed: fuzzSeed, numRuns: 10_000 });
  let drawn = 0;
  const random = (): number => (numbers[drawn++ % numbers.length] ?? 0) / 10_000;
  /** Each with an even chance, in their order. */
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random() < 0.5);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return { some, oneOf };
}

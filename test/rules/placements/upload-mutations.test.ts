import { describe, expect, test } from 'vitest';
import { checked } from '../../support/corpus/checked.ts';
import { films } from '../../support/corpus/films.ts';
import { papers } from '../../support/corpus/papers.ts';
import { pictures } from '../../support/corpus/pictures.ts';
import { fc, fuzzSeed } from '../../support/fast-check.ts';
import { depth } from '../../support/stack/depth.ts';

const corpus = Map.groupBy([...pictures, ...films, ...papers], ({ type }) => type);

/** Values of lengths that lie, and bytes that begin something. */
const odd = [
  '00000000',
  '00000001',
  '7fffffff',
  'ffffffff',
  'ffd9',
  'ffda',
  '0000',
  '2525454f46',
  '1f43b67501ffffffffffffff',
];

const change = fc.record({
  at: fc.nat({ max: 1_000_000 }),
  removed: fc.oneof(fc.constant(0), fc.nat({ max: 8 }), fc.nat({ max: 2_000 })),
  put: fc.oneof(
    fc.constantFrom(...odd).map((digits) => Buffer.from(digits, 'hex')),
    fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes)),
  ),
});

/** The file with each change made at a place within it. */
const changed = (bytes: Buffer, changes: readonly { at: number; removed: number; put: Buffer }[]): Buffer =>
  changes.reduce((file, { at, removed, put }) => {
    const from = at % (file.length + 1);
    return Buffer.concat([file.subarray(0, from), put, file.subarray(from + removed)]);
  }, bytes);

describe.each([...corpus])('a changed file of %s', (type, files) => {
  const small = files.filter(({ bytes }) => bytes.length < 20_000);

  test('is accepted or refused with a reason, and what is served of it is accepted again as it is', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...small),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(3, 50, 100_000),
      async ({ bytes }, changes, chunkBytes) => {
        const file = changed(bytes, changes);
        if (file.length === 0) return;
        const { served, contentType, reason } = await checked(file, type, Math.max(chunkBytes, file.length >> 8));
        expect(reason === null).toBe(served !== null);
        if (served === null || contentType === null) return;
        expect(await checked(served, contentType, 100_000)).toEqual({ served, contentType, reason: null });
      },
    );
    await fc.assert(property, { seed: fuzzSeed, numRuns: depth(150, 10_000) });
  }, 600_000);
});

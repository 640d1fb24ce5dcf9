/** Random and racing tests have two depths: a quick one in `npm test`, and the full one in `npm run test:deep`. */
export const depth = <T>(quick: T, full: T): T => (process.env.TEST_DEPTH === 'full' ? full : quick);

/** For tests of size or endurance whose mechanism other tests cover at the quick depth. */
export const isFullDepth = depth(false, true);

/** All of the list at full depth; `count` of them, evenly spread, at the quick depth. */
export const sample = <T>(list: readonly T[], count: number): readonly T[] =>
  isFullDepth || count >= list.length
    ? list
    : Array.from({ length: count }, (_, n) => list[Math.floor((n * list.length) / count)] as T);

/** All of the list in each row of a matrix at full depth; at the quick depth every `step`th of it, others in the next row. */
export const share = <T>(list: readonly T[], row: number, step: number): readonly T[] =>
  isFullDepth ? list : list.filter((_, n) => n % step === row % step);

/** All of the list in each row of a matrix at full depth; at the quick depth one of it, another one in the next row. */
export const diagonal = <T>(list: readonly T[], row: number): readonly T[] => share(list, row, list.length);

/**
 * Whether a cell of a matrix is tested: each one at full depth, and a diagonal with each row and each column at the
 * quick depth. `size` is the smaller number of the two.
 */
export const isOnDiagonal = (row: number, column: number, size: number): boolean =>
  isFullDepth || row % size === column % size;

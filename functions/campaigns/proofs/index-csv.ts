import { headLine, linesOf } from '../../platform/csv-lines.ts';
import type { IndexLine } from './view.ts';

const columns = ['post', 'link', 'account', 'reel', 'time', 'views'] as const satisfies readonly (keyof IndexLine)[];

/** index.csv. Import this module on demand, because the library of CSV would slow the start of the edge function. */
export const indexOf = (lines: readonly IndexLine[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(headLine(columns) + linesOf(lines.map((line) => columns.map((column) => line[column]))));

import papaparse from 'papaparse';
import type { ExportedList, HideableField } from '../../../schema/factories/factory-terms.ts';
import { shownBeside } from '../hiding/shown.ts';
import { type CsvRow, columnsOf } from './columns.ts';

/** The beginnings of formulas (OWASP, CSV Injection), also full-width. The library's own pattern misses texts with line breaks. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

const newline = '\r\n';

/**
 * Rows as RFC 4180. Null is empty. A spreadsheet does not run texts that look like formulas. Import this module on demand, because the library
 * would slow the start of the edge function.
 */
export function csvOf<Kind extends ExportedList>(
  kind: Kind,
  rows: readonly CsvRow[Kind][],
  hidden: ReadonlySet<HideableField>,
): string {
  const columns = columnsOf(kind, shownBeside(hidden));
  return linesOf(rows.map((row) => columns.map(({ value }) => value(row))));
}

/** The names of the columns, as the first line. */
export const csvHeadOf = (kind: ExportedList, hidden: ReadonlySet<HideableField>): string =>
  linesOf([columnsOf(kind, shownBeside(hidden)).map(({ name }) => name)]);

const linesOf = (rows: readonly (readonly unknown[])[]): string =>
  rows.length === 0 ? '' : papaparse.unparse([...rows], { newline, escapeFormulae: formula }) + newline;

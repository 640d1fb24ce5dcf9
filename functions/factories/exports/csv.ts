import type { ExportedList, HideableField } from '../../../schema/factories/factory-terms.ts';
import { shownBeside } from '../hiding/shown.ts';
import { type CsvRow, columnsOf } from './columns.ts';

/** The cells of rows of a list, without what the file hides. */
export function cellsOf<Kind extends ExportedList>(
  kind: Kind,
  rows: readonly CsvRow[Kind][],
  hidden: ReadonlySet<HideableField>,
): readonly (readonly unknown[])[] {
  const columns = columnsOf(kind, shownBeside(hidden));
  return rows.map((row) => columns.map(({ value }) => value(row)));
}

/** The names of the columns. */
export const headOf = (kind: ExportedList, hidden: ReadonlySet<HideableField>): readonly string[] =>
  columnsOf(kind, shownBeside(hidden)).map(({ name }) => name);

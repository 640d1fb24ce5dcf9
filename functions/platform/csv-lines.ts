import papaparse from 'papaparse';

/** The beginnings of formulas (OWASP, CSV Injection), also full-width. The library's own pattern misses texts with line breaks. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

const newline = '\r\n';
/** A spreadsheet program knows UTF-8 by it. */
const byteOrderMark = '\uFEFF';

/** The beginning of each file. */
export const headLine = (names: readonly string[]): string => byteOrderMark + linesOf([names]);

/**
 * Rows as RFC 4180. Null is empty. Each cell has quotes, because a program that separates cells by another character would find a formula
 * inside of one without them. A spreadsheet does not run texts that look like formulas. Import this module on demand, because the library would
 * slow the start of the edge function.
 */
export const linesOf = (rows: readonly (readonly unknown[])[]): string =>
  rows.length === 0
    ? ''
    : papaparse.unparse(
        rows.map((row) => row.map(textOf)),
        { newline, quotes: true, escapeFormulae: formula },
      ) + newline;

/** The library puts no quotes around an instant. */
const textOf = (cell: unknown): unknown => (cell instanceof Date ? cell.toISOString() : (cell ?? ''));

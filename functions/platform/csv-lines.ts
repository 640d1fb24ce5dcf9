import papaparse from 'papaparse';

/** The beginnings of formulas (OWASP, CSV Injection), also full-width. The library's own pattern misses texts with line breaks. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

const newline = '\r\n';

/**
 * Rows as RFC 4180. Null is empty. A spreadsheet does not run texts that look like formulas. Import this module on demand, because the library
 * would slow the start of the edge function.
 */
export const linesOf = (rows: readonly (readonly unknown[])[]): string =>
  rows.length === 0 ? '' : papaparse.unparse([...rows], { newline, escapeFormulae: formula }) + newline;

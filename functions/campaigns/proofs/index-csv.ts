import papaparse from 'papaparse';
import type { IndexLine } from './view.ts';

const columns = ['post', 'link', 'account', 'reel', 'time', 'views'] as const satisfies readonly (keyof IndexLine)[];

/** The beginnings of formulas (OWASP, CSV Injection), also full-width. The library's own pattern misses texts with line breaks. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * index.csv: RFC 4180 in UTF-8. Null is empty. A spreadsheet does not run texts that look like formulas. Import this module on demand, because the
 * library would slow the start of the edge function.
 */
export function indexOf(lines: readonly IndexLine[]): Uint8Array<ArrayBuffer> {
  const rows = lines.map((line) => columns.map((column) => line[column]));
  const text = papaparse.unparse([[...columns], ...rows], { newline: '\r\n', escapeFormulae: formula });
  return new TextEncoder().encode(`${text}\r\n`);
}

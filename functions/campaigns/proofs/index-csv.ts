import type { IndexLine } from './view.ts';

const columns = ['post', 'link', 'account', 'reel', 'time', 'views'] as const satisfies readonly (keyof IndexLine)[];

/** index.csv: RFC 4180 in UTF-8. Null is empty. A spreadsheet does not run texts that look like formulas. */
export async function indexOf(lines: readonly IndexLine[]): Promise<Uint8Array<ArrayBuffer>> {
  const { stringify } = await import('csv-stringify/sync');
  const text = stringify([...lines], { columns, header: true, record_delimiter: 'windows', escape_formulas: true });
  return new TextEncoder().encode(text);
}

import { aFile } from '../market/files.ts';
import { type Accepted, joined, latin } from './bytes.ts';

const type = 'application/pdf';
const plain = latin(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n' +
    'trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n',
);
/** A later version, which is appended. */
const update = (n: number): Buffer =>
  latin(
    `${n} 0 obj<</Type/Annot/Contents(${'x'.repeat(3_000)})>>endobj\nxref\n0 0\ntrailer<</Prev 0>>\nstartxref\n0\n%%EOF\n`,
  );
/** A linearised document has its first page and an end mark at its beginning. */
export const linearised = joined(
  latin('%PDF-1.5\n1 0 obj<</Linearized 1>>endobj\nxref\n0 1\ntrailer<<>>\nstartxref\n0\n%%EOF\n'),
  update(2),
);

/** Documents as programs and web servers make them. Each is served unchanged. */
export const papers: readonly Accepted[] = [
  ['a PDF', plain],
  ['a large PDF', aFile[type](300_000)],
  ['a PDF after a blank line', joined(latin('\r\n'), plain)],
  ['a PDF after 1,000 blanks', joined(Buffer.alloc(1_000, ' '), plain)],
  ['a PDF after all kinds of blanks', joined(latin(' \t\n\f\r\0'), plain)],
  ['a PDF after the mark of UTF-8', joined(Buffer.from('\ufeff'), plain)],
  ['a PDF without a line end after its last line', plain.subarray(0, -1)],
  ['a PDF before zero bytes', joined(plain, Buffer.alloc(5_000))],
  ['a PDF before a comment of a web server', joined(plain, latin(`<!-- served in 12 ms ${'.'.repeat(4_000)} -->`))],
  ['a PDF before a short tail', joined(plain, latin('1 0 obj, which is no version'))],
  ['a PDF of three versions', joined(plain, update(4), update(5))],
  ['a linearised PDF', linearised],
  ['a linearised PDF of two versions before zero bytes', joined(linearised, update(9), Buffer.alloc(3_000))],
  ['a PDF whose end mark follows a percent sign', latin(`${plain.toString('latin1').slice(0, -6)}%%%EOF\n`)],
].map(([name, bytes]) => ({ name: String(name), type, bytes: Buffer.from(bytes ?? '') }));

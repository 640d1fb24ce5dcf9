import { aFile, foreignFiles } from '../market/files.ts';
import { type Accepted, beforeTail, joined, latin } from './bytes.ts';

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
const laterText = '4 0 obj<<>>endobj\nxref\n0 0\ntrailer<</Prev 0>>\nstartxref\n99\n%%EOF\n';
/** A linearised document has its first page and an end mark at its beginning. */
export const linearised = joined(
  latin('%PDF-1.5\n1 0 obj<</Linearized 1>>endobj\nxref\n0 1\ntrailer<<>>\nstartxref\n0\n%%EOF\n'),
  update(2),
);

/** What web servers and tools append to a document: none of it is served. */
const tails: Readonly<Record<string, Buffer>> = {
  'a line break': latin('\r\n'),
  'zero bytes': Buffer.alloc(5_000),
  'a few zero bytes': Buffer.alloc(9),
  'a comment of a web server': latin(`<!-- served in 12 ms ${'.'.repeat(4_000)} -->`),
  'a short comment of a web server': latin('<!-- served in 12 ms -->'),
  'a short tail': latin('1 0 obj, which is no version'),
  'the beginning of a further end mark': latin(`${'.'.repeat(38)}%%E${'.'.repeat(2_000)}`),
  'percent signs': Buffer.alloc(3_000, '%'),
  'a page': foreignFiles.html ?? Buffer.alloc(0),
};

const last = (text: string, count: number): string => text.slice(0, -count);
const text = plain.toString('latin1');

/** Documents that are served whole. */
const whole: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['a PDF', plain],
  ['a large PDF', aFile[type](300_000)],
  ['a PDF after a blank line', joined(latin('\r\n'), plain)],
  ['a PDF after 1,000 blanks', joined(Buffer.alloc(1_000, ' '), plain)],
  ['a PDF after all kinds of blanks', joined(latin(' \t\n\f\r\0'), plain)],
  ['a PDF after the mark of UTF-8', joined(Buffer.from('\ufeff'), plain)],
  ['a PDF without a line end after its last line', plain.subarray(0, -1)],
  ['a PDF with the line end of Windows', latin(`${last(text, 1)}\r\n`)],
  ['a PDF with the line end of old Macs', latin(`${last(text, 1)}\r`)],
  ['a PDF of three versions', joined(plain, update(4), update(5))],
  ['a linearised PDF', linearised],
  ['a PDF whose end mark follows a percent sign', latin(`${last(text, 6)}%%%EOF\n`)],
  ['a PDF with a second end mark 38 bytes after the first', joined(plain, latin(`%${'.'.repeat(37)}\n%%EOF\n`))],
  ['a PDF whose short last version has no end mark', joined(plain, latin(last(laterText, 6)))],
  ['a PDF whose short last version has a part of its end mark', joined(plain, latin(last(laterText, 2)))],
  [
    'a PDF without an end mark after a PDF within it',
    joined(latin('%PDF-1.4\n5 0 obj<<>>stream\n'), plain, latin(`endstream\nendobj\n%${'x'.repeat(3_000)}`)),
  ],
];

/** Documents as programs and web servers make them. */
export const papers: readonly Accepted[] = [
  ...whole.map(([name, bytes]) => ({ name, type, bytes })),
  ...Object.entries(tails).flatMap(([name, tail]) => [
    beforeTail(`a PDF before ${name}`, type, plain, tail),
    beforeTail(`a PDF of two versions before ${name}`, type, joined(plain, update(4)), tail),
    beforeTail(`a linearised PDF of two versions before ${name}`, type, joined(linearised, update(9)), tail),
  ]),
  beforeTail('a PDF without a line end before a comment', type, plain.subarray(0, -1), latin(' <!-- 12 ms -->')),
];

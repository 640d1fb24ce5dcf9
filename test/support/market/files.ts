import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import type { UploadType } from '../../../schema/uploads/uploads.ts';

const be32 = (n: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
};
const le32 = (n: number): Buffer => be32(n).reverse();
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const hex = (digits: string): Buffer => Buffer.from(digits.replace(/\s/g, ''), 'hex');
const joined = (...parts: Uint8Array[]): Buffer => Buffer.concat(parts);

export const pngChunk = (name: string, data: Buffer): Buffer => {
  const body = joined(latin(name), data);
  return joined(be32(data.length), body, be32(crc32(body)));
};
const box = (name: string, ...inner: Uint8Array[]): Buffer => {
  const body = joined(...inner);
  return joined(be32(8 + body.length), latin(name), body);
};
const element = (id: string, body: Uint8Array): Buffer =>
  joined(hex(id), hex(`01${body.length.toString(16).padStart(14, '0')}`), body);

const film = (brand: string, extra: number): Buffer =>
  joined(
    box('ftyp', latin(brand), be32(512), latin(brand)),
    box('moov', box('mvhd', Buffer.alloc(100))),
    box('mdat', Buffer.alloc(64 + extra, 7)),
  );

/** A small valid file of each type, `extra` bytes longer. */
export const aFile: Readonly<Record<UploadType, (extra?: number) => Buffer>> = {
  'image/jpeg': (extra = 0) =>
    joined(
      hex('ffd8 ffe0 0010 4a464946 00 0101 00 0001 0001 00 00'),
      // An embedded preview in a segment, with its own end-of-image marker.
      hex('ffe1 0006 ffd8 ffd9'),
      hex(`ffdb 0043 00 ${'10'.repeat(64)} ffc0 000b 08 0001 0001 01 01 11 00`),
      hex(`ffc4 0014 00 01 ${'00'.repeat(15)} 00`),
      hex('ffda 0008 01 01 00 00 3f 00 3f ff00 ffd0'),
      Buffer.alloc(extra, 0x55),
      hex('ffd9'),
    ),
  'image/png': (extra = 0) =>
    joined(
      hex('89504e470d0a1a0a'),
      pngChunk('IHDR', hex('00000001 00000001 08 00 00 00 00')),
      ...(extra > 12 ? [pngChunk('tEXt', Buffer.alloc(extra - 12, 97))] : []),
      pngChunk('IDAT', deflateSync(Buffer.from([0, 0]))),
      pngChunk('IEND', Buffer.alloc(0)),
    ),
  'image/webp': (extra = 0) => {
    const picture = joined(hex('2f0000001007101111888808fe07'), Buffer.alloc(extra + (extra % 2)));
    const body = joined(latin('WEBPVP8L'), le32(picture.length), picture);
    return joined(latin('RIFF'), le32(body.length), body);
  },
  'video/mp4': (extra = 0) => film('isom', extra),
  'video/quicktime': (extra = 0) => film('qt  ', extra),
  'video/webm': (extra = 0) =>
    joined(element('1a45dfa3', element('4282', latin('webm'))), element('18538067', Buffer.alloc(64 + extra, 3))),
  'application/pdf': (extra = 0) =>
    latin(`%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%${'x'.repeat(extra)}\ntrailer<</Root 1 0 R>>\n%%EOF\n`),
};

/** Files of other types that could be passed off as proof. */
export const foreignFiles: Readonly<Record<string, Buffer>> = {
  svg: latin('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  html: latin('<!doctype html><html><body><script>alert(1)</script></body></html>'),
  exe: joined(latin('MZ'), Buffer.alloc(58), be32(0x40000000), latin('PE\0\0'), Buffer.alloc(200)),
  zip: joined(hex('504b0304 1400 0000 0000'), Buffer.alloc(64)),
  gif: joined(latin('GIF89a'), hex('0100 0100 0000 00 2c 0000 0000 0100 0100 00 02 02 4401 00 3b')),
  text: latin('only words'),
};

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The announcement of a file. */
export const announced = (bytes: Uint8Array, contentType: string, changes: object = {}) => ({
  fileName: 'proof of mine.bin',
  contentType,
  size: bytes.length,
  sha256: sha256Of(bytes),
  ...changes,
});

interface Signed {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a file as an uploader does, with changes, and returns the answer of the store. */
export function putFile(
  { url, headers }: Signed,
  bytes: Uint8Array,
  { method = 'PUT', ...other }: { method?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const requested = request(url, { method, headers: { ...headers, ...other.headers } }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() });
    });
    requested.on('error', reject);
    requested.end(method === 'GET' || method === 'DELETE' ? undefined : bytes);
  });
}

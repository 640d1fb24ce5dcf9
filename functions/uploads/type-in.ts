import type { UploadType } from '../../schema/uploads/uploads.ts';
import { pdfMarginBytes } from './pdf.ts';
import { latin, nameIn, unsigned } from './read-bytes.ts';

/** The bytes at the beginning of a file that name its type. */
export const headBytes = 4_100;

/** The type of a file by its first bytes; null when it is none that can be announced. The type of a film is the one of its container. */
export function typeIn(head: Uint8Array): UploadType | null {
  const begin = latin(head.subarray(0, 12));
  if (begin.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (begin.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (begin.startsWith('RIFF') && begin.endsWith('WEBP')) return 'image/webp';
  if (begin.startsWith('\x1a\x45\xdf\xa3')) return isMatroska(head) ? 'video/webm' : null;
  return isPdf(head) ? 'application/pdf' : filmIn(head);
}

/** A document type of Matroska or of its part WebM (RFC 8794, 11.2.7), in the header of at most this length. */
const isMatroska = (head: Uint8Array): boolean =>
  /B\x82[\0-\xff]{1,8}?(webm|matroska)/.test(latin(head.subarray(4, 128)));

/** Blanks, and the mark of UTF-8 texts, may stand before the header: readers skip them. */
const isPdf = (head: Uint8Array): boolean =>
  /^(\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-/.test(latin(head.subarray(0, pdfMarginBytes + 5)));

/** The first boxes of a film. Those of old QuickTime films have no file type box. */
const first = new Set(['ftyp', 'styp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

/** Brands of pictures, which have the boxes of films: HEIC, AVIF and raw pictures. */
const pictures = /^(hei[cxms]|hev[cxms]|mi[af][f12]|msf1|avi[fs]|crx |jp[2xm] )/;

function filmIn(head: Uint8Array): UploadType | null {
  for (let at = 0; at + 8 <= head.length; ) {
    const name = nameIn(head, at + 4);
    if (!first.has(name)) return at === 0 ? null : 'video/quicktime';
    if (name === 'ftyp') {
      const brand = nameIn(head, at + 8);
      if (pictures.test(brand)) return null;
      return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
    }
    if (name === 'styp') return 'video/mp4';
    const length = unsigned(head.subarray(at, at + 4));
    if (length < 8) return 'video/quicktime';
    at += length;
  }
  return head.length < 8 ? null : 'video/quicktime';
}

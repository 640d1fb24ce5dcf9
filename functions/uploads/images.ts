import { orientationIn, orientationSegment } from './orientation.ts';
import { latin, nameIn, unsigned } from './read-bytes.ts';
import { cut, type Format, recordPicture, type Walked, type WalkFault } from './walk.ts';

/**
 * Segments, then scans up to the end of the image (ITU T.81, B.1). Removes parts that viewers do not need: EXIF, XMP, IPTC, comments, the
 * directory of further pictures (CIPA DC-007), and whatever follows the end: previews, gain maps, the film of a motion photo.
 */
export function* jpeg(file: Walked): Format {
  yield { skip: 2 };
  let isDrawn = false;
  let isScan = false;
  let isTurned = false;
  for (let end = file.at; ; end = file.at) {
    const [code = 0] = yield 'marker';
    const from = file.at - 2;
    // Only fill bytes are allowed between two segments.
    if (!isScan) cut(file, end, from);
    if (code === 0xd9) return ended(file, isDrawn);
    if (code === 0x01) continue;
    const length = unsigned(yield { take: 2 }) - 2;
    if (length < 0) return 'DAMAGED';
    isScan = code === 0xda;
    isDrawn ||= isScan && file.picture !== null;
    const mayTurn: boolean = code === 0xe1 && !isTurned;
    const begin: Uint8Array = yield { take: mayTurn ? length : Math.min(length, 12) };
    const orientation: number | null = mayTurn ? orientationIn(begin) : null;
    const isKept = isDrawing(code, latin(begin.subarray(0, 12)));
    if (isFrame(code) && !recordPicture(file, unsigned(begin.subarray(3, 5)), unsigned(begin.subarray(1, 3))))
      return 'DAMAGED';
    yield { skip: from + 4 + length - file.at };
    isTurned ||= orientation !== null;
    // Orientations from 5 on exchange the sides (EXIF 2.32, 4.6.5).
    if (orientation !== null) file.isSideways = orientation >= 5;
    if (!isKept) cut(file, from, file.at, orientation === null ? undefined : orientationSegment(orientation));
  }
}

/** The end of a picture. What follows it is removed. */
function ended(file: Walked, isDrawn: boolean): WalkFault | null {
  cut(file, file.at, file.size);
  return isDrawn ? null : 'DAMAGED';
}

/** Whether a segment affects rendering: of the application segments JFIF, the colour profile and Adobe's transform. */
function isDrawing(code: number, begin: string): boolean {
  if (code === 0xe0) return begin.startsWith('JFIF\0');
  if (code === 0xe2) return begin.startsWith('ICC_PROFILE\0');
  if (code === 0xee) return begin.startsWith('Adobe');
  return code !== 0xfe && (code < 0xe0 || code > 0xef);
}

// SOF0 to SOF15, except DHT, JPG and DAC.
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;

/** Chunks up to IEND (PNG, 5.6). Removes chunks that viewers do not need, including EXIF and texts, and whatever follows the end. */
export function* png(file: Walked): Format {
  yield { skip: 8 };
  let isDrawn = false;
  for (;;) {
    const from = file.at;
    const head = yield { take: 8 };
    const [length, name] = [unsigned(head.subarray(0, 4)), nameIn(head, 4)];
    if (name === 'IHDR') {
      if (length !== 13) return 'DAMAGED';
      const sides = yield { take: 8 };
      if (!recordPicture(file, unsigned(sides.subarray(0, 4)), unsigned(sides.subarray(4, 8)))) return 'DAMAGED';
    }
    yield { skip: from + 12 + length - file.at };
    if (file.picture === null) return 'DAMAGED';
    isDrawn ||= name === 'IDAT';
    if (name === 'IEND') return ended(file, isDrawn && length === 0);
    if (!pngDrawing.has(name)) cut(file, from, file.at);
  }
}

const pngDrawing = new Set(
  'IHDR PLTE IDAT tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD hIST sPLT pHYs acTL fcTL fdAT CgBI'.split(' '),
);

/**
 * Chunks up to the stated length (RFC 9649); odd ones are padded. Removes chunks that viewers do not need, including EXIF and XMP, and whatever
 * follows the end.
 */
export function* webp(file: Walked): Format {
  const riff = yield { take: 12 };
  const length = unsigned(riff.slice(4, 8).reverse());
  if (8 + length > file.size) return 'CUT_OFF';
  const end = Math.min(file.size, 8 + length + (length % 2));
  let flags: number | null = null;
  let isDrawn = false;
  while (end - file.at >= 8) {
    const from = file.at;
    const head = yield { take: 8 };
    const [name, size] = [nameIn(head, 0), unsigned(head.slice(4, 8).reverse())];
    const next = from + 8 + size;
    if (next > end) return 'CUT_OFF';
    const begin = yield { take: Math.min(size, 10) };
    if (name === 'VP8X' && from === 12) flags = begin[0] ?? 0;
    const sides = webpSides(name, begin);
    if (sides !== null && !recordPicture(file, ...sides)) return 'DAMAGED';
    // Some programs leave out the padding of the last chunk.
    yield { skip: Math.min(next + (size % 2), end) - file.at };
    isDrawn ||= webpPictures.has(name);
    if (!webpDrawing.has(name)) cut(file, from, file.at);
  }
  const fault = ended(file, isDrawn);
  correctHead(file, flags);
  return fault;
}

const webpPictures = new Set(['VP8 ', 'VP8L', 'ANMF']);
const webpDrawing = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** The picture's size in a chunk; null when it has none. */
function webpSides(name: string, bytes: Uint8Array): [width: number, height: number] | null {
  const little = (from: number, to: number) => unsigned(bytes.slice(from, to).reverse());
  if (name === 'VP8 ') return [little(6, 8) & 0x3fff, little(8, 10) & 0x3fff];
  if (name === 'VP8L') return [1 + (little(1, 5) & 0x3fff), 1 + ((little(1, 5) >>> 14) & 0x3fff)];
  return name === 'VP8X' ? [1 + little(4, 7), 1 + little(7, 10)] : null;
}

/** Corrects the length of the copy, and its EXIF and XMP flags (RFC 9649, 2.7). */
function correctHead(file: Walked, flags: number | null): void {
  const removed = file.edits.reduce((sum, edit) => sum + edit.to - edit.from, 0);
  if (removed === 0) return;
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, file.size - 8 - removed, true);
  const corrected = [{ from: 4, to: 8, put: length }];
  if (flags !== null) corrected.push({ from: 20, to: 21, put: Uint8Array.of(flags & ~0x0c) });
  file.edits.unshift(...corrected);
}

import type { UploadType } from '../../schema/uploads.ts';
import type { Format } from './walk.ts';

/** The layout of a type, for a file of this size. A type that is not announced has none. */
export function formatOf(contentType: string, size: number): Format {
  const known: Readonly<Record<string, (size: number) => Format>> = formats;
  return (known[contentType] ?? none)(size);
}

const formats: Readonly<Record<UploadType, (size: number) => Format>> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
  'video/mp4': isoMedia,
  'video/quicktime': isoMedia,
  'video/webm': matroska,
  'application/pdf': pdf,
};

function* none(): Format {
  yield { skip: 0 };
  return false;
}

/** Segments, then scans up to the end of the image (ITU T.81, B.1). Telephones append previews and clips of their own. */
function* jpeg(): Format {
  let isDrawn = false;
  yield { skip: 2 };
  for (;;) {
    const [code = 0] = yield 'marker';
    if (code === 0xd9) return isDrawn;
    if (code === 0x01) continue;
    const length = unsigned(yield { take: 2 });
    if (length < 2) return false;
    isDrawn ||= code === 0xda;
    yield { skip: length - 2 };
  }
}

/** Chunks up to IEND, which is the last thing in the file (RFC 2083, 3). */
function* png(size: number): Format {
  yield { skip: 8 };
  for (let at = 8; ; ) {
    const head = yield { take: 8 };
    const length = unsigned(head.subarray(0, 4));
    yield { skip: length + 4 };
    at += 12 + length;
    if (nameIn(head, 4) === 'IEND') return at === size;
  }
}

/** RIFF says how much follows its length; an odd chunk is padded. */
function* webp(size: number): Format {
  const head = yield { take: 12 };
  const end = 8 + unsigned(head.subarray(4, 8).reverse());
  return nameIn(head, 0) === 'RIFF' && (end === size || end + 1 === size);
}

/** Boxes, one after the other, that fill the file (ISO/IEC 14496-12, 4.2), with a film and its description among them. */
function* isoMedia(size: number): Format {
  const seen = new Set<string>();
  for (let at = 0; at < size; ) {
    const head = yield { take: 8 };
    const short = unsigned(head.subarray(0, 4));
    const headLength = short === 1 ? 16 : 8;
    const long = short === 1 ? unsigned(yield { take: 8 }) : short;
    const length = short === 0 ? size - at : long;
    if (length < headLength) return false;
    seen.add(nameIn(head, 4));
    yield { skip: length - headLength };
    at += length;
  }
  return seen.has('moov') && seen.has('mdat');
}

const segment = 0x18538067;
const cluster = 0x1f43b675;

/** Elements that fill the file (RFC 8794), a segment among them. Of a live recording what is in it is walked through instead. */
function* matroska(size: number): Format {
  let isFilm = false;
  for (let at = 0; at < size; ) {
    const [first = 0] = yield { take: 1 };
    const idLength = Math.clz32(first) - 23;
    if (idLength > 4) return false;
    const id = unsigned([first, ...(yield { take: idLength - 1 })]);
    const [lead = 0] = yield { take: 1 };
    const sizeLength = Math.clz32(lead) - 23;
    if (sizeLength > 8) return false;
    const digits = [lead & (0xff >> sizeLength), ...(yield { take: sizeLength - 1 })];
    isFilm ||= id === segment;
    const length = unsigned(digits);
    const isOpen = length >= 2 ** (7 * sizeLength) - 1;
    if (isOpen && id !== segment && id !== cluster) return false;
    const passed = isOpen ? 0 : length;
    yield { skip: passed };
    at += idLength + sizeLength + passed;
  }
  return isFilm;
}

const tailBytes = 1_024;

/** The last line says that it is the last, within the last 1,024 bytes as readers take it (ISO 32000-1, appendix H). */
function* pdf(size: number): Format {
  yield { skip: Math.max(0, size - tailBytes) };
  const tail = yield { take: Math.min(size, tailBytes) };
  return latin(tail).includes('%%EOF');
}

/** Big-endian. */
const unsigned = (bytes: Iterable<number>): number => [...bytes].reduce((sum, byte) => sum * 256 + byte, 0);

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

const nameIn = (bytes: Uint8Array, at: number): string => latin(bytes.subarray(at, at + 4));

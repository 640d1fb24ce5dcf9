import type { UploadType } from '../../schema/uploads/uploads.ts';
import { jpeg, png, webp } from './images.ts';
import { latin, nameIn, unsigned } from './read-bytes.ts';
import type { Format, Walked } from './walk.ts';

type Layout = (file: Walked) => Format;

/** The layout of a file type; none for types that cannot be announced. */
export function layoutOf(contentType: string): Layout {
  const known: Readonly<Record<string, Layout>> = layouts;
  return known[contentType] ?? none;
}

const layouts: Readonly<Record<UploadType, Layout>> = {
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

/** Consecutive boxes that fill the file (ISO/IEC 14496-12, 4.2), including a movie and its description. */
function* isoMedia(file: Walked): Format {
  const seen = new Set<string>();
  while (file.at < file.size) {
    const from = file.at;
    const head = yield { take: 8 };
    const name = nameIn(head, 4);
    const short = unsigned(head.subarray(0, 4));
    const headLength = short === 1 ? 16 : 8;
    const long = short === 1 ? unsigned(yield { take: 8 }) : short;
    const length = short === 0 ? file.size - from : long;
    if (length < headLength) return false;
    if (name === 'moov' || name === 'mdat') seen.add(name);
    yield { skip: length - headLength };
  }
  return seen.size === 2;
}

const segment = 0x18538067;
const cluster = 0x1f43b675;

/** Elements that fill the file (RFC 8794), including a segment. The contents of a live recording's segment are checked instead. */
function* matroska(file: Walked): Format {
  let isFilm = false;
  while (file.at < file.size) {
    const [first = 0] = yield { take: 1 };
    const idLength = Math.clz32(first) - 23;
    if (idLength > 4) return false;
    const id = unsigned(yield { take: idLength - 1 }, first);
    const [lead = 0] = yield { take: 1 };
    const sizeLength = Math.clz32(lead) - 23;
    if (sizeLength > 8) return false;
    const length = unsigned(yield { take: sizeLength - 1 }, lead & (0xff >> sizeLength));
    isFilm ||= id === segment;
    const isOpen = length >= 2 ** (7 * sizeLength) - 1;
    if (isOpen && id !== segment && id !== cluster) return false;
    yield { skip: isOpen ? 0 : length };
  }
  return isFilm;
}

const tailBytes = 1_024;

/** The last line is the end marker, within the last 1,024 bytes as readers accept it (ISO 32000-1, appendix H). */
function* pdf({ size }: Walked): Format {
  yield { skip: Math.max(0, size - tailBytes) };
  const tail = yield { take: Math.min(size, tailBytes) };
  return latin(tail).includes('%%EOF');
}

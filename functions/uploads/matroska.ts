import { unsigned } from './read-bytes.ts';
import type { Format, Walked } from './walk.ts';

const segment = 0x18538067;
const cluster = 0x1f43b675;

/**
 * Elements (RFC 8794), including a segment. The contents of a live recording's segment are checked instead. Bytes after the film that are no
 * part of it are not read by players.
 */
export function* matroska(file: Walked): Format {
  let isFilm = false;
  while (file.at < file.size) {
    const [first = 0] = yield { take: 1 };
    const idLength = Math.clz32(first) - 23;
    const isId = idLength <= 4 && file.size - file.at >= idLength;
    if (!isId) return isFilm ? null : 'DAMAGED';
    const id = unsigned(yield { take: idLength - 1 }, first);
    const [lead = 0] = yield { take: 1 };
    const sizeLength = Math.clz32(lead) - 23;
    const isMore = !isFilm || inFilm.has(id);
    if (!isMore && (sizeLength > 8 || file.size - file.at < sizeLength - 1)) return null;
    if (sizeLength > 8) return 'DAMAGED';
    const length = unsigned(yield { take: sizeLength - 1 }, lead & (0xff >> sizeLength));
    const isOpen = length >= 2 ** (7 * sizeLength) - 1;
    if (!isMore && (isOpen || length > file.size - file.at)) return null;
    if (isOpen && id !== segment && id !== cluster) return 'DAMAGED';
    yield { skip: isOpen ? 0 : length };
    isFilm ||= id === segment;
  }
  return isFilm ? null : 'CUT_OFF';
}

/** The elements of a segment and of its clusters (RFC 9559, 5.1): cut ones are the end of an interrupted recording. */
const inFilm = new Set([
  ...[segment, cluster, 0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1c53bb6b, 0x1254c367, 0x1043a770, 0x1941a469],
  ...[0xe7, 0xa7, 0xab, 0xa3, 0xa0, 0x5854],
]);

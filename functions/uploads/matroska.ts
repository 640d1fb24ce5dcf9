import { unsigned } from './read-bytes.ts';
import { cut, type Format, type Walked } from './walk.ts';

const segment = 0x18538067;
const cluster = 0x1f43b675;

/**
 * Elements (RFC 8794), including a segment. The contents of a live recording's segment are checked instead. Bytes after the last element of
 * the film are not read by players, so they are removed. Texts may look like elements of unknown ids: these stay only within a film.
 */
export function* matroska(file: Walked): Format {
  let isFilm = false;
  let isLive = false;
  for (let end = 0; ; ) {
    const from = file.at;
    if (isFilm && from === file.size) return ended(file, end);
    if (from === file.size) return 'CUT_OFF';
    const [first = 0] = yield { take: 1 };
    const idLength = Math.clz32(first) - 23;
    const isId = idLength <= 4 && file.size - file.at >= idLength;
    if (!isId) return isFilm ? ended(file, end) : 'DAMAGED';
    const id = unsigned(yield { take: idLength - 1 }, first);
    const [lead = 0] = yield { take: 1 };
    const sizeLength = Math.clz32(lead) - 23;
    const isMore = !isFilm || inSegment.has(id) || inCluster.has(id);
    if (!isMore && (sizeLength > 8 || file.size - file.at < sizeLength - 1)) return ended(file, end);
    if (sizeLength > 8) return 'DAMAGED';
    const length = unsigned(yield { take: sizeLength - 1 }, lead & (0xff >> sizeLength));
    const isOpen = length >= 2 ** (7 * sizeLength) - 1;
    if (!isMore && (isOpen || length > file.size - file.at)) return ended(file, end);
    if (isOpen && id !== segment && id !== cluster) return 'DAMAGED';
    yield { skip: isOpen ? 0 : length };
    isFilm ||= id === segment;
    isLive ||= isOpen;
    const isOfFilm = id === header || inSegment.has(id) || (isLive && inCluster.has(id));
    if (!isFilm || isOfFilm || (from === end && anywhere.has(id))) end = file.at;
  }
}

/** The end of a film. What follows its last element is removed. */
function ended(file: Walked, end: number): null {
  cut(file, end, file.size);
  return null;
}

/** A further document may follow the first one. */
const header = 0x1a45dfa3;
/** Segments and their elements (RFC 9559, 5.1). Cut ones are the end of an interrupted recording, like those of clusters. */
const inSegment = new Set([
  ...[segment, cluster, 0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1c53bb6b, 0x1254c367, 0x1043a770, 0x1941a469],
]);
const inCluster = new Set([0xe7, 0xa7, 0xab, 0xa3, 0xa0, 0x5854]);
/** Void and CRC-32 (RFC 8794, 11.3). */
const anywhere = new Set([0xec, 0xbf]);

import { nameIn, unsigned } from './read-bytes.ts';
import { cut, type Format, type Walked } from './walk.ts';

/**
 * Consecutive boxes (ISO/IEC 14496-12, 4.2), including a movie and its description. After both, cameras and tools add boxes of their own,
 * which stay, and bytes that are no box. No player reads these, so they are removed.
 */
export function* isoMedia(file: Walked): Format {
  const seen = new Set<string>();
  while (file.at < file.size) {
    const from = file.at;
    const isPlayable = seen.size === film.size;
    if (isPlayable && file.size - from < 8) return ended(file, from);
    const head = yield { take: 8 };
    const name = nameIn(head, 4);
    const short = unsigned(head.subarray(0, 4));
    const headLength = short === 1 ? 16 : 8;
    if (isPlayable && file.size - from < headLength) return ended(file, from);
    const long = short === 1 ? unsigned(yield { take: 8 }) : short;
    const length = short === 0 ? file.size - from : long;
    const isBox = length >= headLength && length <= file.size - from && (short !== 0 || boxName.test(name));
    if (!isBox && isPlayable && !moving.has(name)) return ended(file, from);
    if (length < headLength) return 'DAMAGED';
    yield { skip: length - headLength };
    if (film.has(name)) seen.add(name);
  }
  // A recording that was interrupted has no description yet.
  return seen.size === film.size ? null : 'CUT_OFF';
}

/** The end of a film. What follows its last box is removed. */
function ended(file: Walked, end: number): null {
  cut(file, end, file.size);
  return null;
}

const film = new Set(['moov', 'mdat']);
/** The boxes of which a live recording has several. */
const moving = new Set(['moov', 'mdat', 'moof']);
/** A length of 0 reaches to the end of the file. Zero bytes of a camera, or a text after them, are no such box. */
const boxName = /^[\w ]{4}$/;

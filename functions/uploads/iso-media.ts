import { nameIn, unsigned } from './read-bytes.ts';
import type { Format, Walked } from './walk.ts';

/**
 * Consecutive boxes (ISO/IEC 14496-12, 4.2), including a movie and its description. After both, cameras and tools add boxes and bytes of
 * their own. No player reads them.
 */
export function* isoMedia(file: Walked): Format {
  const seen = new Set<string>();
  while (file.at < file.size) {
    const from = file.at;
    const isPlayable = seen.size === film.size;
    if (isPlayable && file.size - from < 8) return null;
    const head = yield { take: 8 };
    const name = nameIn(head, 4);
    const short = unsigned(head.subarray(0, 4));
    const headLength = short === 1 ? 16 : 8;
    if (isPlayable && file.size - from < headLength) return null;
    const long = short === 1 ? unsigned(yield { take: 8 }) : short;
    const length = short === 0 ? file.size - from : long;
    const isBox = length >= headLength && length <= file.size - from;
    if (!isBox && isPlayable && !moving.has(name)) return null;
    if (length < headLength) return 'DAMAGED';
    yield { skip: length - headLength };
    if (film.has(name)) seen.add(name);
  }
  // A recording that was interrupted has no description yet.
  return seen.size === film.size ? null : 'CUT_OFF';
}

const film = new Set(['moov', 'mdat']);
/** The boxes of which a live recording has several. */
const moving = new Set(['moov', 'mdat', 'moof']);

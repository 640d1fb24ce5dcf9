import { latin } from './read-bytes.ts';
import type { Format, Walked } from './walk.ts';

/** A viewer finds the header among so many first bytes, and the end mark among so many last ones (ISO 32000-1, appendix H). */
export const pdfMarginBytes = 1_024;

/**
 * A document ends with an end mark. Each of its later versions is appended to it with another one, and a web server may add anything. So it
 * is cut off when objects follow the last end mark.
 */
export function* pdf(file: Walked): Format {
  let isEnded = false;
  while (file.at < file.size) {
    const mark = yield 'end mark';
    if (mark.length === 0) break;
    const rest = file.size - file.at;
    if (rest <= pdfMarginBytes) return null;
    const next =
      latin(yield { take: 40 })
        .split('%%EOF')
        .at(-1) ?? '';
    isEnded = !/^\s*(\d+\s+\d+\s+obj|xref)/.test(next);
  }
  return isEnded ? null : 'CUT_OFF';
}

import { latin } from './read-bytes.ts';
import { cut, type Format, type Walked } from './walk.ts';

/** A viewer finds the header among so many first bytes, and the end mark among so many last ones (ISO 32000-1, appendix H). */
export const pdfMarginBytes = 1_024;

/**
 * A document ends with an end mark. Each of its later versions is appended to it with another one, and a web server may add anything, which
 * is removed. So it is cut off when objects follow the last end mark.
 */
export function* pdf(file: Walked): Format {
  let end = 0;
  let next = '';
  while (file.at < file.size) {
    const found = yield 'end mark';
    if (found.length === 0) break;
    [end, next] = [file.at, ''];
    for (let more = ahead(file, end, next); more > 0; more = ahead(file, end, next)) {
      next += latin(yield { take: more });
      const last = next.lastIndexOf(mark);
      if (last >= 0) next = next.slice(last + mark.length);
      end = file.at - next.length;
    }
  }
  if (end === 0 || (!isNear(file, end) && objects.test(next))) return 'CUT_OFF';
  if (!goesOn.test(next)) cut(file, end + (lineEnd.exec(next)?.[0].length ?? 0), file.size);
  return null;
}

const mark = '%%EOF';

/**
 * The number of bytes to read after an end mark: all of the last ones, otherwise 40, and the rest of a further mark that begins within them.
 * The limit bounds the work on a file of percent signs.
 */
function ahead(file: Walked, end: number, next: string): number {
  if (isNear(file, end)) return file.size - file.at;
  if (next.length < 40) return 40 - next.length;
  const begun = next.length < 64 ? /%(%(EO?)?)?$/.exec(next.slice(-4)) : null;
  return begun === null ? 0 : mark.length - begun[0].length;
}

const isNear = (file: Walked, end: number): boolean => file.size - end <= pdfMarginBytes;

const lineEnd = /^(\r\n|\r|\n)/;
/** The begin of a later version. */
const objects = /^\s*(\d+\s+\d+\s+obj|xref)/;
/** The document has no end mark of its own: the last one is of a file within it, or of an earlier version. */
const goesOn = /^\s*endstream|startxref\s+\d+\s*(%%?E?O?)?\s*$/;

import { text, visible, visiblePattern } from './text.ts';

/** Text on one line. The length is checked again after folding, because normalisation can make a text longer. */
export const oneLine = (max: number) =>
  text(1, max)
    .transform(folded)
    .refine((value) => visible.test(value), 'must not be blank')
    .refine((value) => [...value].length <= max, `must have at most ${max} characters`)
    .meta({ type: 'string', minLength: 1, maxLength: max, pattern: visiblePattern });

/** Folds spaces and removes invisible characters, so that texts that look equal are equal. */
const folded = (value: string): string =>
  value
    .normalize('NFC')
    .replace(/[\p{Z}\t-\r\u2800]+/gu, ' ')
    .replace(keptOrInvisible, (_, kept = '') => kept)
    .replace(/ +/g, ' ')
    .trim();

// Emoji of several characters (UTS 51: joined, with a skin tone, keycaps, flags of regions), and joiners that change the shape of a letter
// beside them (RFC 5892, A.1 and A.2): after a virama, and between Arabic letters that connect to the next one.
const kept = [
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]+\u{E007F}`,
  String.raw`\p{ExtPict}[\uFE0E\uFE0F]?\p{EMod}?(?:\u200D\p{ExtPict}[\uFE0E\uFE0F]?\p{EMod}?)*`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
  String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA][\u200C\u200D]`,
  String.raw`(?![اأإآدذرزژوؤة])\p{Script=Arabic}\u200C(?=\p{Script=Arabic})`,
];
// Default ignorable characters (UAX 44), controls, and annotations.
const invisible = String.raw`[\p{DI}\p{Cc}\uFFF9-\uFFFB]`;
const keptOrInvisible = new RegExp(`(${kept.join('|')})|${invisible}`, 'gu');

import { decoded } from '../../../schema/shared/punycode.ts';

/** The marks of names (UTS 39, 3.1), except those through a letter: U+0338 looks like a slash. */
const marks =
  '\\u0300-\\u0304\\u0306-\\u030c\\u030f-\\u0311\\u0313\\u0314\\u031b\\u0323-\\u0328\\u032d\\u032e\\u0330\\u0331\\u0342\\u0345';
/** The blocks of the marks that several scripts share. */
const anyMark = '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]';
/** No other signs, of which many look like those of an address, such as U+2215 and U+05C3. Words of Hebrew and Tibetan have three. */
const ofWords = '[\\p{L}\\p{M}\\p{N}\\u05f3\\u05f4\\u0f0b]';

// Scripts that a language writes together (UTS 39, 5.1), and other scripts alone. Cherokee, Canadian Aboriginal and Lisu are missing: whole
// words of them look like Latin ones.
const scripts = [
  ...['Latin Han Hiragana Katakana', 'Latin Han Hangul', 'Latin Han Bopomofo'],
  ...'Cyrillic Greek Arabic Hebrew Armenian Georgian Thai Devanagari Bengali Tamil Telugu Gujarati Gurmukhi'.split(' '),
  ...'Kannada Malayalam Sinhala Khmer Lao Myanmar Ethiopic Oriya Mongolian Thaana Tibetan Syriac Nko'.split(' '),
  ...'Tifinagh Yi Javanese Balinese Sundanese Cham Adlam Vai Ol_Chiki Tai_Le Meetei_Mayek Buginese Lepcha Limbu'.split(
    ' ',
  ),
].map((names) => {
  const of = names.replace(/\w+ ?/g, (name) => `\\p{sc=${name.trim()}}\\p{scx=${name.trim()}}`);
  return new RegExp(`^(?:[0-9_-]|[${marks}]|(?=${ofWords})(?!${anyMark})[${of}])+$`, 'u');
});

/** Whether the letters of each label of a host name are of one script: a Cyrillic letter among Latin ones looks like another name. */
export const isOfOneScript = (host: string): boolean => host.split('.').every(isLabelOfOneScript);

function isLabelOfOneScript(label: string): boolean {
  if (!label.startsWith('xn--')) return true;
  const letters = decoded(label.slice(4))?.replace(betweenLetters, '');
  return (
    letters !== undefined &&
    !imitating.test(letters) &&
    !aloneImitating.test(letters) &&
    scripts.some((script) => script.test(letters))
  );
}

const kana = '\\p{sc=Hiragana}\\p{sc=Katakana}';
/** Signs that a name has only beside certain letters (RFC 5892, A.3 and A.7), and the Japanese sign of a long vowel. */
const betweenLetters = new RegExp(
  `(?<=l)·(?=l)|(?<=[${kana}\\p{sc=Han}ー])・(?=[${kana}\\p{sc=Han}])|(?<=[${kana}ー])ー`,
  'gu',
);

/** Letters that look like a slash, a dot, a colon or a question mark, or that people write in no name: strokes, clicks and parts of Hangul. */
const imitating =
  /[ー\u01c0-\u01c3\u0294\u02d0\u097d\u1100-\u11ff\u3031-\u3035\u4e36\u4e3f-\u4e41\ua78f\ua960-\ua97f\ud7b0-\ud7ff]/u;

/** Letters that look like a slash or a dot unless another letter or digit of their script is beside them. */
const slashes = '[\u30bd\u30be\u30ce\u30f3]';
const japanese = `(?!${slashes})[${kana}\\p{sc=Han}]`;
const aloneImitating = new RegExp(
  `(?<!${slashes}|${japanese})${slashes}+(?!${slashes}|${japanese})|(?<![${kana}])[ゝゞヽヾ]|(?<!\\p{Nd})[٠۰](?!\\p{Nd})`,
  'u',
);

import { decoded } from '../../../schema/shared/punycode.ts';

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
  const [own, shared] = ['sc', 'scx'].map((of) => names.replace(/\w+ ?/g, (name) => `\\p{${of}=${name.trim()}}`));
  // The script Common also has signs that look like those of an address, such as U+2215. Of it, only letters and digits of the script.
  return new RegExp(`^(?:[0-9_-]|[${own}\\p{sc=Inherited}]|(?=[\\p{L}\\p{M}\\p{N}])[${shared}])+$`, 'u');
});

/** Whether the letters of each label of a host name are of one script: a Cyrillic letter among Latin ones looks like another name. */
export const isOfOneScript = (host: string): boolean => host.split('.').every(isLabelOfOneScript);

function isLabelOfOneScript(label: string): boolean {
  if (!label.startsWith('xn--')) return true;
  const letters = decoded(label.slice(4))?.replace(betweenLetters, '');
  return letters !== undefined && !letters.includes('ー') && scripts.some((script) => script.test(letters));
}

const kana = '\\p{sc=Hiragana}\\p{sc=Katakana}';
/** Signs that a name has only beside certain letters (RFC 5892, A.3 and A.7), and the Japanese sign of a long vowel. */
const betweenLetters = new RegExp(
  `(?<=l)·(?=l)|(?<=[${kana}\\p{sc=Han}ー])・(?=[${kana}\\p{sc=Han}])|(?<=[${kana}ー])ー`,
  'gu',
);

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

/** RFC 3492, 6.2. Null for a label that no name becomes. */
function decoded(label: string): string | null {
  const last = label.lastIndexOf('-');
  const letters = [...label.slice(0, Math.max(last, 0))].map((letter) => letter.codePointAt(0) ?? 0);
  let [code, index, bias, at] = [128, 0, 72, last + 1];
  while (at < label.length) {
    const before = index;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = digits.indexOf(label.charAt(at++) || '-');
      if (digit < 0) return null;
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const count = letters.length + 1;
    bias = adapted(index - before, count, before === 0);
    code += Math.floor(index / count);
    index %= count;
    if (code > 0x10ffff) return null;
    letters.splice(index++, 0, code);
  }
  return String.fromCodePoint(...letters);
}

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}

/** RFC 3492, 6.2. Null for a label that no name becomes. */
export function decoded(label: string): string | null {
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

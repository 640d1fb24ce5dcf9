/** Platforms may change the case and the line breaks of profile texts. */
export const isCodeIn = (text: string, code: string): boolean => text.toLowerCase().includes(code);

// Excludes 0 and o, 1, i and l, and u, which looks like v.
const alphabet = 'abcdefghjkmnpqrstvwxyz23456789';
const codeLength = 12;

/** The code for a profile: 'castline-' and twelve of thirty characters, 58 bits, from random bytes; null when they do not suffice. */
export function codeFrom(randomBytes: Uint8Array): string | null {
  // 256 is not a multiple of 30: bytes from 240 on would favour the first characters.
  const fair = [...randomBytes].filter((byte) => byte < 240).slice(0, codeLength);
  return fair.length < codeLength ? null : `castline-${fair.map((byte) => alphabet[byte % alphabet.length]).join('')}`;
}

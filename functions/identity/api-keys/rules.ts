import { type Scope, scopes } from '../../../schema/shared/enums.ts';

/** A key is `<word>_live_{prefix}.{secret}`: 12 characters identify it, 43 (32 bytes in base64url) authenticate it. */
export const prefixLength = 12;

export interface PresentedKey {
  readonly prefix: string;
  readonly secret: string;
}

/** The parts of a well-formed key, or null. */
export function parseKey(text: string, word: string): PresentedKey | null {
  const match = /^([a-z][a-z0-9]*)_live_([a-z0-9]{12})\.([A-Za-z0-9_-]{43})$/.exec(text);
  const [, foundWord, prefix, secret] = match ?? [];
  return foundWord === word && prefix !== undefined && secret !== undefined ? { prefix, secret } : null;
}

export const formatKey = (word: string, { prefix, secret }: PresentedKey) => `${formatPrefix(word, prefix)}.${secret}`;

/** The part of a key that may be shown: everything up to the dot. */
export const formatPrefix = (word: string, prefix: string) => `${word}_live_${prefix}`;

const prefixAlphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** The prefix for random bytes, five bits per character. */
export const prefixOf = (random: Uint8Array): string =>
  Array.from(random.subarray(0, prefixLength), (byte) => prefixAlphabet[byte & 31]).join('');

/** Every key has the scope `read`; the order is fixed. */
export const scopesOf = (requested: readonly Scope[]): Scope[] =>
  scopes.filter((scope) => scope === 'read' || requested.includes(scope));

import { createHash } from 'node:crypto';

export const hashed = (text: string): Uint8Array => createHash('sha256').update(text).digest();

/** A decimal number of exactly so many digits (at most 18) from random bytes: the same for the same bytes. */
export function digitsOf(bytes: Uint8Array, length: number): string {
  const smallest = 10n ** BigInt(length - 1);
  const number = BigInt(`0x${Buffer.from(bytes.subarray(0, 16)).toString('hex')}`);
  return String(smallest + (number % (9n * smallest)));
}

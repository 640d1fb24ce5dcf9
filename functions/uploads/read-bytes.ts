/** An unsigned big-endian number, after `lead`. */
export function unsigned(bytes: Uint8Array, lead = 0): number {
  let sum = lead;
  for (const byte of bytes) sum = sum * 256 + byte;
  return sum;
}

export const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** The four-letter name of a box or chunk. */
export const nameIn = (bytes: Uint8Array, at: number): string => latin(bytes.subarray(at, at + 4));

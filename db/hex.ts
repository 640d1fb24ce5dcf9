/** Bytes in hexadecimal, in lower case as Postgres writes a bytea. */
export const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

/** The bytes of a text in hexadecimal, in memory of their own: small Buffers share theirs. */
export const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(hex, 'hex'));

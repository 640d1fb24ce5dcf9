export const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
export const hex = (digits: string): Buffer => Buffer.from(digits.replace(/\s/g, ''), 'hex');
export const joined = (...parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);

export const be32 = (n: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
};

/** A box of a film (ISO/IEC 14496-12). */
export const box = (name: string, ...inner: readonly Uint8Array[]): Buffer => {
  const body = joined(...inner);
  return joined(be32(8 + body.length), latin(name), body);
};

/** A segment of a JPEG. */
export const segment = (code: number, body: Uint8Array): Buffer => {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(2 + body.length, 2);
  return joined(head, body);
};

/** A file of the corpus. */
export interface Sample {
  readonly name: string;
  /** As it is announced. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** One that is accepted. */
export interface Accepted extends Sample {
  /** The bytes that are served; those of the file when they are not named. */
  readonly served?: Buffer;
  /** The type of its container, when it is another one than was announced. */
  readonly container?: string;
}

/** A file of which the tail is not served. */
export const beforeTail = (name: string, type: string, served: Buffer, tail: Buffer): Accepted => ({
  name,
  type,
  bytes: joined(served, tail),
  served,
});

/** One that is refused, with a part of the reason. */
export interface Refused extends Sample {
  readonly reason: RegExp;
}

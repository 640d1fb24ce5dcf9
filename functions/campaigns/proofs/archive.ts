export interface ArchivedFile {
  readonly name: string;
  readonly at: Date;
  readonly size: number;
  readonly sha256: string;
  /** The bytes, exactly as many as its size. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

export interface Archive {
  readonly body: ReadableStream<Uint8Array>;
  /** The length of the body in bytes. */
  readonly length: number;
}

/**
 * A ZIP of files that are not compressed. It reads a file when the one before it is sent, so that memory holds one file. When a read fails, the
 * body ends with an error before its announced length.
 */
export async function archiveOf(files: readonly ArchivedFile[]): Promise<Archive> {
  const { makeZip, predictLength } = await import('client-zip');
  const length = Number(predictLength(files));
  const { readable, writable } = new FixedLengthStream(length);
  makeZip(entries(files), { buffersAreUTF8: true })
    .pipeTo(writable)
    // The reader has left, or a file could not be read: `readable` ends with the same error.
    .catch(() => undefined);
  return { body: readable, length };
}

async function* entries(files: readonly ArchivedFile[]) {
  for (const { name, at, read } of files) yield { name, lastModified: at, input: await read() };
}

/** A body whose length is announced. Workers provide it. */
declare class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(length: number);
}

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
 * A ZIP of files that are not compressed. It reads a file when the one before it is sent, so that memory holds one file, and calls `end` after the
 * last one. When a read fails, the body ends with an error before its announced length.
 */
export async function archiveOf(files: readonly ArchivedFile[], end: () => void): Promise<Archive> {
  const { makeZip, predictLength } = await import('client-zip');
  const length = Number(predictLength(files));
  const { readable, writable } = new FixedLengthStream(length);
  // When the reader has left, or a file could not be read, `readable` ends with the same error.
  pour(makeZip(entries(files, end), { buffersAreUTF8: true }), writable).catch(() => undefined);
  return { body: readable, length };
}

/**
 * Writes each part before it reads the next one. makeZip reads the next file only after the bytes of the previous one were written, so the
 * bytes of a file may become invalid when the next file is read.
 */
async function pour(parts: ReadableStream<Uint8Array>, into: WritableStream<Uint8Array>): Promise<void> {
  const [reader, writer] = [parts.getReader(), into.getWriter()];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return await writer.close();
      await writer.write(value);
    }
  } catch (error) {
    await Promise.allSettled([reader.cancel(error), writer.abort(error)]);
    throw error;
  }
}

async function* entries(files: readonly ArchivedFile[], end: () => void) {
  try {
    for (const { name, at, read } of files) yield { name, lastModified: at, input: await read() };
  } finally {
    end();
  }
}

/** A body whose length is announced. Workers provide it. */
declare class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(length: number);
}

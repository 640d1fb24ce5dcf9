import { cutOff } from './object-store.ts';
import { silenceMs, type Watch, watchSilence } from './watch-silence.ts';

/**
 * A byte stream of the store in chunks of at most 256 KiB, each valid until the next. Throws PRIVATE_UPLOAD_SERVICE_UNAVAILABLE when the
 * stream breaks or hangs. Cancels the stream when the consumer stops.
 */
export async function* readChunks(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = bytes.getReader({ mode: 'byob' });
  const watch = watchSilence(silenceMs);
  let buffer = new ArrayBuffer(bufferBytes);
  let isAtEnd = false;
  try {
    // Reuses one buffer for the whole file, because separate chunks would accumulate faster than they are collected.
    for (;;) {
      const { done, value } = await Promise.race([reader.read(new Uint8Array(buffer)), watch.silence]).catch(cutOff);
      isAtEnd = done;
      if (done || value === undefined) return;
      watch.heard();
      yield value;
      buffer = value.buffer;
    }
  } finally {
    watch.end();
    // Not awaited: a stream that hangs may never finish cancelling.
    if (!isAtEnd) reader.cancel().catch(() => undefined);
  }
}

/**
 * The bytes of a stream that has exactly this size, in this buffer; null when it has another one. The watch detects a stream that hangs. The
 * buffer is detached: `buffer` of the bytes replaces it.
 */
export async function readWhole(
  bytes: ReadableStream<Uint8Array>,
  size: number,
  watch: Watch,
  into: ArrayBuffer,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = bytes.getReader({ mode: 'byob' });
  const readInto = async (view: Uint8Array<ArrayBuffer>) => {
    const { done, value } = await Promise.race([reader.read(view), watch.silence]).catch(cutOff);
    watch.heard();
    return done ? undefined : value;
  };
  let buffer = into;
  for (let read = 0; read < size; ) {
    const value = await readInto(new Uint8Array(buffer, read, size - read));
    if (value === undefined) return null;
    buffer = value.buffer;
    read += value.length;
  }
  if ((await readInto(new Uint8Array(1))) === undefined) return new Uint8Array(buffer, 0, size);
  reader.cancel().catch(() => undefined);
  return null;
}

const bufferBytes = 256 * 1024;

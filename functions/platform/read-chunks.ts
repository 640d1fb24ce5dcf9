import { cutOff } from './object-store.ts';
import { watchSilence } from './watch-silence.ts';

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

/** The bytes of a stream that has exactly this size; null when it has another one. */
export async function readWhole(
  bytes: ReadableStream<Uint8Array>,
  size: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const whole = new Uint8Array(size);
  let read = 0;
  for await (const chunk of readChunks(bytes)) {
    if (read + chunk.length > size) return null;
    whole.set(chunk, read);
    read += chunk.length;
  }
  return read === size ? whole : null;
}

const bufferBytes = 256 * 1024;

// A hanging stream is detected after at most twice this time, within the 10 seconds for an answer.
const silenceMs = 4_500;

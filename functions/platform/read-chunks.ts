import { cutOff } from './object-store.ts';
import { watchSilence } from './watch-silence.ts';

/**
 * A byte stream of the store in chunks of at most 256 KiB, each of which holds until the next. It throws
 * PRIVATE_UPLOAD_SERVICE_UNAVAILABLE when the stream breaks off or falls silent, and cancels it when no more is wanted.
 */
export async function* readChunks(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = bytes.getReader({ mode: 'byob' });
  const watch = watchSilence(silenceMs);
  let buffer = new ArrayBuffer(bufferBytes);
  let isAtEnd = false;
  try {
    // One buffer for the whole file: chunks of their own would heap up faster than they are collected.
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
    // What hangs is not waited for.
    if (!isAtEnd) reader.cancel().catch(() => undefined);
  }
}

const bufferBytes = 256 * 1024;

// Found out after twice that at most, which is less than the 10 seconds in which an answer is due.
const silenceMs = 4_500;

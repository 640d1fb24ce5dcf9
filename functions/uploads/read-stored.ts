import type { StoredCopy } from '../../db/uploads/checks.ts';
import { sha256Hex } from '../platform/hash.ts';
import { openObjectStore, storeUnavailable } from '../platform/object-store.ts';
import { readWhole } from '../platform/read-chunks.ts';
import { silenceMs, watchSilence } from '../platform/watch-silence.ts';
import type { StoreSettings } from '../settings/index.ts';

export interface StoredReader {
  /**
   * A verified file, whole in memory, valid until the next read: only for images, which have at most 10 MiB. Throws PRIVATE_UPLOAD_SERVICE_UNAVAILABLE
   * unless the store has exactly the file that was checked.
   */
  read(file: StoredCopy): Promise<Uint8Array<ArrayBuffer>>;
  end(): void;
}

/**
 * Reads files one after the other. All share one buffer, because separate ones would accumulate faster than they are collected, and one watch, because workerd cannot end a timeout before its time, and a request has at most 10,000 of
 * them. The watch is paused between two reads.
 */
export function storedReader(settings: StoreSettings): StoredReader {
  const store = openObjectStore(settings);
  const watch = watchSilence(silenceMs);
  let reading = new AbortController();
  watch.silence.catch((error: unknown) => reading.abort(error));
  let buffer = new ArrayBuffer(0);
  return {
    async read({ storedKey, storedSize, storedSha256 }) {
      // One for each read, because a signal keeps what has listened to it.
      reading = new AbortController();
      watch.resume();
      try {
        const stream = await store.read(storedKey, reading.signal);
        if (stream === null) throw storeUnavailable(new Error('a stored file is gone'));
        const space = buffer.byteLength < storedSize ? new ArrayBuffer(storedSize) : buffer;
        const bytes = await readWhole(stream, storedSize, watch, space);
        buffer = bytes?.buffer ?? new ArrayBuffer(0);
        if (bytes === null || (await sha256Hex(bytes)) !== storedSha256)
          throw storeUnavailable(new Error('a stored file is not the one that was checked'));
        return bytes;
      } finally {
        watch.pause();
      }
    },
    end: watch.end,
  };
}

/** One file. */
export async function readStored(settings: StoreSettings, file: StoredCopy): Promise<Uint8Array<ArrayBuffer>> {
  const reader = storedReader(settings);
  return reader.read(file).finally(reader.end);
}

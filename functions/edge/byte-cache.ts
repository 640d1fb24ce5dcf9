import { LRUCache } from 'lru-cache';

/** An answer as it leaves: bytes, and what they are the answer of. */
export interface Stored {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly headers: Headers;
  /** The generation that the body was read in, or was last confirmed in. */
  readonly generation: string;
}

/** The memory of an entry beside its body: key, headers, generation and the cache's own. */
const overheadBytes = 2_048;

/** The answers of this isolate. The least recently used ones leave first, and none is kept that takes more than a quarter. */
export const openByteCache = (capacityBytes: number) =>
  new LRUCache<string, Stored>({
    maxSize: capacityBytes,
    maxEntrySize: capacityBytes / 4,
    sizeCalculation: ({ body }) => body.byteLength + overheadBytes,
  });

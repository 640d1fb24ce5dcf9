import { LRUCache } from 'lru-cache';

/** A cached answer: its bytes and metadata. */
export interface Stored {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly headers: Headers;
  readonly headersOfNotModified: Headers;
  /** The generation in which the body was read or last confirmed. */
  readonly generation: string;
  /** The body is the path of a redirect. */
  readonly isRedirect?: true | undefined;
}

/** Memory of an entry besides its body: key, headers, generation and the cache's own overhead. */
const overheadBytes = 2_048;

/**
 * The cached answers of this isolate. It evicts the least recently used ones, and stores no answer larger than a quarter of its capacity.
 */
export const openByteCache = (capacityBytes: number) =>
  new LRUCache<string, Stored>({
    maxSize: capacityBytes,
    maxEntrySize: capacityBytes / 4,
    sizeCalculation: ({ body }) => body.byteLength + overheadBytes,
  });

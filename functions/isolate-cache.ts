import { LRUCache } from 'lru-cache';

/**
 * An LRU cache of this isolate. `max` would preallocate all entries at the start of the edge function, 1 ms per 10,000; maxSize with a size
 * of 1 per entry preallocates none.
 */
export const isolateCache = <Key extends {}, Value extends {}>(maxEntries: number) =>
  new LRUCache<Key, Value>({ maxSize: maxEntries, sizeCalculation: () => 1 });

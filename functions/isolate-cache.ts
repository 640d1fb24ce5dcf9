import { LRUCache } from 'lru-cache';

/**
 * What this isolate remembers, at most so many entries: the least recently used ones leave first. `max` would reserve the room of all
 * entries at the start of the edge function, 1 ms for each 10,000; a size of 1 for each entry reserves none.
 */
export const isolateCache = <Key extends {}, Value extends {}>(maxEntries: number) =>
  new LRUCache<Key, Value>({ maxSize: maxEntries, sizeCalculation: () => 1 });

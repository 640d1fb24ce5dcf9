import { readGenerations } from '../../db/catalog.ts';
import { EdgeCache } from './edge-cache.ts';

/** The cache that every guest read of this isolate goes through. */
export const guestEdge = new EdgeCache(readGenerations);

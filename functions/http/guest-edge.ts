import { readGenerations } from '../../db/catalog.ts';
import { EdgeCache } from './edge-cache.ts';

/** The cache that every guest read of this isolate goes through. */
export const guestEdge = new EdgeCache(readGenerations);

/** The same for pictures, whose bytes must not push the answers out. */
export const pictureEdge = new EdgeCache(readGenerations);

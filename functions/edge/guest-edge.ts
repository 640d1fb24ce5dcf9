import { readGenerations } from '../../db/catalog/generations.ts';
import { EdgeCache } from './edge-cache.ts';
import { GuestLimit } from './guest-limit.ts';

/** The cache that every guest read of this isolate goes through. */
export const guestEdge = new EdgeCache(readGenerations, new GuestLimit('guest'));

/**
 * The same for pictures: their bytes must not push the answers out, and the many that one page shows must not use up what
 * its reader may read.
 */
export const pictureEdge = new EdgeCache(readGenerations, new GuestLimit('picture'));

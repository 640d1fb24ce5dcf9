import { readGenerations } from '../../db/catalog/generations.ts';
import { EdgeCache } from './edge-cache.ts';
import { GuestLimit } from './guest-limit.ts';

/** The cache that all guest reads of this isolate use. */
export const guestEdge = new EdgeCache(readGenerations, new GuestLimit('guest'));

/**
 * The cache of pictures. It is separate, so that their bytes do not evict answers and the many pictures of a page do not use up the
 * reader's limit.
 */
export const pictureEdge = new EdgeCache(readGenerations, new GuestLimit('picture'));

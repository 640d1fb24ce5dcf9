import { readGeneration } from '../catalog/index.ts';
import { EdgeCache } from './edge-cache.ts';

/** The cache that every guest read of this isolate goes through. */
export const guestEdge = new EdgeCache((db) => readGeneration({ db }));

import { readGenerations } from '../../db/catalog.ts';
import type { GuestCtx } from '../context.ts';

/** The counters that say whether anything public has changed. */
export const readGeneration = (ctx: Pick<GuestCtx, 'db'>): Promise<string> => readGenerations(ctx.db);

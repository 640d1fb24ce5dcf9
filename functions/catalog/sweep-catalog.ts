import { forgetFormer } from '../../db/catalog.ts';
import type { JobCtx } from '../context.ts';

const batch = 1_000;

/** Where creators stood until an hour ago is forgotten, with the words of those who have left. True when there may be more. */
export const sweepCatalog = async ({ db, now }: JobCtx): Promise<boolean> =>
  (await forgetFormer(db, now(), batch)) === batch;

import { forgetFormer } from '../../db/catalog.ts';
import type { JobCtx, JobResult } from '../context.ts';

const batch = 1_000;

/** Where creators stood until an hour ago is forgotten, with the words of those who have left. */
export async function sweepCatalog({ db, now }: JobCtx): Promise<JobResult> {
  const done = await forgetFormer(db, now(), batch);
  return { done, isMore: done === batch };
}

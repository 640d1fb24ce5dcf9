import { deleteFormerPlaces } from '../../db/catalog/refresh.ts';
import type { JobCtx, JobResult } from '../context.ts';

const batch = 1_000;

/** Deletes the former places of creators after an hour, with the words of creators who have left. */
export async function sweepCatalog({ db, now }: JobCtx): Promise<JobResult> {
  const done = await deleteFormerPlaces(db, now(), batch);
  return { done, isMore: done === batch };
}

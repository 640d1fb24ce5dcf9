import { deleteOldAnswers } from '../db/idempotency.ts';
import type { JobCtx, JobResult } from './context.ts';

/** Days for which a request with the same key gets the first answer. */
export const keptDays = 7;
const batch = 5_000;

/** Deletes idempotency keys that are older than seven days, at most a batch. */
export async function sweepIdempotencyKeys({ db, now }: JobCtx): Promise<JobResult> {
  const done = await deleteOldAnswers(db, new Date(now().getTime() - keptDays * 86_400_000), batch);
  return { done, isMore: done === batch };
}

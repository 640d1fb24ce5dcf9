import { deleteOldStates } from '../../db/social-accounts/connections.ts';
import type { JobCtx, JobResult } from '../context.ts';

const batch = 1_000;

/** Deletes connections that began and did not return in time, at most a batch. */
export async function sweepConnections({ db, now }: Pick<JobCtx, 'db' | 'now'>): Promise<JobResult> {
  const done = await deleteOldStates(db, now(), batch);
  return { done, isMore: done === batch };
}

import { deleteWalksBefore } from '../db/walks.ts';
import type { JobCtx, JobResult } from './context.ts';

/** Hours for which a walk through a list goes on in the order that the list had at its beginning. Factories are scanned at least once a day. */
const keptHours = 48;
const batch = 1_000;

/** Deletes the orders of walks that nobody has continued for two days, at most a batch of each kind. */
export async function sweepWalks({ db, now }: JobCtx): Promise<JobResult> {
  const done = await deleteWalksBefore(db, new Date(now().getTime() - keptHours * 3_600_000), batch);
  return { done, isMore: done >= batch };
}

import { deleteOldClicks } from '../../../db/campaigns/clicks.ts';
import type { JobCtx, JobResult } from '../../context.ts';

/** Longer than a queue keeps a message, which is 14 days at most. */
const keptDays = 15;
const batch = 5_000;

/** Deletes the ids of counted messages that no queue delivers any more, at most a batch. */
export async function sweepClicks({ db, now }: JobCtx): Promise<JobResult> {
  const done = await deleteOldClicks(db, new Date(now().getTime() - keptDays * 86_400_000), batch);
  return { done, isMore: done === batch };
}

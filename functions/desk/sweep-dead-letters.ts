import { deleteOldLetters } from '../../db/desk/dead-letters.ts';
import { deadLetterDays } from '../../schema/desk/operations.ts';
import type { JobCtx, JobResult } from '../context.ts';

const batch = 5_000;

/** Deletes dead letters after 90 days, at most a batch. */
export async function sweepDeadLetters({ db, now }: JobCtx): Promise<JobResult> {
  const before = new Date(now().getTime() - deadLetterDays * 86_400_000);
  const done = await deleteOldLetters(db, before, batch);
  return { done, isMore: done === batch };
}

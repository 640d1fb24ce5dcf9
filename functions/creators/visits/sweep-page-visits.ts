import { deleteOldVisits } from '../../../db/creators/page-visits.ts';
import { visitDays } from '../../../schema/creators/page-visits.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { dayBefore } from './rules.ts';

const batch = 5_000;

/** Deletes the visits of days that no answer contains any more, at most a batch. */
export async function sweepPageVisits({ db, now }: JobCtx): Promise<JobResult> {
  const done = await deleteOldVisits(db, dayBefore(now(), visitDays), batch);
  return { done, isMore: done === batch };
}

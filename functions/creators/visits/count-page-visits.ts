import { countVisits, type VisitBatch } from '../../../db/creators/page-visits.ts';
import type { JobCtx, JobResult } from '../../context.ts';

/** Counts the visits of a batch once, however often the queue delivers it. */
export const countPageVisits = async ({ db, now }: JobCtx, batch: VisitBatch): Promise<JobResult> => ({
  done: await countVisits(db, batch, now()),
  isMore: false,
});

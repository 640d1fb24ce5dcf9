import { summarizeOrders } from '../../../db/metrics/analytics-summaries.ts';
import type { JobCtx, JobResult } from '../../context.ts';

const batch = 500;

/** Summarizes orders that have changed, at most a batch. Until then, analytics read these orders from their own rows. */
export async function summarizeAnalytics({ db }: JobCtx): Promise<JobResult> {
  const done = await summarizeOrders(db, batch);
  return { done, isMore: done === batch };
}

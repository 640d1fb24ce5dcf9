import { Unreachable } from '../../../db/failures.ts';
import { summarizeOrders } from '../../../db/metrics/analytics-summaries.ts';
import { isUnavailable } from '../../../schema/shared/errors.ts';
import type { JobCtx, JobResult } from '../../context.ts';

const batch = 100;

/**
 * Summarizes orders that have changed, at most a batch. Until then, analytics read these orders from their own rows. The time that a batch
 * takes depends on the assignments of its orders. So a batch that Postgres cannot finish in time is divided by four until it can.
 */
export async function summarizeAnalytics({ db }: JobCtx): Promise<JobResult> {
  for (let size = batch; ; size = Math.ceil(size / 4)) {
    try {
      const done = await summarizeOrders(db, size);
      return { done, isMore: done === size };
    } catch (error) {
      if (size === 1 || !isUnavailable(error) || error instanceof Unreachable) throw error;
    }
  }
}

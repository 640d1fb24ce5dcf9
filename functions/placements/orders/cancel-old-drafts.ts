import { cancelUntouchedOrders } from '../../../db/placements/orders.ts';
import { one } from '../../../db/query.ts';
import type { JobCtx, JobResult } from '../../context.ts';

const batch = 500;

/** Cancels drafts that have not changed for DRAFT_TTL_DAYS, and their quotes. */
export async function cancelOldDrafts({ db, now, settings }: JobCtx): Promise<JobResult> {
  const before = new Date(now().getTime() - settings.DRAFT_TTL_DAYS * 86_400_000);
  const { cancelled } = await one(db, cancelUntouchedOrders(before, now(), batch));
  return { done: cancelled, isMore: cancelled === batch };
}

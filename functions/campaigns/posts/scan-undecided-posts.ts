import { scanUndecided } from '../../../db/campaigns/moderation.ts';
import { decisionRetryMinutes } from '../../../schema/campaigns/scan-rules.ts';
import type { JobCtx, JobResult } from '../../context.ts';

const batch = 500;

/**
 * Makes undecided posts due at their platforms after their moderation window: the scan decides about them. One whose platform does not answer is
 * asked again an hour later.
 */
export async function scanUndecidedPosts({ db, now }: JobCtx): Promise<JobResult> {
  const at = now();
  const retryAt = new Date(at.getTime() + decisionRetryMinutes * 60_000);
  const done = await scanUndecided(db, { at, retryAt, limit: batch });
  return { done, isMore: done === batch };
}

import { endOldSessions } from '../../db/social-accounts/stats-sessions.ts';
import type { JobCtx, JobResult } from '../context.ts';

const batch = 1_000;

/** Ends recording sessions that ran out, at most a batch. The sweep of uploads deletes their files, and those of decided sessions. */
export async function sweepSessions({ db, now }: Pick<JobCtx, 'db' | 'now'>): Promise<JobResult> {
  const done = await endOldSessions(db, now(), batch);
  return { done, isMore: done === batch };
}

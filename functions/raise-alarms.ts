import { readAlarms } from '../db/audit.ts';
import type { JobCtx, JobResult } from './context.ts';
import { log } from './log.ts';

/** Three runs of the responsible job, plus one minute. */
const overdueMs = 16 * 60_000;

/** Logs an error for each alarm in every run until its cause is resolved, to alert an operator. */
export async function raiseAlarms(ctx: JobCtx): Promise<JobResult> {
  const alarms = await readAlarms(ctx.db, new Date(ctx.now().getTime() - overdueMs));
  for (const { alarm, ids } of alarms) log('error', 'alarm', { alarm, ids });
  return { done: alarms.length, isMore: false };
}

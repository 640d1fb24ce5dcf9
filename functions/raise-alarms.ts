import { alarmsAt } from '../db/audit.ts';
import type { JobCtx, JobResult } from './context.ts';
import { log } from './log.ts';

/** Logs an error for each alarm in every run until its cause is resolved, to alert an operator. */
export async function raiseAlarms(ctx: JobCtx): Promise<JobResult> {
  const alarms = await ctx.db.read(alarmsAt(ctx.now()));
  for (const { alarm, ids } of alarms) log('error', 'alarm', { alarm, ids });
  return { done: alarms.length, isMore: false };
}

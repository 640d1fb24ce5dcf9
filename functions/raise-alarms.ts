import { readAlarms } from '../db/audit.ts';
import type { JobCtx, JobResult } from './context.ts';
import { log } from './log.ts';

/** Three runs of what should have moved it, and one minute. */
const overdueMs = 16 * 60_000;

/** Compares what should have happened with what did. Each difference is a line that an operator is alerted by, in every run until it is gone. */
export async function raiseAlarms(ctx: JobCtx): Promise<JobResult> {
  const alarms = await readAlarms(ctx.db, new Date(ctx.now().getTime() - overdueMs));
  for (const { alarm, ids } of alarms) log('error', 'alarm', { alarm, ids });
  return { done: alarms.length, isMore: false };
}

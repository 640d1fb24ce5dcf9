import { dueSketches, storeSketches } from '../../../db/campaigns/clicks.ts';
import type { JobCtx, JobResult } from '../../context.ts';

/** Links of one run. Each sketch has up to 24 KiB in hexadecimal. */
const batch = 20;
/** Longer than the consumer of clicks takes from its commit to Redis. */
const settlingMs = 60_000;

/**
 * Stores the sketches of the visitors in the database, and restores sketches that Redis has lost. If Redis does not answer, it changes
 * nothing, and the next run does the work.
 */
export async function keepSketches({ db, settings, now }: JobCtx): Promise<JobResult> {
  const settledBefore = new Date(now().getTime() - settlingMs);
  const due = await db.read(dueSketches(settledBefore, batch));
  if (due.length === 0) return { done: 0, isMore: false };
  const { mergeSketches } = await import('./sketches.ts');
  const merged = await mergeSketches(settings, due);
  if (merged === null) return { done: 0, isMore: false };
  const done = await storeSketches(db, merged, { at: now(), settledBefore });
  return { done, isMore: due.length === batch && done > 0 };
}

import { removePastQuotes } from '../../../db/placements/quotes.ts';
import type { JobCtx, JobResult } from '../../context.ts';

const batch = 1_000;

/**
 * Deletes unused quotes, and offers with their text, QUOTE_RETENTION_DAYS after they expired, at most a batch. A late confirmation gets
 * QUOTE_EXPIRED before that and RESOURCE_NOT_FOUND afterwards.
 */
export async function sweepQuotes({ db, now, settings }: JobCtx): Promise<JobResult> {
  const before = new Date(now().getTime() - settings.QUOTE_RETENTION_DAYS * 86_400_000);
  const done = await removePastQuotes(db, before, batch);
  return { done, isMore: done === batch };
}

import { removePastQuotes } from '../../../db/placements/quotes.ts';
import type { JobCtx, JobResult } from '../../context.ts';

const batch = 1_000;

/**
 * Quotes that nobody took, offers with their text, are gone QUOTE_RETENTION_DAYS after they expired: until then a late confirmation is
 * told QUOTE_EXPIRED, afterwards RESOURCE_NOT_FOUND. At most a batch.
 */
export async function sweepQuotes({ db, now, settings }: JobCtx): Promise<JobResult> {
  const before = new Date(now().getTime() - settings.QUOTE_RETENTION_DAYS * 86_400_000);
  const done = await removePastQuotes(db, before, batch);
  return { done, isMore: done === batch };
}

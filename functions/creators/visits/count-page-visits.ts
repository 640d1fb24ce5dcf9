import { countVisits, type VisitBatch } from '../../../db/creators/page-visits.ts';
import type { JobCtx } from '../../context.ts';

/** Counts the visits of each batch once, however often the queue delivers it. Returns the number of changed rows (one for each page and day). */
export const countPageVisits = ({ db, now }: JobCtx, batches: readonly VisitBatch[]): Promise<number> =>
  countVisits(db, batches, now());

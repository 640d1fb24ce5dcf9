import {
  publishMetrics,
  readCreatorsWithNewFigures,
  readDueCreators,
  refreshDueCreator,
  refreshFigures,
} from '../db/catalog/refresh.ts';
import { causeOf } from '../db/failures.ts';
import type { JobCtx, JobResult, RequestCtx } from './context.ts';
import { log } from './log.ts';

const batch = 50;

/**
 * Rebuilds the search index of marked creators. Their pages and entries show the current state even before. Also stores new figures from orders.
 * A creator that fails does not stop the others.
 */
export async function rebuildMarked({ db, now }: JobCtx): Promise<JobResult> {
  const due = await readDueCreators(db, batch);
  const figures = await readCreatorsWithNewFigures(db, batch);
  const failures: unknown[] = [];
  for (const id of due) await db.transaction([refreshDueCreator(id)]).catch((error: unknown) => failures.push(error));
  for (const id of figures)
    await db.transaction([refreshFigures(id, now())]).catch((error: unknown) => failures.push(error));
  if (figures.length > 0) await publishMetrics(db, now());
  if (failures.length > 0) throw failures[0];
  return { done: due.length + figures.length, isMore: due.length === batch || figures.length === batch };
}

/** Queues the rebuild after a commit that may have marked creators. It never throws, because cron queues the job too. */
export const queueRebuild = ({ enqueue }: Pick<JobCtx, 'enqueue'>): Promise<void> =>
  enqueue([{ kind: 'rebuild-catalog' }]).catch((error: unknown) => log('error', 'catalog.not-queued', causeOf(error)));

/** Queues the rebuild after the answer to a request. */
export const rebuildCatalog = (ctx: RequestCtx): void => ctx.defer(queueRebuild(ctx));

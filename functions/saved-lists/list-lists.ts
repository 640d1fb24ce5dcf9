import { listsPage } from '../../db/saved-lists/saved-lists.ts';
import { pageOf } from '../../schema/shared/page.ts';
import type { Ctx } from '../context.ts';
import { viewList } from './view.ts';

interface Wanted {
  readonly creator?: string | undefined;
  readonly cursor?: number | undefined;
  readonly limit: number;
}

/** The caller's lists, newest first. */
export async function listLists(ctx: Ctx, { limit, ...wanted }: Wanted) {
  const rows = await ctx.db.read(listsPage(ctx.actor.userId, { ...wanted, limit: limit + 1 }));
  const lists = rows.map(({ hasCreator, createdAt, updatedAt, ...list }) => ({
    ...viewList({ ...list, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }),
    hasCreator,
  }));
  return pageOf(lists, limit, ({ id }) => id);
}

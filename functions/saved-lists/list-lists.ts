import { facts } from '../../db/query.ts';
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
  const { rows } = await facts(ctx.db, { rows: listsPage(ctx.actor.userId, { ...wanted, limit, at: ctx.now() }) });
  const lists = rows.map(({ hasCreator, ...list }) => ({ ...viewList(list), hasCreator }));
  return pageOf(lists, limit, ({ id }) => id);
}

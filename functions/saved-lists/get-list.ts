import { facts } from '../../db/query.ts';
import { savedListOf } from '../../db/saved-lists/saved-lists.ts';
import type { SavedListView } from '../../schema/saved-lists/saved-lists.ts';
import { notFound } from '../../schema/shared/errors.ts';
import type { Ctx } from '../context.ts';
import { viewList } from './view.ts';

/** A list of the caller, without its creators. */
export async function getList(ctx: Ctx, listId: number): Promise<{ data: SavedListView }> {
  const { list } = await facts(ctx.db, { list: savedListOf(ctx.actor.userId, listId) });
  if (list === null) throw notFound();
  return { data: viewList(list) };
}

import { factsOf } from '../../db/query.ts';
import { deleteList as deleteRow, savedListOf } from '../../db/saved-lists/saved-lists.ts';
import type { SavedListView } from '../../schema/saved-lists/saved-lists.ts';
import type { Ctx } from '../context.ts';
import { mutate } from '../mutate.ts';
import { viewList } from './view.ts';

/** Deletes a list of the caller for good. */
export const deleteList = (ctx: Ctx, id: number): Promise<{ data: SavedListView }> =>
  mutate(ctx, {
    facts: factsOf({ list: savedListOf(ctx.actor.userId, id) }),
    visible: ({ list }) => list,
    decide: (list) => ({ statements: [deleteRow(ctx.actor.userId, id)], answer: { data: viewList(list) } }),
  });

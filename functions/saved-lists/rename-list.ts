import { factsOf } from '../../db/query.ts';
import { renameList as renameRow, savedListOf } from '../../db/saved-lists/saved-lists.ts';
import type { SavedListView } from '../../schema/saved-lists/saved-lists.ts';
import type { Ctx } from '../context.ts';
import { mutate } from '../mutate.ts';
import { viewList } from './view.ts';

/** Renames a list of the caller. */
export const renameList = (
  ctx: Ctx,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<{ data: SavedListView }> =>
  mutate(ctx, {
    facts: factsOf({ list: savedListOf(ctx.actor.userId, id) }),
    visible: ({ list }) => list,
    decide(list) {
      const at = ctx.now();
      return {
        statements: [renameRow(ctx.actor.userId, id, name, at)],
        answer: { data: viewList({ ...list, name, updatedAt: at.toISOString() }) },
      };
    },
  });

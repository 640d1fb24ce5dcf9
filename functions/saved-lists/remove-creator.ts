import { factsOf } from '../../db/query.ts';
import { hasSaved, removeCreator as removeRow, savedListOf } from '../../db/saved-lists/saved-lists.ts';
import type { SavedListView } from '../../schema/saved-lists/saved-lists.ts';
import type { Ctx } from '../context.ts';
import { mutate } from '../mutate.ts';
import { viewList } from './view.ts';

/** Removes a creator from a list of the caller, also one whose page is not public any more. */
export const removeCreator = (
  ctx: Ctx,
  { id, publicId }: { readonly id: number; readonly publicId: string },
): Promise<{ data: SavedListView }> =>
  mutate(ctx, {
    facts: factsOf({ list: savedListOf(ctx.actor.userId, id), isSaved: hasSaved(id, publicId) }),
    visible: ({ list, isSaved }) => (isSaved ? list : null),
    decide(list) {
      const at = ctx.now();
      return {
        statements: removeRow(id, publicId, at),
        answer: { data: viewList({ ...list, creators: list.creators - 1, updatedAt: at.toISOString() }) },
      };
    },
  });

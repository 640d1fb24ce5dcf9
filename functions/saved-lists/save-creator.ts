import { factsOf } from '../../db/query.ts';
import { hasSaved, saveCreator as insertRow, listedCreator, savedListOf } from '../../db/saved-lists/saved-lists.ts';
import { maxSavedCreators } from '../../schema/saved-lists/list-limits.ts';
import type { SavedListView } from '../../schema/saved-lists/saved-lists.ts';
import { orLimitReached } from '../../schema/shared/errors.ts';
import type { Ctx } from '../context.ts';
import { mutate } from '../mutate.ts';
import { tooManyCreators } from './rules.ts';
import { viewList } from './view.ts';

/** Adds a published creator to a list of the caller. One who is in the list already changes nothing. */
export const saveCreator = (
  ctx: Ctx,
  { id, publicId }: { readonly id: number; readonly publicId: string },
): Promise<{ data: SavedListView }> =>
  mutate(ctx, {
    facts: factsOf({
      list: savedListOf(ctx.actor.userId, id),
      creatorId: listedCreator(publicId),
      isSaved: hasSaved(id, publicId),
    }),
    visible: ({ list, creatorId, isSaved }) =>
      list === null || creatorId === null ? null : { list, creatorId, isSaved },
    decide({ list, creatorId, isSaved }) {
      if (isSaved) return { statements: [], answer: { data: viewList(list) } };
      const at = ctx.now();
      return {
        statements: insertRow(id, creatorId, at, maxSavedCreators),
        answer: { data: viewList({ ...list, creators: list.creators + 1, updatedAt: at.toISOString() }) },
      };
    },
  }).catch(orLimitReached('saved_creators', tooManyCreators));

import { freshId } from '../../db/fresh-ids.ts';
import { factsOf } from '../../db/query.ts';
import { insertList, listedCreator, saveCreator } from '../../db/saved-lists/saved-lists.ts';
import { savedLists } from '../../db/tables/saved-lists.ts';
import { maxSavedCreators, maxSavedLists } from '../../schema/saved-lists/list-limits.ts';
import type { SavedListView } from '../../schema/saved-lists/saved-lists.ts';
import { orLimitReached } from '../../schema/shared/errors.ts';
import type { Ctx } from '../context.ts';
import { mutate } from '../mutate.ts';
import { tooManyLists } from './rules.ts';

interface CreateList {
  readonly name: string;
  readonly creatorPublicId?: string | null | undefined;
}

/** Creates a list of the caller, with a published creator if one is given. A failure changes nothing. */
export const createList = (ctx: Ctx, { name, creatorPublicId = null }: CreateList): Promise<{ data: SavedListView }> =>
  mutate(ctx, {
    facts: factsOf({ id: freshId(savedLists), creatorId: listedCreator(creatorPublicId) }),
    visible: (found) => (creatorPublicId !== null && found.creatorId === null ? null : found),
    decide({ id, creatorId }) {
      const at = ctx.now();
      const list = { id, name, createdAt: at.toISOString(), updatedAt: at.toISOString() };
      return {
        statements: [
          ...insertList({ id, ownerId: ctx.actor.userId, name, at }, maxSavedLists),
          ...(creatorId === null ? [] : saveCreator(id, creatorId, at, maxSavedCreators)),
        ],
        answer: { data: { ...list, creators: creatorId === null ? 0 : 1 } },
      };
    },
  }).catch(orLimitReached('saved_lists', tooManyLists));

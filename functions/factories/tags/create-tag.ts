import { insertTag, sameTag } from '../../../db/factories/tags.ts';
import { freshId } from '../../../db/fresh-ids.ts';
import { factsOf } from '../../../db/query.ts';
import { tags } from '../../../db/tables/factory-tags.ts';
import { maxTags } from '../../../schema/factories/factory-terms.ts';
import type { TagView } from '../../../schema/factories/tags.ts';
import { orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { refuseSameTag, tooManyTags } from './rules.ts';
import { viewTag } from './view.ts';

/** Creates a tag of the caller. A failure changes nothing. */
export const createTag = (ctx: Ctx, { name }: { readonly name: string }): Promise<{ data: TagView }> => {
  const ownerId = ctx.actor.userId;
  return mutate(ctx, {
    facts: factsOf({ id: freshId(tags), existingId: sameTag(ownerId, name) }),
    visible: (found) => found,
    decide({ id, existingId }) {
      refuseSameTag(existingId);
      return {
        statements: insertTag({ id, ownerId, name, createdAt: ctx.now() }, maxTags),
        answer: { data: viewTag({ id, name, accounts: 0 }) },
      };
    },
  }).catch(orLimitReached('tags', tooManyTags));
};

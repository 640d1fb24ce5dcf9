import { isFactory } from '../../../db/factories/factories.ts';
import { insertGroup, sameGroup } from '../../../db/factories/tag-groups.ts';
import { tagsAmong } from '../../../db/factories/tags.ts';
import { freshId } from '../../../db/fresh-ids.ts';
import { factsOf } from '../../../db/query.ts';
import { tagGroups } from '../../../db/tables/factory-tags.ts';
import { maxTagGroups } from '../../../schema/factories/factory-terms.ts';
import type { TagGroupInput, TagGroupView } from '../../../schema/factories/tags.ts';
import { orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { refuseSameGroup, refuseUnknownTags, tooManyGroups } from './rules.ts';
import { viewTagGroup } from './view.ts';

/** Creates a tag group of a factory of the caller. A failure changes nothing. */
export const createTagGroup = (
  ctx: Ctx,
  { id: factoryId, name, tagIds }: TagGroupInput & { readonly id: number },
): Promise<{ data: TagGroupView }> => {
  const factory = { ownerId: ctx.actor.userId, factoryId };
  return mutate(ctx, {
    facts: factsOf({
      id: freshId(tagGroups),
      hasFactory: isFactory(ctx.actor.userId, factoryId),
      existingId: sameGroup(factoryId, name),
      tags: tagsAmong(factory.ownerId, tagIds),
    }),
    visible: (found) => (found.hasFactory ? found : null),
    decide({ id, existingId, tags }) {
      refuseUnknownTags(tagIds, tags);
      refuseSameGroup(existingId);
      return {
        statements: insertGroup({ ...factory, id, name, tagIds, createdAt: ctx.now() }, maxTagGroups),
        answer: { data: viewTagGroup({ id, name, tags }) },
      };
    },
  }).catch(orLimitReached('tag_groups', tooManyGroups));
};

import { isFactory } from '../../../db/factories/factories.ts';
import { groupOf, replaceGroup, sameGroup } from '../../../db/factories/tag-groups.ts';
import { tagsAmong } from '../../../db/factories/tags.ts';
import { factsOf } from '../../../db/query.ts';
import type { TagGroupInput, TagGroupView } from '../../../schema/factories/tags.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { refuseSameGroup, refuseUnknownTags } from './rules.ts';
import { viewTagGroup } from './view.ts';

/** Replaces the name and the tags of a tag group of the caller. A failure changes nothing. */
export const replaceTagGroup = (
  ctx: Ctx,
  { id: factoryId, groupId, name, tagIds }: TagGroupInput & { readonly id: number; readonly groupId: number },
): Promise<{ data: TagGroupView }> => {
  const factory = { ownerId: ctx.actor.userId, factoryId };
  return mutate(ctx, {
    facts: factsOf({
      hasFactory: isFactory(ctx.actor.userId, factoryId),
      group: groupOf(factoryId, groupId),
      existingId: sameGroup(factoryId, name, groupId),
      tags: tagsAmong(factory.ownerId, tagIds),
    }),
    visible: (found) => (found.hasFactory && found.group !== null ? found : null),
    decide({ existingId, tags }) {
      refuseUnknownTags(tagIds, tags);
      refuseSameGroup(existingId);
      return {
        statements: replaceGroup({ ...factory, id: groupId, name, tagIds }),
        answer: { data: viewTagGroup({ id: groupId, name, tags }) },
      };
    },
  });
};

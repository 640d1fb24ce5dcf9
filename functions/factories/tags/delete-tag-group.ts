import { isFactory } from '../../../db/factories/factories.ts';
import { deleteGroup, groupOf } from '../../../db/factories/tag-groups.ts';
import { factsOf } from '../../../db/query.ts';
import type { TagGroupView } from '../../../schema/factories/tags.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { viewTagGroup } from './view.ts';

/** Deletes a tag group of a factory of the caller. Its tags remain. */
export const deleteTagGroup = (
  ctx: Ctx,
  { id: factoryId, groupId }: { readonly id: number; readonly groupId: number },
): Promise<{ data: TagGroupView }> => {
  const factory = { ownerId: ctx.actor.userId, factoryId };
  return mutate(ctx, {
    facts: factsOf({ hasFactory: isFactory(ctx.actor.userId, factoryId), group: groupOf(factoryId, groupId) }),
    // A replay finds no group.
    visible: (found) => (found.hasFactory ? found : null),
    decide({ group }) {
      if (group === null) throw notFound();
      return { statements: deleteGroup({ ...factory, id: groupId }), answer: { data: viewTagGroup(group) } };
    },
  });
};

import { deleteTag as deleteRow, tagOf } from '../../../db/factories/tags.ts';
import { factsOf } from '../../../db/query.ts';
import type { TagView } from '../../../schema/factories/tags.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { viewTag } from './view.ts';

/** Deletes a tag of the caller, also from accounts and groups. A failure changes nothing. */
export const deleteTag = (ctx: Ctx, { id }: { readonly id: number }): Promise<{ data: TagView }> =>
  mutate(ctx, {
    facts: factsOf({ tag: tagOf(ctx.actor.userId, id) }),
    // A replay finds no tag.
    visible: (found) => found,
    decide({ tag }) {
      if (tag === null) throw notFound();
      return { statements: deleteRow(ctx.actor.userId, id), answer: { data: viewTag(tag) } };
    },
  });

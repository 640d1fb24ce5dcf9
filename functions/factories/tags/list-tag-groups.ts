import { groupsPage } from '../../../db/factories/tag-groups.ts';
import type { NamePage } from '../../../db/factories/tags.ts';
import { maybe } from '../../../db/query.ts';
import type { TagGroupView } from '../../../schema/factories/tags.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewTagGroup } from './view.ts';

/** The tag groups of a factory of the caller, sorted by name. */
export async function listTagGroups(
  ctx: Ctx,
  { id, ...page }: Omit<NamePage, 'at'> & { readonly id: number },
): Promise<Page<TagGroupView>> {
  const found = await maybe(
    ctx.db,
    groupsPage({ ownerId: ctx.actor.userId, factoryId: id }, { ...page, at: ctx.now() }),
  );
  if (found === null) throw notFound();
  return pageOf(found.groups.map(viewTagGroup), page.limit, (group) => group.id);
}

import { type NamePage, tagsPage } from '../../../db/factories/tags.ts';
import type { TagView } from '../../../schema/factories/tags.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewTag } from './view.ts';

/** The tags of the caller, sorted by name. */
export async function listTags(ctx: Ctx, page: NamePage): Promise<Page<TagView>> {
  const tags = await ctx.db.read(tagsPage(ctx.actor.userId, page));
  return pageOf(tags.map(viewTag), page.limit, ({ id }) => id);
}

import { type NamePage, tagsPage } from '../../../db/factories/tags.ts';
import { facts } from '../../../db/query.ts';
import type { TagView } from '../../../schema/factories/tags.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewTag } from './view.ts';

/** The tags of the caller, sorted by name. */
export async function listTags(ctx: Ctx, page: Omit<NamePage, 'at'>): Promise<Page<TagView>> {
  const { tags } = await facts(ctx.db, { tags: tagsPage(ctx.actor.userId, { ...page, at: ctx.now() }) });
  return pageOf(tags.map(viewTag), page.limit, ({ id }) => id);
}

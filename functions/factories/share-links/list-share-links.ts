import { type ShareLinksPage, shareLinksPage } from '../../../db/factories/share-links.ts';
import { maybe } from '../../../db/query.ts';
import type { ShareLinkView } from '../../../schema/factories/share-links.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewShareLink } from './view.ts';

/** The share links of a factory of the caller, newest first, without their secrets. */
export async function listShareLinks(
  ctx: Ctx,
  { id, ...page }: Omit<ShareLinksPage, 'at'> & { readonly id: number },
): Promise<Page<ShareLinkView>> {
  const found = await maybe(ctx.db, shareLinksPage(ctx.actor.userId, id, { ...page, at: ctx.now() }));
  if (found === null) throw notFound();
  return pageOf(found.links.map(viewShareLink), page.limit, (link) => link.id);
}

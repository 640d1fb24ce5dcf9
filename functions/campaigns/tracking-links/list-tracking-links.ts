import { type TrackingLinksPage, trackingLinksPage } from '../../../db/campaigns/tracking-links.ts';
import { maybe } from '../../../db/query.ts';
import type { TrackingLinkView } from '../../../schema/campaigns/tracking-link.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewTrackingLink } from './view.ts';

/** The links of a campaign of the caller, newest first. */
export async function listTrackingLinks(
  ctx: Ctx,
  { id, ...page }: TrackingLinksPage & { readonly id: number },
): Promise<Page<TrackingLinkView>> {
  const found = await maybe(ctx.db, trackingLinksPage(ctx.actor.userId, id, page));
  if (found === null) throw notFound();
  const links = found.links.map((link) => viewTrackingLink(link, ctx.settings.BASE_URL));
  return pageOf(links, page.limit, (link) => link.id);
}

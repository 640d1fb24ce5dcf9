import { sql } from 'drizzle-orm/sql/sql';
import { isListed } from '../../../db/catalog/refresh.ts';
import { draftPageOf, pageOf } from '../../../db/creators/pages.ts';
import { facts } from '../../../db/query.ts';
import type { DraftPage } from '../../../schema/catalog/catalog.ts';
import type { PageState } from '../../../schema/creators/creator-pages.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { showPage } from './own-page.ts';
import { showDraft } from './read-preview.ts';

/** The state of the caller's page, and the page as it would be published now. */
export async function getPage(ctx: Ctx): Promise<{ data: PageState & { preview: DraftPage } }> {
  const { userId } = ctx.actor;
  const { page, draft, isPublic } = await facts(ctx.db, {
    page: pageOf(userId),
    draft: draftPageOf(userId),
    isPublic: isListed(sql`${userId}::bigint`),
  });
  if (!page) throw notFound();
  return { data: { ...(await showPage(ctx, page)), preview: await showDraft(ctx, draft, isPublic) } };
}

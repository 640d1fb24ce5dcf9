import { pageOf } from '../../../db/creators/pages.ts';
import { facts } from '../../../db/query.ts';
import type { PageState } from '../../../schema/creators/creator-pages.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { showPage } from './own-page.ts';

/** The state of the caller's page. */
export async function getPage(ctx: Ctx): Promise<{ data: PageState }> {
  const { page } = await facts(ctx.db, { page: pageOf(ctx.actor.userId) });
  if (!page) throw notFound();
  return { data: await showPage(ctx, page) };
}

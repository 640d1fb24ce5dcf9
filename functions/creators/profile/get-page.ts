import type { PageRecord } from '../../../db/creators/pages.ts';
import type { PageState } from '../../../schema/creators/creator-pages.ts';
import type { Ctx } from '../../context.ts';
import { answerWithView } from '../../idempotency.ts';
import { readPageFacts } from './page-facts.ts';
import { signPreview } from './preview-token.ts';
import { viewPage } from './view.ts';

/** Answers a transition of the page with its new state. */
export const answerPage = (ctx: Ctx, move: () => Promise<PageRecord>): Promise<{ data: PageState }> =>
  answerWithView(move, async (page) => ({ data: await showPage(ctx, page) }));

/** The state of the caller's page. */
export async function getPage(ctx: Ctx): Promise<{ data: PageState }> {
  const { page } = await readPageFacts(ctx);
  return { data: await showPage(ctx, page) };
}

/** The state of a page with a newly signed preview address. */
export const showPage = async (ctx: Ctx, page: PageRecord): Promise<PageState> =>
  viewPage(page, ctx.settings.BASE_URL, await signPreview(page.publicId, ctx.settings, ctx.now()));

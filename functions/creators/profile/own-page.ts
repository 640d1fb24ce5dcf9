import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { isPublicationOn } from '../../../db/creators/controls.ts';
import { type PageRecord, pageOf } from '../../../db/creators/pages.ts';
import { factsOf } from '../../../db/query.ts';
import type { PageState } from '../../../schema/creators/creator-pages.ts';
import type { Ctx } from '../../context.ts';
import type { Change } from '../../mutate.ts';
import { signPreview } from './preview-token.ts';
import { viewPage } from './view.ts';

export type PageFacts = { readonly page: PageRecord; readonly isPublicationOn: boolean };

/** The caller's page. A replay of its transitions signs a new preview address, because the key stores none. */
export const ownPage = (ctx: Ctx) => ({
  facts: factsOf({ page: pageOf(ctx.actor.userId), isPublicationOn }),
  visible: ({ page, isPublicationOn: isOn }: { page: PageRecord | null; isPublicationOn: boolean }): PageFacts | null =>
    page && { page, isPublicationOn: isOn },
  replay: async (page: PageRecord) => ({ data: await showPage(ctx, page) }),
});

/** The state of a page with a newly signed preview address. */
export const showPage = async (ctx: Ctx, page: PageRecord): Promise<PageState> =>
  viewPage(page, ctx.settings.BASE_URL, await signPreview(page.publicId, ctx.settings, ctx.now()));

/** A transition of the page, answered with its new state. */
export const changeOfPage = async (
  ctx: Ctx,
  page: PageRecord,
  statements: readonly SQLWrapper[],
): Promise<Change<PageRecord, { data: PageState }>> => ({
  statements,
  kept: page,
  answer: { data: await showPage(ctx, page) },
});

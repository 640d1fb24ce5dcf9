import { draftPageOf, movePage, type PageRecord, pageOf } from '../../../db/creators/pages.ts';
import { facts } from '../../../db/query.ts';
import type { DraftPage } from '../../../schema/catalog/catalog.ts';
import type { PageState } from '../../../schema/creators/creator-pages.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit, earlierAnswer, Replay, savedAnswer } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { showPage } from './get-page.ts';
import { showDraft } from './read-preview.ts';
import { afterMove } from './rules.ts';

type Generated = { data: PageState & { preview: DraftPage } };

/** Creates a private preview of the caller's draft. The public page stays unchanged. A replay shows the current state. */
export const generatePage = (ctx: Ctx): Promise<Generated> =>
  retryOnConflict(async () => {
    const { userId } = ctx.actor;
    const { earlier, page, draft } = await facts(ctx.db, {
      earlier: earlierAnswer(ctx),
      page: pageOf(userId),
      draft: draftPageOf(userId),
    });
    if (!page) throw notFound();
    const saved = savedAnswer(ctx, earlier);
    if (saved) throw new Replay({ ...saved, body: JSON.stringify(await answered(ctx, page, draft)) });
    const status = afterMove('generate', page);
    // The key is bound to an answer without the preview address, because the address grants access.
    await commit(ctx, [movePage(userId, page.version, status, ctx.now())], {}, { isRebuilt: true });
    return answered(ctx, { ...page, status, version: page.version + 1 }, draft);
  });

const answered = async (ctx: Ctx, page: PageRecord, draft: DraftPage): Promise<Generated> => ({
  data: { ...(await showPage(ctx, page)), preview: await showDraft(ctx, draft) },
});

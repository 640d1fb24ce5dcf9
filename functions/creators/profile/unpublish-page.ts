import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import { movePage, recordPublishIntent } from '../../../db/creators/pages.ts';
import type { PageState } from '../../../schema/creators/creator-pages.ts';
import type { Ctx } from '../../context.ts';
import { commit, replayEarlier } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { answerPage } from './get-page.ts';
import { readPageFacts } from './page-facts.ts';
import { afterMove } from './rules.ts';

/** Takes the page down. It is gone within a second. This works even when publication is switched off. */
export const unpublishPage = (ctx: Ctx): Promise<{ data: PageState }> =>
  answerPage(ctx, () =>
    retryOnConflict(async () => {
      const { userId } = ctx.actor;
      const { page, earlier } = await readPageFacts(ctx);
      replayEarlier(ctx, earlier);
      const status = afterMove('unpublish', page);
      const at = ctx.now();
      const gone = { ...page, status, version: page.version + 1, publishIntent: false };
      const moves = [movePage(userId, page.version, status, at), recordPublishIntent(userId, false, at)];
      return commit(ctx, [...moves, refreshCatalog(userId, at)], gone, { earlier });
    }),
  );

import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import { movePage, recordPublishIntent } from '../../../db/creators/pages.ts';
import type { PageState } from '../../../schema/creators/creator-pages.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { changeOfPage, ownPage } from './own-page.ts';
import { afterMove } from './rules.ts';

/** Takes the page down. It is gone within a second. This works even when publication is switched off. */
export const unpublishPage = (ctx: Ctx): Promise<{ data: PageState }> =>
  mutate(ctx, {
    ...ownPage(ctx),
    decide({ page }) {
      const { userId } = ctx.actor;
      const status = afterMove('unpublish', page);
      const at = ctx.now();
      const gone = { ...page, status, version: page.version + 1, publishIntent: false };
      const moves = [movePage(userId, page.version, status, at), recordPublishIntent(userId, false, at)];
      return changeOfPage(ctx, gone, [...moves, refreshCatalog(userId, at)]);
    },
  });

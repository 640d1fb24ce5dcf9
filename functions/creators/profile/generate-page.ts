import { draftPageOf, movePage, type PageRecord, pageOf } from '../../../db/creators/pages.ts';
import { factsOf } from '../../../db/query.ts';
import type { DraftPage } from '../../../schema/catalog/catalog.ts';
import type { PageState } from '../../../schema/creators/creator-pages.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { showPage } from './own-page.ts';
import { showDraft } from './read-preview.ts';
import { afterMove } from './rules.ts';

type Generated = { data: PageState & { preview: DraftPage } };

/** Creates a private preview of the caller's draft. The public page stays unchanged. A replay shows the current state. */
export const generatePage = (ctx: Ctx): Promise<Generated> =>
  mutate(ctx, {
    facts: factsOf({ page: pageOf(ctx.actor.userId), draft: draftPageOf(ctx.actor.userId) }),
    visible: ({ page, draft }) => page && { page, draft },
    replay: (_: object, { page, draft }) => answered(ctx, page, draft),
    async decide({ page, draft }) {
      const status = afterMove('generate', page);
      return {
        statements: [movePage(ctx.actor.userId, page.version, status, ctx.now())],
        // The preview address grants access, so the key does not store it.
        kept: {},
        answer: await answered(ctx, { ...page, status, version: page.version + 1 }, draft),
      };
    },
  });

const answered = async (ctx: Ctx, page: PageRecord, draft: DraftPage): Promise<Generated> => ({
  data: { ...(await showPage(ctx, page)), preview: await showDraft(ctx, draft, false) },
});

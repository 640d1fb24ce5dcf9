import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import { movePage, publishPage as publishStatement, recordPublishIntent } from '../../../db/creators/pages.ts';
import { recallPutOff } from '../../../db/metrics/channel-views.ts';
import type { PageState } from '../../../schema/creators/creator-pages.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { bindIntent, commit, replayEarlier, underKey } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { answerPage } from './get-page.ts';
import { type PageFacts, readPageFacts } from './page-facts.ts';
import { afterMove, refuseNameless } from './rules.ts';

interface PublishPage {
  /** False: a private preview only. */
  readonly publishAfterApproval: boolean;
}

/**
 * Publishes a copy of the profile at once. Where publishing is switched off, records the intent. Without `publishAfterApproval` creates a
 * private preview and clears the intent.
 */
export const publishPage = (ctx: Ctx, { publishAfterApproval }: PublishPage): Promise<{ data: PageState }> =>
  answerPage(ctx, () =>
    retryOnConflict(async () => {
      const facts = await readPageFacts(ctx);
      replayEarlier(ctx, facts.earlier);
      return publishAfterApproval ? publish(ctx, facts) : preview(ctx, facts);
    }),
  );

async function publish(ctx: Ctx, { page, earlier, isPublicationOn }: PageFacts) {
  const { userId } = ctx.actor;
  const at = ctx.now();
  const status = afterMove('publish', page);
  refuseNameless(page);
  if (!isPublicationOn) {
    await underKey(ctx, [...bindIntent(ctx), recordPublishIntent(userId, true, at)]);
    throw new Refusal('WRITE_NOT_AVAILABLE_FOR_FEATURE', undefined, { retryAfterSeconds: 60 });
  }
  const version = page.version + 1;
  const published = {
    ...page,
    status,
    version,
    publishedVersion: version,
    publishedAt: page.isUnchanged ? page.publishedAt : at.toISOString(),
    publishIntent: false,
  };
  const longestRest = new Date(at.getTime() + ctx.settings.VIEWS_INTERVAL_HOURS * 3_600_000);
  const statements = [
    publishStatement(userId, page, at),
    recallPutOff(userId, at, longestRest),
    refreshCatalog(userId, at),
  ];
  return commit(ctx, statements, published, { earlier });
}

async function preview(ctx: Ctx, { page, earlier }: PageFacts) {
  const { userId } = ctx.actor;
  const status = afterMove('generate', page);
  const previewed = { ...page, status, version: page.version + 1, publishIntent: false };
  const moves = [movePage(userId, page.version, status, ctx.now()), recordPublishIntent(userId, false, ctx.now())];
  return commit(ctx, moves, previewed, { earlier });
}

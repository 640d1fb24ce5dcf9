import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import { movePage, publishPage as publishStatement, recordPublishIntent } from '../../../db/creators/pages.ts';
import { recallPutOff } from '../../../db/metrics/channel-views.ts';
import type { PageState } from '../../../schema/creators/creator-pages.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { bindIntent, underKey } from '../../idempotency.ts';
import { mutate } from '../../mutate.ts';
import { changeOfPage, ownPage, type PageFacts } from './own-page.ts';
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
  mutate(ctx, {
    ...ownPage(ctx),
    decide: (found) => (publishAfterApproval ? publish(ctx, found) : preview(ctx, found)),
  });

async function publish(ctx: Ctx, { page, isPublicationOn }: PageFacts) {
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
    waitingChanges: [],
  };
  const statements = [
    publishStatement(userId, page, at),
    recallPutOff(userId, at, ctx.settings.VIEWS_INTERVAL_HOURS),
    refreshCatalog(userId, at),
  ];
  return changeOfPage(ctx, published, statements);
}

function preview(ctx: Ctx, { page }: PageFacts) {
  const { userId } = ctx.actor;
  const status = afterMove('generate', page);
  const previewed = { ...page, status, version: page.version + 1, publishIntent: false };
  const moves = [movePage(userId, page.version, status, ctx.now()), recordPublishIntent(userId, false, ctx.now())];
  return changeOfPage(ctx, previewed, moves);
}

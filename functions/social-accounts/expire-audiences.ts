import { refreshCatalog } from '../../db/catalog/refresh.ts';
import {
  expireAudiences as expire,
  expireReplaced,
  ownersOfHiddenAudiences,
} from '../../db/social-accounts/audiences.ts';
import { maxAudienceAgeDays } from '../../schema/social-accounts/stats-session-terms.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { queueRebuild } from '../rebuild-catalog.ts';

const batch = 500;

/** Hides audiences that are too old, or that the operator withholds, from the catalog and from pages. Their owners still see them in the history. */
export async function expireAudiences(ctx: JobCtx): Promise<JobResult> {
  const at = ctx.now();
  const before = new Date(at.getTime() - maxAudienceAgeDays * 86_400_000);
  const replaced = await expireReplaced(ctx.db, before, at, batch);
  if (replaced === batch) return { done: replaced, isMore: true };
  const hidden = { before, withheld: ctx.settings.FIGURES_WITHHELD };
  const owners = await ownersOfHiddenAudiences(ctx.db, hidden, batch);
  for (const id of owners) await ctx.db.transaction([expire(id, hidden, at), refreshCatalog(id, at)]);
  if (owners.length > 0) await queueRebuild(ctx);
  return { done: replaced + owners.length, isMore: owners.length === batch };
}

import { refreshCatalog } from '../../db/catalog/refresh.ts';
import { endGrant } from '../../db/social-accounts/connections.ts';
import { isStillConnected, readEvent, takeEvent } from '../../db/social-accounts/platform-events.ts';
import type { Job } from '../../schema/shared/jobs.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { queueRebuild } from '../rebuild-catalog.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

/**
 * Ends a connection after its platform has reported its end or requested the deletion of its data. The commit deletes the tokens, the profile and
 * the audience; the nightly sweep deletes the measurements. Each event ends at most one connection, however often the platform or the queue delivers it.
 */
export function endGrantByPlatform(
  ctx: JobCtx,
  event: Extract<Job, { kind: 'end-grant-by-platform' }>,
): Promise<JobResult> {
  const subject = { ...event, at: new Date(event.at) };
  return retryOnConflict(async () => {
    const { isTaken, grant } = await readEvent(ctx.db, subject);
    if (isTaken) return { done: 0, isMore: false };
    const at = ctx.now();
    await ctx.db.transaction([
      takeEvent(subject, at),
      ...(grant === null
        ? []
        : [
            ...endGrant(grant.accountId, 'PLATFORM', at),
            isStillConnected(grant.accountId, grant.connectedAt),
            refreshCatalog(grant.ownerId, at),
          ]),
    ]);
    if (grant === null) return { done: 0, isMore: false };
    await ctx.enqueue([{ kind: 'read-outbox' }]);
    await queueRebuild(ctx);
    return { done: 1, isMore: false };
  });
}

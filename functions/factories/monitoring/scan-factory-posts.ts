import {
  dropAnnounced,
  failScans,
  type HeldScan,
  heldScans,
  recordScan,
  type ScanPart,
} from '../../../db/factories/scans.ts';
import { leaseFor } from '../../../db/leases.ts';
import { flagRules } from '../../../schema/campaigns/scan-rules.ts';
import { metricTerms } from '../../../schema/metrics/metric-terms.ts';
import { missing } from '../../../schema/shared/errors.ts';
import type { Job } from '../../../schema/shared/jobs.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { costOfPosts, withoutAnnounced } from '../../metrics/measurement/index.ts';
import { type PlatformMessage, postReadersOf, runPlatformWork } from '../../social-accounts/index.ts';
import { countFailures, factoryWork } from './factory-work.ts';
import { type ReadPart, readPart } from './read-part.ts';
import { coversOf, messageOfPictures, nextPart, scannedPost } from './rules.ts';

export const scanLeaseSeconds = 15 * 60;

/**
 * Asks a platform for a part of the tracked posts of an account of a factory, and queues a message for the next part. The commit of the last part
 * debits a credit for each post that the platform has answered for. A repeated message finds no lease. A failure debits the posts that earlier
 * parts have answered, stores nothing of this part, and returns the other credits.
 */
export async function scanFactoryPosts(ctx: JobCtx, message: PlatformMessage): Promise<JobResult> {
  const leaseEnd = new Date(message.leaseEnd);
  const nextLease = leaseFor(ctx.now(), scanLeaseSeconds).leasedUntil;
  const unfinished: number[] = [];
  const covers: Job[] = [];
  const result = await runPlatformWork<HeldScan>(
    ctx,
    {
      name: 'factory-scans',
      work: 'SCANS',
      ...factoryWork,
      // The first request of each account; the others are spent as they are made.
      cost: (adapter, accounts) => costOfPosts(adapter, accounts),
      held: (ids) =>
        heldScans(ids, { ...postReadersOf(ctx), leaseEnd, at: ctx.now(), xReads: ctx.settings.X_READS_PER_DAY }),
      async ask(adapter, by, accounts, { platform }) {
        // Again after the renewal of a token.
        unfinished.length = 0;
        covers.length = 0;
        const statements = [];
        for (const account of accounts) {
          const { asked, isLast: isAskedLast } = nextPart(account.posts, adapter.postsPerCall);
          const read = await readPart(adapter, by, { platform, asked });
          const isLast = isAskedLast && read.stoppedBy === null;
          refuseUnanswered(account, read, isLast);
          if (!isLast) unfinished.push(account.id);
          const { source, viewDefinition } = metricTerms[platform];
          const part: ScanPart = {
            ...{ askedUntil: read.askedUntil, nextLease: isLast ? null : nextLease },
            ...{ source, viewDefinition, jumpFrom: flagRules.jumpFrom, jumpFactor: flagRules.jumpFactor },
          };
          covers.push(...messageOfPictures(platform, account.id, coversOf(asked, read.readings)));
          const { shown, announced } = withoutAnnounced(read.readings);
          const posts = shown.map(([contentId, reading]) => scannedPost(contentId, reading));
          const scanned = { leaseEnd, at: ctx.now() };
          statements.push(
            ...dropAnnounced(account.id, announced, scanned),
            recordScan(account.id, posts, part, scanned),
          );
        }
        return statements;
      },
      failed: (accounts, isOfRows) => [
        ...failScans(
          accounts.map(({ id }) => id),
          { leaseEnd, at: ctx.now() },
        ),
        ...countFailures(accounts, isOfRows),
      ],
    },
    message,
  );
  // If this message is lost, the lease expires, and the next claim scans the remaining posts.
  if (unfinished.length > 0)
    await ctx.enqueue([{ ...message, kind: 'scan-factory-posts', leaseEnd: nextLease.toISOString(), ids: unfinished }]);
  if (covers.length > 0) await ctx.enqueue(covers);
  return result;
}

/** Throws the failure of a part without an answer, unless the platform has answered for other posts of the scan, or others follow. */
function refuseUnanswered(
  { posts, answered }: HeldScan,
  { readings, stoppedBy, failure }: ReadPart,
  isLast: boolean,
): void {
  if (readings.size > 0 || posts.length === 0) return;
  if (stoppedBy !== null) throw stoppedBy;
  if (isLast && answered === 0) throw failure ?? missing('the failure of the posts without an answer');
}

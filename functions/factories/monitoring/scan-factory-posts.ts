import { failScans, type HeldScan, heldScans, recordScan, type ScanPart } from '../../../db/factories/scans.ts';
import { leaseFor } from '../../../db/leases.ts';
import { flagRules } from '../../../schema/campaigns/scan-rules.ts';
import { metricTerms } from '../../../schema/metrics/metric-terms.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Job } from '../../../schema/shared/jobs.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { costOfPosts, readPosts } from '../../metrics/measurement/index.ts';
import { type PlatformMessage, postReadersOf, runPlatformWork } from '../../social-accounts/index.ts';
import { countFailures, factoryWork } from './factory-work.ts';
import { coversOf, messageOfPictures, nextPart, scannedPost } from './rules.ts';

export const scanLeaseSeconds = 15 * 60;

/**
 * Asks a platform for a part of the tracked posts of an account of a factory, and queues a message for the next part. The commit of the last part
 * pays a credit for each post that the platform has answered for. A message that is delivered again finds no lease. A failure pays for what was
 * answered before, changes no metrics and returns the other credits.
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
      ...factoryWork,
      // The first request of each account; the others are spent as they are made.
      cost: (adapter, accounts) => costOfPosts(adapter, accounts),
      held: (ids) =>
        heldScans(ids, { ...postReadersOf(ctx), leaseEnd, at: ctx.now(), xReads: ctx.settings.X_READS_PER_DAY }),
      async ask(adapter, by, accounts, { platform }) {
        const statements = [];
        for (const { id, posts } of accounts) {
          const { asked, isLast } = nextPart(posts, adapter.postsPerCall);
          const readings = await readPosts(adapter, by, { platform, ids: asked.map(({ contentId }) => contentId) });
          if (asked.length > 0 && readings.size === 0)
            throw new Refusal('SERVICE_UNAVAILABLE', 'The platform has answered for none of the posts.');
          if (!isLast) unfinished.push(id);
          const { source, viewDefinition } = metricTerms[platform];
          const part: ScanPart = {
            ...{ askedUntil: asked.at(-1)?.id ?? 0, nextLease: isLast ? null : nextLease },
            ...{ source, viewDefinition, jumpFrom: flagRules.jumpFrom, jumpFactor: flagRules.jumpFactor },
          };
          covers.push(...messageOfPictures(platform, id, coversOf(asked, readings)));
          const read = [...readings].map(([contentId, reading]) => scannedPost(contentId, reading));
          statements.push(recordScan(id, read, part, { leaseEnd, at: ctx.now() }));
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
  // If it is lost, the lease ends, and the next claim scans what remains.
  if (unfinished.length > 0)
    await ctx.enqueue([{ ...message, kind: 'scan-factory-posts', leaseEnd: nextLease.toISOString(), ids: unfinished }]);
  if (covers.length > 0) await ctx.enqueue(covers);
  return result;
}

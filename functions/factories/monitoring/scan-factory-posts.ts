import { failScans, finishScan, type HeldScan, heldScans } from '../../../db/factories/scans.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { costOfPosts, readPosts } from '../../metrics/measurement/index.ts';
import { type PlatformMessage, postReadersOf, runPlatformWork } from '../../social-accounts/index.ts';
import { factoryWork } from './factory-work.ts';
import { scannedPost } from './rules.ts';

/**
 * Asks a platform for the tracked posts of an account of a factory, and pays a credit for each post that it answers for, in the commit that stores
 * the answers. A message that is delivered again finds no open scan. A failure changes no metrics and returns the reserved credits.
 */
export function scanFactoryPosts(ctx: JobCtx, message: PlatformMessage): Promise<JobResult> {
  const leaseEnd = new Date(message.leaseEnd);
  return runPlatformWork<HeldScan>(
    ctx,
    {
      name: 'factory-scans',
      ...factoryWork,
      // The first request of each account; the others are spent as they are made.
      cost: (adapter, accounts) => costOfPosts(adapter, accounts),
      held: (ids) => heldScans(ids, { ...postReadersOf(ctx), leaseEnd, at: ctx.now() }),
      async ask(adapter, by, accounts, { platform }) {
        const statements = [];
        for (const { id, contentIds } of accounts) {
          const readings = await readPosts(adapter, by, { platform, ids: contentIds });
          const posts = [...readings].map(([contentId, reading]) => scannedPost(contentId, reading));
          statements.push(finishScan(id, posts, { leaseEnd, at: ctx.now() }));
        }
        return statements;
      },
      failed: (accounts) =>
        failScans(
          accounts.map(({ id }) => id),
          { leaseEnd, at: ctx.now() },
        ),
    },
    message,
  );
}

import { dueFactoryAccounts, skipUnpaidListings } from '../../../db/factories/listings.ts';
import { claimScans, expireScans } from '../../../db/factories/scans.ts';
import { leaseFor } from '../../../db/leases.ts';
import { takeDueWork } from '../../../db/platform-work.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { queueRows } from '../../metrics/measurement/index.ts';
import { openPlatforms, postReadersOf } from '../../social-accounts/index.ts';
import { scanLeaseSeconds } from './scan-factory-posts.ts';
import { unpaidBudgets } from './unpaid-budgets.ts';

const maxTaken = 1_000;
const hourMs = 3_600_000;

/**
 * Leases the accounts of factories whose posts are listed or scanned next, and queues a message for each, so that the failure of one delays no
 * other. If a message is lost, the lease ends after a quarter of an hour.
 */
export async function takeDueFactoryWork(ctx: JobCtx): Promise<JobResult> {
  const at = ctx.now();
  const leaseEnd = leaseFor(at, scanLeaseSeconds).leasedUntil;
  const putOffUntil = new Date(at.getTime() + hourMs);
  const readers = postReadersOf(ctx);
  const xReads = ctx.settings.X_READS_PER_DAY;
  // Before the listings: one that no credits pay for is put off.
  await ctx.db.transaction([expireScans(at), skipUnpaidListings({ ...readers, at, limit: maxTaken, xReads })]);
  const due = dueFactoryAccounts({ ...readers, at, leaseEnd, putOffUntil, budgets: unpaidBudgets(ctx), xReads });
  const platforms = openPlatforms(ctx);
  const listings = await takeDueWork<'FACTORY_ACCOUNTS'>(ctx.db, [due], { platforms, limit: maxTaken, leaseEnd });
  const scans = await claimScans(ctx.db, {
    ...readers,
    at,
    leaseEnd,
    limit: maxTaken,
    platforms,
    xReads,
  });
  // After the claim, which passes over a locked factory: each listing locks its factory for a moment.
  const rows = [...listings.rows, ...scans];
  await queueRows(ctx, rows, {
    kinds: { FACTORY_ACCOUNTS: 'list-factory-posts', SCANS: 'scan-factory-posts' },
    sizeOf: () => 1,
    leaseEnd,
  });
  return { done: rows.length, isMore: listings.seen === maxTaken || scans.length === maxTaken };
}

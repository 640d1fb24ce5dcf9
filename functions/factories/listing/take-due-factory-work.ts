import { dueFactoryAccounts } from '../../../db/factories/listings.ts';
import { leaseFor } from '../../../db/leases.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { queueDueWork } from '../../metrics/measurement/index.ts';
import { postReadersOf } from '../../social-accounts/index.ts';

const maxTaken = 1_000;
const leaseSeconds = 15 * 60;
const hourMs = 3_600_000;

/**
 * Leases the accounts of factories that are due, and queues a message for each, so that the failure of one delays no other. If a message is lost,
 * the lease ends after a quarter of an hour.
 */
export function takeDueFactoryWork(ctx: JobCtx): Promise<JobResult> {
  const at = ctx.now();
  const leaseEnd = leaseFor(at, leaseSeconds).leasedUntil;
  const putOffUntil = new Date(at.getTime() + hourMs);
  const due = dueFactoryAccounts({ ...postReadersOf(ctx), at, leaseEnd, putOffUntil });
  return queueDueWork(ctx, [due], {
    kinds: { FACTORY_ACCOUNTS: 'list-factory-posts' },
    sizeOf: () => 1,
    limit: maxTaken,
    leaseEnd,
  });
}

import { type DueWork, type TakenRow, takeDueWork } from '../../../db/platform-work.ts';
import type { Job } from '../../../schema/shared/jobs.ts';
import type { WorkName } from '../../../schema/social-accounts/platform-buckets.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { openPlatforms } from '../../social-accounts/index.ts';
import { dividedBatches } from './rules.ts';

type PlatformJob = Extract<Job, { readonly leaseEnd: string; readonly platform: string }>;

interface Messages<Name extends WorkName> {
  /** The kind of the messages of each work. */
  readonly kinds: Readonly<Record<Name, PlatformJob['kind']>>;
  /** The rows of one message. */
  readonly sizeOf: (row: TakenRow<Name>) => number;
  readonly leaseEnd: Date;
}

interface Queueing<Name extends WorkName> extends Messages<Name> {
  /** Rows to lease. */
  readonly limit: number;
}

/** Leases rows that are due at the platforms, and queues a message for each batch of a platform and credential. Earlier works come first. */
export async function queueDueWork<Name extends WorkName>(
  ctx: JobCtx,
  works: readonly DueWork<Name>[],
  queueing: Queueing<Name>,
): Promise<JobResult> {
  const { limit, leaseEnd } = queueing;
  const { rows, seen } = await takeDueWork<Name>(ctx.db, works, { platforms: openPlatforms(ctx), limit, leaseEnd });
  const messages = messagesOf(rows, queueing);
  if (messages.length > 0) await ctx.enqueue(messages);
  return { done: rows.length, isMore: seen === limit };
}

/** A message for each batch of leased rows of a platform and credential. */
export function messagesOf<Name extends WorkName>(
  rows: readonly TakenRow<Name>[],
  { kinds, sizeOf, leaseEnd }: Messages<Name>,
): Job[] {
  const groups = Map.groupBy(rows, ({ work, platform, accountId }) => `${work} ${platform} ${accountId}`);
  return [...groups.values()].flatMap((group): Job[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { work, platform, accountId } = first;
    return dividedBatches(group, sizeOf(first)).map((batch) => ({
      kind: kinds[work],
      platform,
      accountId,
      leaseEnd: leaseEnd.toISOString(),
      ids: batch.map(({ id }) => id),
    }));
  });
}

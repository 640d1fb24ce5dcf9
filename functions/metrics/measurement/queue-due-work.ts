import { type DueWork, type TakenRow, takeDueWork } from '../../../db/platform-work.ts';
import type { Job } from '../../../schema/shared/jobs.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { openPlatforms } from '../../social-accounts/index.ts';
import { dividedBatches } from './rules.ts';

type PlatformJob = Extract<Job, { readonly leaseEnd: string; readonly platform: string }>;

interface Queueing<Name extends string> {
  /** The kind of the messages of each work. */
  readonly kinds: Readonly<Record<Name, PlatformJob['kind']>>;
  /** The rows of one message. */
  readonly sizeOf: (row: TakenRow<Name>) => number;
  /** Rows to lease. */
  readonly limit: number;
  readonly leaseEnd: Date;
}

/** Leases rows that are due at the platforms, and queues a message for each batch of a platform and credential. Earlier works come first. */
export async function queueDueWork<Name extends string>(
  ctx: JobCtx,
  works: readonly DueWork<Name>[],
  { kinds, sizeOf, limit, leaseEnd }: Queueing<Name>,
): Promise<JobResult> {
  const { rows, seen } = await takeDueWork<Name>(ctx.db, works, { platforms: openPlatforms(ctx), limit, leaseEnd });
  const groups = Map.groupBy(rows, ({ work, platform, accountId }) => `${work} ${platform} ${accountId}`);
  const messages = [...groups.values()].flatMap((group): Job[] => {
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
  if (messages.length > 0) await ctx.enqueue(messages);
  return { done: rows.length, isMore: seen === limit };
}

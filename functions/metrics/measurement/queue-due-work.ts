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
  await queueRows(ctx, rows, queueing);
  return { done: rows.length, isMore: seen === limit };
}

/**
 * Queues a message for each batch of leased rows of a platform and credential. During an outage the rows that have failed since the last answer come
 * last, after the other rows of their owners, and the rest in no order: rows that fail again after each pause, however many one owner has, would
 * otherwise keep the platform from being asked for any other.
 */
export async function queueRows<Name extends WorkName>(
  ctx: JobCtx,
  rows: readonly TakenRow<Name>[],
  { kinds, sizeOf, leaseEnd }: Messages<Name>,
): Promise<void> {
  if (rows.length === 0) return;
  const groups = Map.groupBy(rows, ({ work, platform, accountId }) => `${work} ${platform} ${accountId}`);
  const batches = [...groups.values()].flatMap((group) => (group[0] ? dividedBatches(group, sizeOf(group[0])) : []));
  const messages = batches.flatMap((batch) => {
    const [first] = batch;
    if (first === undefined) return [];
    const { work, platform, accountId } = first;
    const ids = batch.map(({ id }) => id);
    const message = { kind: kinds[work], platform, accountId, leaseEnd: leaseEnd.toISOString(), ids };
    return [{ message, place: placeOf(batch) }];
  });
  await ctx.enqueue(messages.sort((one, other) => one.place - other.place).map(({ message }) => message));
}

const placeOf = (batch: readonly Pick<TakenRow<WorkName>, 'failingBefore'>[]): number =>
  batch.every(({ failingBefore }) => failingBefore === null)
    ? 0
    : Math.max(...batch.map(({ failingBefore }) => failingBefore ?? 0)) + Math.random();

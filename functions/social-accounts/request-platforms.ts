import { type Acquired, type Leasable, type Leased, leaseFor, type PlatformLease, release } from '../../db/leases.ts';
import { readSpent, spend } from '../../db/social-accounts/platform-budgets.ts';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { log } from '../log.ts';
import { PlatformFailure, quotaOf, type SocialPlatform } from '../platform/social/index.ts';
import { openPrepaid } from './open-platform.ts';
import { retryAfterMs } from './rules.ts';

/** A request that the service repeats at an interval for each item. */
export interface PlatformJob<Item extends Leased> {
  /** The prefix of its log events. */
  readonly name: string;
  readonly leasable: Leasable;
  readonly intervalMs: (platform: Platform) => number;
  /** The number of items in one request, its cost in units, and the maximum of requests in a run. */
  readonly size: (adapter: SocialPlatform) => {
    readonly items: number;
    readonly units: number;
    readonly requests: number;
  };
  readonly acquire: (lease: PlatformLease) => Promise<Acquired<Item>>;
  /** Requests the items from the platform and stores the answer. */
  readonly run: (adapter: SocialPlatform, items: readonly Item[], lease: PlatformLease) => Promise<void>;
}

const concurrency = 4;
const leaseSeconds = 15 * 60;
const nothing: JobResult = { done: 0, isMore: false };

/**
 * Runs the job for each platform that has an adapter, within the platform's daily budget. Other items wait. A failed item keeps its data
 * and backs off.
 */
export async function requestPlatforms<Item extends Leased>(ctx: JobCtx, job: PlatformJob<Item>): Promise<JobResult> {
  const results: JobResult[] = [];
  for (const platform of platforms) results.push(await requestPlatform(ctx, platform, job));
  return {
    done: results.reduce((sum, { done }) => sum + done, 0),
    isMore: results.some(({ isMore }) => isMore),
  };
}

async function requestPlatform<Item extends Leased>(
  ctx: JobCtx,
  platform: Platform,
  job: PlatformJob<Item>,
): Promise<JobResult> {
  const adapter = openPrepaid(ctx, platform);
  if (!adapter) return nothing;
  const quota = quotaOf(ctx.settings, platform, ctx.now());
  const { items, units, requests } = job.size(adapter);
  const left = quota.units - (await readSpent(ctx.db, quota));
  const limit = Math.min(requests, Math.floor(left / units)) * items;
  if (limit < 1) return nothing;

  const lease: PlatformLease = { ...leaseFor(ctx.now(), leaseSeconds), platform, limit };
  const { leased, seen } = await job.acquire(lease);
  const batches = Array.from({ length: Math.ceil(leased.length / items) }, (_, n) =>
    leased.slice(n * items, (n + 1) * items),
  );
  const next: NextRun[] = [];
  for (let first = 0; first < batches.length; first += concurrency) {
    const some = batches
      .slice(first, first + concurrency)
      .map((batch) => runBatch(ctx, { adapter, job, items: batch, lease, spends: () => spend(ctx.db, quota, units) }));
    next.push(...(await Promise.all(some)).flat());
  }
  if (next.length > 0) await release(ctx.db, job.leasable, next, lease);
  // A platform that fails is paused until the next trigger.
  return { done: next.length, isMore: seen === limit && next.every(({ failures }) => failures === 0) };
}

/** The next due time of an item after a run, and its consecutive failures. */
interface NextRun extends Leased {
  readonly dueAt: Date;
}

interface Run<Item extends Leased> {
  readonly adapter: SocialPlatform;
  readonly job: PlatformJob<Item>;
  readonly items: readonly Item[];
  readonly lease: PlatformLease;
  /** Spends the cost of the whole run, because half of a measurement is useless. */
  readonly spends: () => Promise<boolean>;
}

async function runBatch<Item extends Leased>(
  ctx: JobCtx,
  { adapter, job, items, lease, spends }: Run<Item>,
): Promise<NextRun[]> {
  const intervalMs = job.intervalMs(lease.platform);
  const inMs = (ms: number) => new Date(ctx.now().getTime() + ms);
  try {
    if (!(await spends())) throw new PlatformFailure('OVER_BUDGET', 'the budget of the day is spent');
    await job.run(adapter, items, lease);
    return items.map(({ id }) => ({ id, dueAt: inMs(intervalMs), failures: 0 }));
  } catch (error) {
    const cause = String((error instanceof Error && error.cause) || error);
    const ids = items.map(({ id }) => id);
    log('warn', `${job.name}.not-measured`, { ids, cause });
    return items.map(({ id, failures }) => {
      return { id, dueAt: inMs(retryAfterMs(failures + 1, intervalMs)), failures: failures + 1 };
    });
  }
}

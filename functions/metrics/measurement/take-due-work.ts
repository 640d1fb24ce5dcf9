import { publishMetrics } from '../../../db/catalog/refresh.ts';
import { leaseFor } from '../../../db/leases.ts';
import { dueChannels } from '../../../db/metrics/channel-views.ts';
import { makePartitions } from '../../../db/metrics/old-metrics.ts';
import { duePosts } from '../../../db/metrics/tracked-posts.ts';
import type { TakenRow } from '../../../db/platform-work.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { audienceWork, limitsOf, pictureWork, postReadersOf } from '../../social-accounts/index.ts';
import { averagedBy } from './measure-channels.ts';
import { queueDueWork } from './queue-due-work.ts';

const maxTaken = 1_000;
const leaseSeconds = 15 * 60;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Rows in one message when each row needs its own requests. One row, so that a failure does not delay others. */
const maxApart = { POSTS: 1, CHANNELS: 1, AUDIENCES: 1, PICTURES: 1 } as const;
type Work = keyof typeof maxApart;

/**
 * Leases what is due at the platforms and queues messages: one for each batch of posts of a platform and credential, and one for each channel,
 * audience and picture. Posts come first, because money depends on them. If a message is lost, the lease of its rows ends after a quarter of an
 * hour.
 */
export async function takeDuePlatformWork(ctx: JobCtx): Promise<JobResult> {
  const at = ctx.now();
  const leaseEnd = leaseFor(at, leaseSeconds).leasedUntil;
  await makePartitions(ctx.db, at);
  const { VIEWS_INTERVAL_HOURS, POST_TRACKING_DAYS } = ctx.settings;
  const trackedSince = new Date(at.getTime() - POST_TRACKING_DAYS * dayMs);
  const [nextDay, nextView] = [at.getTime() + dayMs, at.getTime() + VIEWS_INTERVAL_HOURS * hourMs + dayMs];
  const works = [
    duePosts({ ...postReadersOf(ctx), at, leaseEnd, trackedSince, putOffUntil: new Date(nextDay) }),
    dueChannels({ ...postReadersOf(ctx), ...averagedBy(ctx), at, leaseEnd, putOffUntil: new Date(nextView) }),
    audienceWork({ at, leaseEnd, putOffUntil: new Date(nextDay) }),
    pictureWork(ctx, at, leaseEnd),
  ] as const;
  const result = await queueDueWork(ctx, works, {
    kinds,
    sizeOf: (row) => sizeOf(ctx, row),
    limit: maxTaken,
    leaseEnd,
  });
  await publishMetrics(ctx.db, at);
  return result;
}

const kinds = {
  POSTS: 'measure-posts',
  CHANNELS: 'measure-channels',
  AUDIENCES: 'read-audiences',
  PICTURES: 'refresh-pictures',
} as const;

/** The rows of one message. Posts are one request, except at platforms that answer one post at a time. */
function sizeOf(ctx: JobCtx, { work, platform, accountId }: TakenRow<Work>): number {
  const perCall = limitsOf(ctx, platform, accountId === null ? 'APP' : 'GRANT')?.postsPerCall ?? 1;
  return work === 'POSTS' && perCall > 1 ? perCall : maxApart[work];
}

import { leasablePosts, leaseDuePosts, recordMeasurements } from '../../../db/metrics/deliverable-scans.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { requestPlatforms } from '../../social-accounts/index.ts';

const maxRequests = 8;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Measures the delivered posts that are due. A post whose platform did not answer keeps its metrics and their times. */
export function measurePosts(ctx: JobCtx): Promise<JobResult> {
  const { POST_SCAN_INTERVAL_HOURS: hours, POST_TRACKING_DAYS: days } = ctx.settings;
  return requestPlatforms(ctx, {
    name: 'posts',
    leasable: leasablePosts,
    intervalMs: () => hours * hourMs,
    size: ({ unitsForPosts, postsPerCall }) => ({ items: postsPerCall, units: unitsForPosts, requests: maxRequests }),
    acquire: (lease) => leaseDuePosts(ctx.db, lease, new Date(lease.at.getTime() - days * dayMs)),
    async run(adapter, posts, { leasedUntil }) {
      const answer = await adapter.posts([...new Set(posts.map(({ contentId }) => contentId))]);
      const measured = posts.map((post) => ({ ...post, counters: answer.get(post.contentId) ?? null }));
      await recordMeasurements(ctx.db, measured, { ...adapter.metrics, at: ctx.now(), leasedUntil });
    },
  });
}

import { leasablePosts, leaseDuePosts, recordMeasurements } from '../../../db/metrics/deliverable-scans.ts';
import { metricTerms } from '../../../schema/metrics/metric-terms.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { requestPlatforms } from '../../social-accounts/index.ts';
import { knownCounts } from './rules.ts';

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
    size: ({ costs, postsPerCall }) => ({
      items: postsPerCall,
      units: costs.posts(postsPerCall).units,
      requests: maxRequests,
    }),
    acquire: (lease) => leaseDuePosts(ctx.db, lease, new Date(lease.at.getTime() - days * dayMs)),
    async run(adapter, posts, { platform, leasedUntil }) {
      const readings = await adapter.posts([...new Set(posts.map(({ contentId }) => contentId))], 'APP');
      const measured = posts.map((post) => {
        const reading = readings.get(post.contentId);
        return { ...post, counters: typeof reading === 'object' ? knownCounts(reading.counts) : null };
      });
      await recordMeasurements(ctx.db, measured, { ...metricTerms[platform], at: ctx.now(), leasedUntil });
    },
  });
}

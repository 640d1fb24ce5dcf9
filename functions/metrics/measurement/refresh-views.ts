import { publishMetrics } from '../../../db/catalog/refresh.ts';
import {
  countedPosts,
  leasableChannels,
  leaseDueChannels,
  type MeasuredPost,
  recordMeasurement,
} from '../../../db/metrics/channel-views.ts';
import { isWithheld } from '../../../schema/metrics/metric-rules.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { requestPlatforms, type SocialPlatform } from '../../social-accounts/index.ts';
import { knownCount, latestPublic } from './rules.ts';

const maxChannels = 20;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Measures the views of channels that are due. A channel keeps its metrics and their time when its platform fails. Lists show new values
 * within ten minutes, pages at once.
 */
export async function refreshViews(ctx: JobCtx): Promise<JobResult> {
  const intervalMs = ctx.settings.VIEWS_INTERVAL_HOURS * hourMs;
  const result = await requestPlatforms(ctx, {
    name: 'views',
    leasable: leasableChannels,
    intervalMs: () => intervalMs,
    size: ({ costs, postsPerCall }) => ({
      items: 1,
      units: costs.latest.units + costs.posts(postsPerCall).units,
      requests: maxChannels,
    }),
    // Postpones channels that are not measured for longer than the maximal backoff of measured ones, but not for ever: they may become
    // visible.
    async acquire(lease) {
      // Averages are public, so withheld metrics are not averaged.
      if (isWithheld(lease.platform, ctx.settings)) return { leased: [], seen: 0 };
      return leaseDueChannels(ctx.db, lease, new Date(lease.at.getTime() + intervalMs + dayMs));
    },
    async run(adapter, channels) {
      for (const channel of channels) {
        const posts = await latestPosts(adapter, channel.externalId);
        await ctx.db.transaction(recordMeasurement(channel, posts, ctx.now()));
      }
    },
  });
  await publishMetrics(ctx.db, ctx.now());
  return result;
}

/** The latest public posts of an account with their views. */
async function latestPosts(adapter: SocialPlatform, externalId: string): Promise<MeasuredPost[]> {
  const { posts } = await adapter.latest(externalId, 'APP', { limit: adapter.postsPerCall });
  if (posts.length === 0) return [];
  const ids = posts.map(({ contentId }) => contentId);
  const read = [...(await adapter.posts(ids, 'APP'))].flatMap(([id, reading]) =>
    typeof reading === 'object' ? [{ id, ...reading }] : [],
  );
  return latestPublic(read, countedPosts).map(({ id, publishedAt, counts }) => {
    return { externalId: id, publishedAt, views: knownCount(counts.views) };
  });
}

import { tellFigures } from '../../db/catalog/refresh.ts';
import { countedPosts, leasableChannels, leaseDueChannels, recordMeasurement } from '../../db/metrics/channel-views.ts';
import { isWithheld } from '../../schema/metrics/figures.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { askPlatforms } from './ask-platforms.ts';

const maxChannels = 20;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Channels whose views were due show what their platform counts now. Those that it could not be asked for keep their
 * figures, with the time at which they were measured. Lists show them within ten minutes, pages at once.
 */
export async function refreshViews(ctx: JobCtx): Promise<JobResult> {
  const intervalMs = ctx.settings.VIEWS_INTERVAL_HOURS * hourMs;
  const result = await askPlatforms(ctx, {
    name: 'views',
    leasable: leasableChannels,
    intervalMs: () => intervalMs,
    size: ({ unitsForVideos }) => ({ items: 1, units: unitsForVideos, requests: maxChannels }),
    // Channels that are not measured are put off for longer than any measured one backs off, and not for ever: they may become visible.
    async acquire(lease) {
      // Averages are for the public: none is made of what it may not be shown.
      if (isWithheld(lease.platform, ctx.settings)) return { leased: [], seen: 0 };
      return leaseDueChannels(ctx.db, lease, new Date(lease.at.getTime() + intervalMs + dayMs));
    },
    async run(adapter, channels) {
      for (const channel of channels) {
        const videos = await adapter.latestVideos(channel.externalId, countedPosts);
        await ctx.db.transaction(recordMeasurement(channel, videos, ctx.now()));
      }
    },
  });
  await tellFigures(ctx.db, ctx.now());
  return result;
}

import { tellFigures } from '../../db/catalog/refresh.ts';
import { giveBack } from '../../db/loans.ts';
import {
  countedPosts,
  type DueChannel,
  lendableChannels,
  lendDueChannels,
  recordMeasurement,
} from '../../db/metrics/channel-views.ts';
import { isWithheld } from '../../schema/figures.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { askPlatforms } from './ask-platforms.ts';

const mostChannels = 20;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Channels whose views were due show what their platform counts now. Those that it could not be asked for keep their
 * figures, with the time at which they were measured. Lists show them within ten minutes, pages at once.
 */
export async function refreshViews(ctx: JobCtx): Promise<JobResult> {
  const intervalMs = ctx.settings.VIEWS_INTERVAL_HOURS * hourMs;
  const result = await askPlatforms<DueChannel>(ctx, {
    name: 'views',
    intervalMs: () => intervalMs,
    size: ({ unitsForVideos }) => ({ items: 1, units: unitsForVideos, asks: mostChannels }),
    // Longer than any rest of what is measured, and not for ever, whatever may make it visible again.
    async lend(loan) {
      // Averages are for the public: none is made of what it may not be shown.
      if (isWithheld(loan.platform, ctx.settings)) return { lent: [], seen: 0 };
      return lendDueChannels(ctx.db, loan, new Date(loan.at.getTime() + intervalMs + dayMs));
    },
    async ask(adapter, channels) {
      for (const channel of channels) {
        const videos = await adapter.latestVideos(channel.externalId, countedPosts);
        await ctx.db.transaction(recordMeasurement(channel, videos, ctx.now()));
      }
    },
    giveBack: (next, loan) => giveBack(lendableChannels, next, loan),
  });
  await tellFigures(ctx.db, ctx.now());
  return result;
}

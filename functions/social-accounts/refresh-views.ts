import {
  countedPosts,
  type DueChannel,
  lendDueChannels,
  type NextMeasurement,
  recordMeasurement,
  returnChannels,
} from '../../db/channel-views.ts';
import { readSpent } from '../../db/platform-budgets.ts';
import { type Platform, platforms } from '../../schema/enums.ts';
import type { JobCtx } from '../context.ts';
import { quotaOf, type SocialPlatform } from '../platform/social/index.ts';
import { openPlatform } from './open-platform.ts';
import { retryAfterMs } from './rules.ts';

const mostChannels = 20;
const atOnce = 4;
const loanMs = 15 * 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Channels whose views were due show what their platform counts now. Those that it could not be asked for keep their
 * figures, with the time at which they were measured. True when there may be more.
 */
export async function refreshViews(ctx: JobCtx): Promise<boolean> {
  let isMore = false;
  for (const platform of platforms) isMore = (await refreshPlatform(ctx, platform)) || isMore;
  return isMore;
}

async function refreshPlatform(ctx: JobCtx, platform: Platform): Promise<boolean> {
  const adapter = openPlatform(ctx, platform, null);
  const quota = quotaOf(ctx.settings, platform, ctx.now());
  if (!adapter || !quota) return false;
  const left = quota.units - (await readSpent(ctx.db, quota));
  const most = Math.min(mostChannels, Math.floor(left / quota.unitsForVideos));
  if (most < 1) return false;

  const at = ctx.now();
  const lentUntil = new Date(at.getTime() + loanMs);
  // Longer than any rest of what is measured, and not for ever, whatever may make it visible again.
  const putOffUntil = new Date(at.getTime() + ctx.settings.VIEWS_INTERVAL_HOURS * hourMs + dayMs);
  const { lent, seen } = await lendDueChannels(ctx.db, { platform, at, lentUntil, putOffUntil, most });
  const next: NextMeasurement[] = [];
  for (let first = 0; first < lent.length; first += atOnce)
    next.push(
      ...(await Promise.all(lent.slice(first, first + atOnce).map((channel) => measure(ctx, adapter, channel)))),
    );
  if (next.length > 0) await ctx.db.rows(returnChannels(next, lentUntil));
  // A platform that fails is left alone until the next trigger.
  return seen === most && next.every(({ failures }) => failures === 0);
}

async function measure(ctx: JobCtx, platform: SocialPlatform, channel: DueChannel): Promise<NextMeasurement> {
  const at = ctx.now();
  const intervalMs = ctx.settings.VIEWS_INTERVAL_HOURS * hourMs;
  try {
    const videos = await platform.latestVideos(channel.externalId, countedPosts);
    await ctx.db.transaction(recordMeasurement(channel, videos, at));
    return { id: channel.id, dueAt: new Date(at.getTime() + intervalMs), failures: 0 };
  } catch (error) {
    const failures = channel.failures + 1;
    const cause = String((error instanceof Error && error.cause) || error);
    console.warn(JSON.stringify({ level: 'warn', event: 'views.not-measured', channel: channel.id, failures, cause }));
    return { id: channel.id, dueAt: new Date(at.getTime() + retryAfterMs(failures, intervalMs)), failures };
  }
}

import { publishMetrics } from '../../../db/catalog/refresh.ts';
import type { Db } from '../../../db/client.ts';
import {
  accountsToForget,
  adoptDeliveredPosts,
  clearOldScans,
  deleteCampaignMetricsOf,
  deleteMeasurementsOfEndedGrants,
  deleteOldCampaignMetrics,
  deleteOldChannelPosts,
  deleteOldMeasurements,
  dropEmptyPartitions,
} from '../../../db/metrics/old-metrics.ts';
import { sweptBefore } from '../../../schema/metrics/metric-rules.ts';
import { metricTerms } from '../../../schema/metrics/metric-terms.ts';
import { platforms } from '../../../schema/shared/enums.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { log } from '../../log.ts';
import { averagedBy } from './measure-channels.ts';
import { sweepFactories } from './sweep-factories.ts';

const batch = 2_000;
const posts = 200;
/** Accounts of one read. */
const accounts = 50;

/**
 * Deletes metrics that reach the maximal age of their platform before the next night: measurements, last known values of posts, and the
 * views behind averages. Also deletes what was read under grants that have ended, and stored averages of platforms whose metrics may not be
 * shown. At most a batch of each. Overlapping runs are safe.
 */
export async function sweepMetrics(ctx: JobCtx): Promise<JobResult> {
  const { db, settings, now } = ctx;
  const adopted = await adoptDeliveredPosts(db, batch);
  const forgotten = await forgetEndedGrants(db);
  const ended = await deleteMeasurementsOfEndedGrants(db, batch);
  let done = adopted + forgotten + ended;
  let isMore = Math.max(adopted, ended) === batch;
  const { shown } = averagedBy(ctx);
  for (const platform of platforms) {
    const { source } = metricTerms[platform];
    const before = sweptBefore(platform, settings, now());
    if (before) {
      const tooOld = { platform, source, before, limit: batch };
      const gone = [
        await deleteOldMeasurements(db, tooOld),
        await clearOldScans(db, tooOld),
        await deleteOldCampaignMetrics(db, tooOld),
      ];
      done += gone.reduce((sum, count) => sum + count, 0);
      isMore ||= Math.max(...gone) >= batch;
    }
    const unseen = shown.includes(platform) ? before : now();
    if (unseen) {
      const gone = await deleteOldChannelPosts(db, { platform, source, before: unseen, limit: posts }, now());
      done += gone;
      isMore ||= gone > 0;
    }
  }
  if (!isMore) await dropEmptyPartitions(db, now());
  await publishMetrics(db, now());
  const factories = await sweepFactories(ctx);
  return { done: done + factories.done, isMore: isMore || factories.isMore };
}

/** Each account by its own transaction. One that fails is left to the next night, and stops no other. */
async function forgetEndedGrants(db: Db): Promise<number> {
  let [done, afterId] = [0, 0];
  for (;;) {
    const found = await accountsToForget(db, { afterId, limit: accounts });
    for (const { id } of found) {
      afterId = id;
      try {
        await deleteCampaignMetricsOf(db, id);
        done += 1;
      } catch (error) {
        log('error', 'campaign-metrics.not-deleted', { accountId: id, cause: String(error) });
      }
    }
    if (found.length < accounts) return done;
  }
}

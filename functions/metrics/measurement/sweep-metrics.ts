import { publishMetrics } from '../../../db/catalog/refresh.ts';
import { clearOldScans, deleteOldChannelPosts, deleteOldMeasurements } from '../../../db/metrics/old-metrics.ts';
import { isWithheld, sweptBefore } from '../../../schema/metrics/metric-rules.ts';
import { metricTerms } from '../../../schema/metrics/metric-terms.ts';
import { platforms } from '../../../schema/shared/enums.ts';
import type { JobCtx, JobResult } from '../../context.ts';

const batch = 2_000;
const posts = 200;

/**
 * Deletes metrics that reach the maximal age of their platform before the next night: measurements, last known values of posts, and the
 * views behind averages. Also deletes stored averages of platforms whose metrics may not be shown. At most a batch of each. Overlapping
 * runs are safe.
 */
export async function sweepMetrics({ db, settings, now }: JobCtx): Promise<JobResult> {
  let done = 0;
  let isMore = false;
  for (const platform of platforms) {
    const { source, isRedistributable } = metricTerms[platform];
    const before = sweptBefore(platform, settings, now());
    if (before) {
      const tooOld = { platform, source, before, limit: batch };
      const gone = [await deleteOldMeasurements(db, tooOld), await clearOldScans(db, tooOld)] as const;
      done += gone[0] + gone[1];
      isMore ||= Math.max(...gone) === batch;
    }
    const unseen = isWithheld(platform, settings) ? now() : before;
    // Metrics that the terms withhold were never averaged.
    if (unseen && isRedistributable) {
      const gone = await deleteOldChannelPosts(db, { platform, source, before: unseen, limit: posts }, now());
      done += gone;
      isMore ||= gone > 0;
    }
  }
  await publishMetrics(db, now());
  return { done, isMore };
}

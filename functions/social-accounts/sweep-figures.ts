import { tellFigures } from '../../db/catalog/refresh.ts';
import { clearOldScans, deleteOldChannelPosts, deleteOldMeasurements } from '../../db/metrics/old-metrics.ts';
import { isWithheld, sweptBefore } from '../../schema/metrics/figures.ts';
import { platforms } from '../../schema/shared/enums.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { figureTerms } from '../platform/social/index.ts';

const batch = 2_000;
const posts = 200;

/**
 * Figures that have become as old as their platform lets them, or would before the next night, are gone: measurements, what was last
 * known of posts, and the views that averages are made of. The public is shown nothing of a platform that is withheld, so of its
 * averages nothing is kept. At most a batch of each. What is gone is found no more: runs may overlap.
 */
export async function sweepFigures({ db, settings, now }: JobCtx): Promise<JobResult> {
  let done = 0;
  let isMore = false;
  for (const platform of platforms) {
    const { source, isRedistributable } = figureTerms[platform];
    const before = sweptBefore(platform, settings, now());
    if (before) {
      const tooOld = { platform, source, before, most: batch };
      const gone = [await deleteOldMeasurements(db, tooOld), await clearOldScans(db, tooOld)] as const;
      done += gone[0] + gone[1];
      isMore ||= Math.max(...gone) === batch;
    }
    const unseen = isWithheld(platform, settings) ? now() : before;
    // Averages were never made of what the terms keep from the public.
    if (unseen && isRedistributable) {
      const gone = await deleteOldChannelPosts(db, { platform, source, before: unseen, most: posts }, now());
      done += gone;
      isMore ||= gone > 0;
    }
  }
  await tellFigures(db, now());
  return { done, isMore };
}

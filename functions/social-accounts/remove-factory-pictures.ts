import {
  forgetPicture,
  readOldFactoryPictures,
  readReleasedPictures,
  readUngrantedPictures,
} from '../../db/factories/pictures.ts';
import { shownSince } from '../../schema/metrics/metric-rules.ts';
import { platforms } from '../../schema/shared/enums.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { deletePictures } from './store-picture.ts';

const batch = 50;

/**
 * Removes pictures of factories that are too old or that were fetched under grants that have ended, then the files and rows of all that nothing
 * shows any more. The next run finishes what failed.
 */
export async function removeFactoryPictures(ctx: JobCtx, marginMs: number): Promise<JobResult> {
  const { db, settings, now } = ctx;
  const found = await readUngrantedPictures(db, batch);
  let isMore = found.length === batch;
  for (const platform of platforms) {
    const before = new Date(shownSince(platform, settings, now()).getTime() + marginMs);
    const old = await readOldFactoryPictures(db, platform, before, batch);
    found.push(...old);
    isMore ||= old.length === batch;
  }
  for (const picture of found) for (const statement of forgetPicture(picture)) await db.transaction([statement]);
  const released = await readReleasedPictures(db, batch);
  await deletePictures(ctx, released);
  return { done: found.length + released.length, isMore: isMore || released.length === batch };
}

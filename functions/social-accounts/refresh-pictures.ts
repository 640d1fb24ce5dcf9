import { deleteAvatar } from '../../db/social-accounts/avatars.ts';
import {
  leasablePictures,
  leaseDuePictures,
  type OldPicture,
  readOldPictures,
  removePicture,
} from '../../db/social-accounts/picture-ages.ts';
import { pictureIntervalMs, shownSince } from '../../schema/metrics/metric-rules.ts';
import { platforms } from '../../schema/shared/enums.ts';
import { missing, Refusal } from '../../schema/shared/errors.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { openPublicStore } from '../platform/object-store.ts';
import { accountRef, downloadPicture } from './download-picture.ts';
import { requestPlatforms } from './request-platforms.ts';
import { storePicture } from './store-picture.ts';

const maxPictures = 8;
const batch = 50;
/** Three runs of the cron trigger, so that one failed run does not delay the removal of a picture. */
const marginMs = 15 * 60_000;

/**
 * Fetches pictures of published pages again after half of their lifetime, a few at a time, because measurements of views use the same daily
 * budget. Removes expired pictures from accounts, profiles and pages, and then from the store.
 */
export async function refreshPictures(ctx: JobCtx): Promise<JobResult> {
  const requested = await requestDuePictures(ctx);
  const removed = await removeOld(ctx);
  return { done: requested + removed.done, isMore: removed.isMore };
}

/** Returns the number of requested pictures. */
async function requestDuePictures(ctx: JobCtx): Promise<number> {
  const after: Promise<unknown>[] = [];
  const { done } = await requestPlatforms(ctx, {
    name: 'pictures',
    leasable: leasablePictures,
    intervalMs: (platform) => pictureIntervalMs(platform, ctx.settings) ?? missing('the interval of pictures'),
    size: ({ costs }) => ({ items: 1, units: costs.channel.units, requests: maxPictures }),
    async acquire(lease) {
      const intervalMs = pictureIntervalMs(lease.platform, ctx.settings);
      if (intervalMs === null) return { leased: [], seen: 0 };
      return leaseDuePictures(ctx.db, lease, new Date(lease.at.getTime() + intervalMs / 4));
    },
    async run(adapter, due, { platform }) {
      for (const account of due) {
        const picture = await downloadPicture(adapter, accountRef(account));
        const storing = { isChosen: false, later: (work: Promise<unknown>) => after.push(work) };
        await storePicture(ctx, { ...account, platform }, picture, storing);
      }
    },
  });
  await Promise.all(after);
  return done;
}

/** Removes the references, then the files, then the rows, so that the next run can finish after a failure. */
async function removeOld(ctx: JobCtx): Promise<JobResult> {
  const gone: OldPicture[] = [];
  let isMore = false;
  for (const platform of platforms) {
    if (pictureIntervalMs(platform, ctx.settings) === null) continue;
    const before = new Date(shownSince(platform, ctx.settings, ctx.now()).getTime() + marginMs);
    const old = await readOldPictures(ctx.db, platform, before, batch);
    for (const picture of old) if (await isForgotten(ctx, picture, before)) gone.push(picture);
    isMore ||= old.length === batch;
  }
  for (const { id, objectKey } of gone) {
    await openPublicStore(ctx.settings).delete(objectKey);
    await ctx.db.transaction([deleteAvatar(id)]);
  }
  return { done: gone.length, isMore };
}

/** Removes the references. Returns false when the picture was renewed since it was read. */
async function isForgotten({ db, now }: JobCtx, picture: OldPicture, before: Date): Promise<boolean> {
  try {
    await db.transaction(removePicture(picture, before, now()));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.isConflict) return false;
    throw error;
  }
}

import {
  duePictures,
  type HeldPicture,
  heldPictures,
  leasablePictures,
  type OldPicture,
  readOldPictures,
  removePicture,
} from '../../db/social-accounts/picture-ages.ts';
import { forgetProfiles, renewPublicProfile } from '../../db/social-accounts/profile-ages.ts';
import { pictureIntervalMs, shownSince } from '../../schema/metrics/metric-rules.ts';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { accountRef, downloadPicture, readProfile } from './download-picture.ts';
import { readersOf } from './open-platform.ts';
import { profileTimes } from './profile-times.ts';
import { removeFactoryPictures } from './remove-factory-pictures.ts';
import { type PlatformMessage, runPlatformWork } from './run-platform-work.ts';
import { deletePictures, storePicture } from './store-picture.ts';

const batch = 50;
const profileBatch = 1_000;
/** Three runs of the cron trigger, so that one failed run does not delay a removal. */
const marginMs = 15 * 60_000;

/**
 * Reads the profiles of accounts with published pages again after half of their lifetime, with the pictures that the accounts have. A picture that
 * its platform does not return stays until it expires.
 */
export async function refreshPictures(ctx: JobCtx, message: PlatformMessage): Promise<JobResult> {
  const after: Promise<unknown>[] = [];
  const leaseEnd = new Date(message.leaseEnd);
  const result = await runPlatformWork<HeldPicture>(
    ctx,
    {
      name: 'pictures',
      work: 'PICTURES',
      leasable: leasablePictures,
      spender: 'OTHERS',
      ownerOf: ({ ownerId }) => ownerId,
      intervalMs: (platform) => pictureIntervalMs(platform, ctx.settings),
      cost: ({ costs }, accounts) => ({
        bucket: costs.channel.bucket,
        calls: accounts * costs.channel.calls,
        units: accounts * costs.channel.units,
      }),
      held: (ids) => heldPictures(ids, leaseEnd, readersOf(ctx).byGrant),
      async ask(adapter, by, accounts, { platform }) {
        for (const account of accounts) {
          const at = ctx.now();
          const profile = await readProfile(adapter, by === 'APP' ? accountRef(account) : 'OWN', by);
          // At once, because the picture can fail alone.
          if (by === 'APP') await ctx.db.transaction([renewPublicProfile(account.id, profile, at)]);
          if (!account.hasPicture) continue;
          const storing = {
            isChosen: false,
            isByGrant: by !== 'APP',
            later: (work: Promise<unknown>) => after.push(work),
          };
          await storePicture(ctx, { ...account, platform }, await downloadPicture(adapter, profile), storing);
        }
        return [];
      },
    },
    message,
  );
  await Promise.all(after);
  return result;
}

/** The accounts whose pictures are due. */
export const pictureWork = (ctx: JobCtx, at: Date, leaseEnd: Date) => {
  const putOff = platforms.map(
    (platform) => [platform, new Date(at.getTime() + pictureIntervalMs(platform, ctx.settings) / 4)] as const,
  );
  return duePictures({ at, leaseEnd, byGrant: readersOf(ctx).byGrant, putOffUntil: Object.fromEntries(putOff) });
};

/**
 * Removes expired pictures from accounts, profiles and pages, then the files, then the rows, so that the next run can finish after a failure.
 * Also removes expired titles and numbers of followers, and the pictures of factories.
 */
export async function removeOldPictures(ctx: JobCtx): Promise<JobResult> {
  const gone: OldPicture[] = [];
  let done = 0;
  let isMore = false;
  for (const platform of platforms) {
    const before = new Date(shownSince(platform, ctx.settings, ctx.now()).getTime() + marginMs);
    const old = await readOldPictures(ctx.db, platform, before, batch);
    for (const picture of old) if (await isForgotten(ctx, picture, { before, platform })) gone.push(picture);
    const forgotten = await forgetProfiles(ctx.db, platform, before, profileBatch);
    done += forgotten;
    isMore ||= old.length === batch || forgotten === profileBatch;
  }
  await deletePictures(ctx, gone);
  const ofFactories = await removeFactoryPictures(ctx, marginMs);
  return { done: done + gone.length + ofFactories.done, isMore: isMore || ofFactories.isMore };
}

/** Removes the references. Returns false when the picture was renewed since it was read. */
async function isForgotten(
  ctx: JobCtx,
  picture: OldPicture,
  { before, platform }: { readonly before: Date; readonly platform: Platform },
): Promise<boolean> {
  try {
    await ctx.db.transaction(removePicture(picture, before, profileTimes(ctx, platform)));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.isConflict) return false;
    throw error;
  }
}

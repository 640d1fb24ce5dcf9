import {
  assignPicture,
  type FactoryPicture,
  forgetOlderCovers,
  postponePicture,
  renewFactoryPicture,
} from '../../db/factories/pictures.ts';
import { pictureIntervalMs } from '../../schema/metrics/metric-rules.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { Job } from '../../schema/shared/jobs.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { log } from '../log.ts';
import { downloadPicture } from './download-picture.ts';
import { openPlatform, readersOf, type SocialPlatform } from './open-platform.ts';
import { nextReadOf } from './profile-times.ts';
import { storeFor } from './store-picture.ts';

type Message = Omit<Extract<Job, { readonly kind: 'store-factory-pictures' }>, 'kind'>;

/** Stores pictures of an account of a factory and covers of its posts. A failure is logged, and tried again after a later list or scan. */
export async function storeFactoryPictures(
  ctx: JobCtx,
  { platform, factoryAccountId, pictures }: Message,
): Promise<JobResult> {
  const asker = readersOf(ctx).byKey.includes(platform) ? 'APP' : 'GRANT';
  const images = openPlatform(ctx, platform, null, asker);
  if (images === null) return { done: 0, isMore: false };
  for (const picture of pictures)
    await fetchPicture(ctx, { ...picture, accountId: factoryAccountId, platform, images });
  if (pictures.some(({ of }) => of === 'POST')) await ctx.db.transaction(forgetOlderCovers(factoryAccountId));
  return { done: pictures.length, isMore: false };
}

interface Wanted extends FactoryPicture {
  readonly platform: Platform;
  readonly images: Pick<SocialPlatform, 'image'>;
  readonly address: string;
}

async function fetchPicture(ctx: JobCtx, { platform, images, address, ...picture }: Wanted): Promise<void> {
  const { db, settings, now } = ctx;
  const fetched = { at: now(), dueAt: nextReadOf(platform, settings, now()) };
  const after: Promise<unknown>[] = [];
  try {
    const holder = {
      renew: (hash: Uint8Array) => renewFactoryPicture(db, picture, hash, fetched),
      assign: (...stored: [Parameters<typeof assignPicture>[1], string]) => assignPicture(picture, ...stored, fetched),
    };
    await storeFor(ctx, holder, await downloadPicture(images, { avatarUrl: address }), (work) => after.push(work));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log('warn', 'factory-pictures.failed', {
      platform,
      of: picture.of,
      id: picture.id,
      cause: String(error.cause ?? error),
    });
    const waitMs = pictureIntervalMs(platform, settings) / 4;
    await db.transaction([postponePicture(picture, new Date(fetched.at.getTime() + waitMs))]);
  }
  await Promise.all(after);
}

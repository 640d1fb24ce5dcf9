import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import {
  assignAvatar,
  deleteAvatar,
  isStored,
  type NewPicture,
  readReplaced,
  renewAvatar,
} from '../../db/social-accounts/avatars.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import type { JobCtx } from '../context.ts';
import { sha256 } from '../platform/hash.ts';
import { openPublicStore } from '../platform/object-store.ts';
import type { CommonSettings, StoreSettings } from '../settings/index.ts';
import type { Picture } from './download-picture.ts';
import { nextReadOf } from './profile-times.ts';

type StoreCtx = Pick<JobCtx<CommonSettings & StoreSettings>, 'db' | 'settings' | 'now'>;

interface Storing {
  /** See PictureFetch. */
  readonly isChosen: boolean;
  /** See PictureFetch. */
  readonly isByGrant: boolean;
  /** Receives the cleanup, which may run later. */
  readonly later: (work: Promise<unknown>) => void;
}

/**
 * Stores a picture that the platform has just returned: for the account, and for its owner's profile and page if the picture was chosen or
 * they already show the account's. Returns its address. An unchanged picture keeps its address.
 */
export async function storePicture(
  ctx: StoreCtx,
  { id, ownerId, platform }: { readonly id: number; readonly ownerId: number; readonly platform: Platform },
  picture: Picture,
  { isChosen, isByGrant, later }: Storing,
): Promise<string> {
  const at = ctx.now();
  const fetched = { at, dueAt: nextReadOf(platform, ctx.settings, at), isChosen, isByGrant };
  return storeFor(
    ctx,
    {
      renew: (hash) => renewAvatar(ctx.db, id, hash, fetched),
      assign: (stored, url) => assignAvatar(ownerId, { ...stored, socialAccountId: id }, url, fetched),
      after: () => later(dropReplaced(ctx, id)),
    },
    picture,
    later,
  );
}

/** What shows a picture. */
export interface PictureHolder {
  /** If it already shows a picture with this SHA-256, marks the picture as fetched now and returns its address; null otherwise. */
  renew(sha256: Uint8Array): Promise<string | null>;
  /** The commit that stores the picture and shows it. */
  assign(picture: NewPicture, url: string): readonly SQLWrapper[];
  after?(): void;
}

/** Stores a picture and returns its address: first the file, then the row. `later` receives the cleanup, which may run later. */
export async function storeFor(
  ctx: StoreCtx,
  holder: PictureHolder,
  { bytes, contentType }: Picture,
  later: Storing['later'],
): Promise<string> {
  const hash = await sha256(bytes);
  const renewed = await holder.renew(hash);
  if (renewed !== null) return renewed;
  const { picture, url } = await putPicture(ctx.settings, { bytes, contentType }, hash);
  try {
    await ctx.db.transaction(holder.assign(picture, url));
  } catch (error) {
    later(dropUnstored(ctx, picture));
    throw error;
  }
  holder.after?.();
  return url;
}

/** Stores the file of a picture. The caller commits its row, or calls `dropUnstored`. */
export async function putPicture(
  settings: CommonSettings & StoreSettings,
  { bytes, contentType }: Picture,
  hash: Uint8Array,
): Promise<{ readonly picture: NewPicture; readonly url: string }> {
  const picture = {
    id: crypto.randomUUID(),
    objectKey: `avatars/${crypto.randomUUID()}`,
    contentType,
    size: bytes.byteLength,
    sha256: hash,
  };
  await openPublicStore(settings).put(picture.objectKey, bytes, contentType);
  return { picture, url: `${settings.BASE_URL}/avatars/${picture.id}` };
}

/** The commit may have succeeded although its response was lost; then the file is in use and stays. */
export async function dropUnstored(
  { db, settings }: Pick<StoreCtx, 'db' | 'settings'>,
  { id, objectKey }: NewPicture,
): Promise<void> {
  if (!(await isStored(db, id))) await openPublicStore(settings).delete(objectKey);
}

const dropReplaced = async (ctx: StoreCtx, accountId: number): Promise<void> =>
  deletePictures(ctx, await readReplaced(ctx.db, accountId));

/** Deletes the file of each picture, then its row, so that the next run can finish after a failure. */
export async function deletePictures(
  { db, settings }: Pick<StoreCtx, 'db' | 'settings'>,
  pictures: readonly Pick<NewPicture, 'id' | 'objectKey'>[],
): Promise<void> {
  const store = openPublicStore(settings);
  for (const { id, objectKey } of pictures) {
    await store.delete(objectKey);
    await db.transaction([deleteAvatar(id)]);
  }
}

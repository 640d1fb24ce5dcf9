import {
  deleteAvatar,
  isStored,
  type NewAvatar,
  readReplaced,
  renewAvatar,
  takeAvatar,
} from '../../db/social-accounts/avatars.ts';
import { pictureIntervalMs } from '../../schema/metrics/figures.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import type { JobCtx } from '../context.ts';
import { sha256 } from '../platform/hash.ts';
import { openPublicStore } from '../platform/object-store.ts';
import type { CommonSettings, StoreSettings } from '../settings/index.ts';
import type { Picture } from './take-picture.ts';

type StoreCtx = Pick<JobCtx<CommonSettings & StoreSettings>, 'db' | 'settings' | 'now'>;

interface Storing {
  /** See Turn. */
  readonly isChosen: boolean;
  /** Takes the work that cleans up what is in the way afterwards. */
  readonly later: (work: Promise<unknown>) => void;
}

/**
 * Stores the picture that the platform has just given for the account, and for profile and page of its owner if it is chosen or their
 * picture is the account's. Gives its address. An unchanged picture keeps its address.
 */
export async function storePicture(
  ctx: StoreCtx,
  { id, ownerId, platform }: { readonly id: number; readonly ownerId: number; readonly platform: Platform },
  { bytes, contentType }: Picture,
  { isChosen, later }: Storing,
): Promise<string> {
  const at = ctx.now();
  const intervalMs = pictureIntervalMs(platform, ctx.settings);
  const turn = { at, dueAt: intervalMs === null ? null : new Date(at.getTime() + intervalMs), isChosen };
  const hash = await sha256(bytes);
  const renewed = await renewAvatar(ctx.db, id, hash, turn);
  if (renewed !== null) return renewed;

  const avatar = {
    id: crypto.randomUUID(),
    socialAccountId: id,
    objectKey: `avatars/${crypto.randomUUID()}`,
    contentType,
    size: bytes.byteLength,
    sha256: hash,
  };
  const url = `${ctx.settings.BASE_URL}/avatars/${avatar.id}`;
  await openPublicStore(ctx.settings).put(avatar.objectKey, bytes, contentType);
  try {
    await ctx.db.transaction(takeAvatar(ownerId, avatar, url, turn));
  } catch (error) {
    later(dropUnstored(ctx, avatar));
    throw error;
  }
  later(dropReplaced(ctx, id));
  return url;
}

/** The commit may have succeeded although its answer was lost: then the file is in use. */
async function dropUnstored({ db, settings }: StoreCtx, { id, objectKey }: NewAvatar): Promise<void> {
  if (!(await isStored(db, id))) await openPublicStore(settings).delete(objectKey);
}

/** Deletes the file, then its row, so that the next refresh can finish what failed. */
async function dropReplaced({ db, settings }: StoreCtx, accountId: number): Promise<void> {
  const store = openPublicStore(settings);
  for (const { id, objectKey } of await readReplaced(db, accountId)) {
    await store.delete(objectKey);
    await db.transaction([deleteAvatar(id)]);
  }
}

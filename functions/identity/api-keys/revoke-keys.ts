import { deleteKeysOf, type ListedKey, readLiveKeys } from '../../../db/identity/api-keys.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { ApiCtx } from '../../context.ts';
import { ownerOf } from './revocation-link.ts';
import { forgetOwner } from './verify-key.ts';

/** Reads the active keys of the link's owner without changing anything. */
export async function readRevocable(ctx: ApiCtx, token: string): Promise<ListedKey[]> {
  return readLiveKeys(ctx.db, await ownerOrNone(ctx, token), ctx.now());
}

/** Deletes all keys of the link's owner. All isolates refuse them within a second. */
export async function revokeKeys(ctx: ApiCtx, token: string): Promise<void> {
  const ownerId = await ownerOrNone(ctx, token);
  await ctx.db.transaction([deleteKeysOf(ownerId, ctx.now())]);
  forgetOwner(ownerId);
}

async function ownerOrNone({ settings, now }: ApiCtx, token: string): Promise<number> {
  const ownerId = await ownerOf(token, settings, now());
  if (ownerId === null) throw notFound();
  return ownerId;
}

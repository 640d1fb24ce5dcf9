import { deleteKey as deleteRow } from '../../../db/identity/api-keys.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { forgetOwner } from './verify-key.ts';
import { keyView } from './view.ts';

/** Deletes a key. All isolates refuse it within a second. */
export async function deleteKey(ctx: Ctx, keyId: string) {
  const key = await deleteRow(ctx.db, ctx.actor.userId, keyId, ctx.now());
  if (!key) throw notFound();
  forgetOwner(ctx.actor.userId);
  return { data: keyView(key) };
}

import { readLiveKey, replaceKey } from '../../../db/identity/api-keys.ts';
import { invalidState, notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { newKey, storeKey } from './create-key.ts';
import { forgetOwner } from './verify-key.ts';

/**
 * Replaces a key by one with the same name, scopes and expiry, which only this answer contains. The old key ends after the overlap. A failure
 * changes nothing.
 */
export async function rotateKey(
  ctx: Ctx,
  { id, overlapHours }: { readonly id: string; readonly overlapHours: number },
) {
  const { userId: ownerId } = ctx.actor;
  const old = await readLiveKey(ctx.db, ownerId, id, ctx.now());
  if (old === null) throw notFound();
  if (old.replacedAt !== null) throw invalidState('REPLACED', ['delete']);
  const { key, secret } = await newKey(ctx, old);
  const endsAt = new Date(ctx.now().getTime() + overlapHours * 3_600_000);
  const answer = await storeKey(ctx, key, secret, [replaceKey({ id, ownerId, at: ctx.now(), endsAt })]);
  forgetOwner(ownerId);
  return answer;
}

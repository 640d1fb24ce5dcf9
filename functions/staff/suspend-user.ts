import { changeSuspension, readSuspension } from '../../db/users.ts';
import { notFound, Refusal } from '../../schema/errors.ts';
import { forgetUser } from '../account/index.ts';
import { forgetOwner } from '../api-keys/index.ts';
import type { Ctx } from '../context.ts';

export interface SuspendUser {
  readonly userId: number;
  readonly suspended: boolean;
  readonly reason?: string | undefined;
}

/** The user is suspended, signed out and hidden, or is none of it any more. */
export async function suspendUser(ctx: Ctx, { userId, suspended, reason }: SuspendUser) {
  if (userId === ctx.actor.userId) throw new Refusal('ROLE_NOT_ALLOWED', 'Staff cannot suspend themselves.');
  await ctx.db.transaction(changeSuspension(userId, suspended ? (reason ?? '') : null, ctx.now()));
  const user = await readSuspension(ctx.db, userId);
  if (!user) throw notFound();
  forgetUser(userId);
  forgetOwner(userId);
  const { id, suspendedAt, reason: noted } = user;
  return { data: { id, suspended: suspendedAt !== null, suspendedAt, reason: noted } };
}

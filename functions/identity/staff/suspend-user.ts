import { extendDecisions } from '../../../db/campaigns/moderation.ts';
import { changeSuspension, readSuspension } from '../../../db/identity/users.ts';
import { extendWindows } from '../../../db/placements/stopped-assignments.ts';
import { followSuspension } from '../../../db/social-accounts/recalled-accounts.ts';
import { missing, notFound, refuseOwn } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { forgetUser } from '../account/index.ts';
import { forgetOwner } from '../api-keys/index.ts';
import { viewSuspension } from './view.ts';

export interface SuspendUser {
  readonly userId: number;
  readonly suspended: boolean;
  readonly reason?: string | undefined;
}

/** The minimum that is left of every window after a suspension is lifted. */
const leastWindowMs = 72 * 3_600_000;

/** Suspends a user, ends its sessions and hides its page; or lifts the suspension. */
export async function suspendUser(ctx: Ctx, { userId, suspended, reason }: SuspendUser) {
  refuseOwn(ctx.actor.userId, [userId], 'suspend themselves');
  const at = ctx.now();
  const until = new Date(at.getTime() + leastWindowMs);
  await ctx.db.transaction([
    ...(suspended ? [] : [extendWindows(userId, { at, until }), ...extendDecisions(userId, { at, until })]),
    ...changeSuspension(userId, suspended ? (reason ?? missing('the reason of a suspension')) : null, at),
  ]);
  const user = await readSuspension(ctx.db, userId);
  if (!user) throw notFound();
  forgetUser(userId);
  forgetOwner(userId);
  // Afterwards, because accounts and posts are locked before users.
  await ctx.db.transaction(followSuspension(userId, suspended, at));
  return { data: viewSuspension(user) };
}

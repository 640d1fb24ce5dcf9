import { changeDisplayName, changeRoles, readUser } from '../../../db/identity/users.ts';
import { roles as everyRole, type Role } from '../../../schema/shared/enums.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { forgetOwner } from '../api-keys/index.ts';
import { forgetUser } from './known-users.ts';
import { type CallLimits, identityView } from './view.ts';

export interface UpdateMe {
  readonly roles?: readonly Role[] | undefined;
  readonly displayName?: string | undefined;
}

/** Updates the caller's name and chosen roles; granted roles stay. A new creator gets a profile and a page. */
export async function updateMe(ctx: Ctx, { roles, displayName }: UpdateMe, limits: CallLimits) {
  const { userId } = ctx.actor;
  const changes = [
    ...(displayName === undefined ? [] : [changeDisplayName(userId, displayName, ctx.now())]),
    ...(roles === undefined ? [] : changeRoles(userId, inOrder(roles), ctx.now())),
  ];
  if (changes.length > 0) await ctx.db.transaction(changes);
  const user = await readUser(ctx.db, userId);
  if (!user) throw notFound();
  forgetUser(userId);
  forgetOwner(userId);
  return { data: identityView(user, null, limits) };
}

const inOrder = (chosen: readonly Role[]): Role[] =>
  everyRole.filter((role) => role !== 'STAFF' && chosen.includes(role));

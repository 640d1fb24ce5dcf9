import { type UsersPage, usersPage } from '../../db/desk/users.ts';
import type { ListedUserView } from '../../schema/desk/users.ts';
import { type Page, pageOf } from '../../schema/shared/page.ts';
import type { Ctx } from '../context.ts';
import { viewListedUser } from './view.ts';

/** Users, newest first, or those that a search finds in its order. */
export async function listUsers(ctx: Ctx, page: Omit<UsersPage, 'at' | 'staffId'>): Promise<Page<ListedUserView>> {
  const rows = await ctx.db.read(usersPage({ ...page, at: ctx.now(), staffId: ctx.actor.userId }));
  return pageOf(rows.map(viewListedUser), page.limit, ({ id }) => id);
}

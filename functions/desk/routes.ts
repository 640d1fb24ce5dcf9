import { ListStaffActions } from '../../schema/desk/audit-log.ts';
import { GetUser, ListUsers } from '../../schema/desk/users.ts';
import { group, on } from '../http/route.ts';

const verbs = () => import('./verbs.ts');

export const deskRoutes = group(
  on(ListUsers, async (ctx, { query }) => (await verbs()).listUsers(ctx, query)),
  on(GetUser, async (ctx, { params, query }) => (await verbs()).getUser(ctx, { ...params, ...query })),
  on(ListStaffActions, async (ctx, { query }) => (await verbs()).listActions(ctx, query)),
);

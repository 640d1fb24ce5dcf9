import { ListStaffActions } from '../../schema/desk/audit-log.ts';
import { GetServiceStatus, ListDeadLetters, RequeueDeadLetter } from '../../schema/desk/operations.ts';
import { GetUser, ListUsers } from '../../schema/desk/users.ts';
import { group, on } from '../http/route.ts';

const verbs = () => import('./verbs.ts');

export const deskRoutes = group(
  on(ListUsers, async (ctx, { query }) => (await verbs()).listUsers(ctx, query)),
  on(GetUser, async (ctx, { params, query }) => (await verbs()).getUser(ctx, { ...params, ...query })),
  on(ListStaffActions, async (ctx, { query }) => (await verbs()).listActions(ctx, query)),
  on(ListDeadLetters, async (ctx, { query }) => (await verbs()).listDeadLetters(ctx, query)),
  on(RequeueDeadLetter, async (ctx, { params }) => (await verbs()).requeueDeadLetter(ctx, params)),
  on(GetServiceStatus, async (ctx) => (await verbs()).getServiceStatus(ctx)),
);

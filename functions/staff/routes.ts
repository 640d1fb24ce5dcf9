import { SuspendUser } from '../../schema/staff.ts';
import { on, type Route } from '../http/route.ts';
import { suspendUser } from './suspend-user.ts';

export const staffRoutes: Route[] = [
  on(SuspendUser, (ctx, { params, body }) => suspendUser(ctx, { userId: params.id, ...body })),
];

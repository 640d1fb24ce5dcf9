import { SuspendUser, SwitchControl } from '../../../schema/identity/staff.ts';
import { group, on } from '../../http/route.ts';
import { suspendUser } from './suspend-user.ts';
import { switchControl } from './switch-control.ts';

export const staffRoutes = group(
  on(SuspendUser, (ctx, { params, body }) => suspendUser(ctx, { userId: params.id, ...body })),
  on(SwitchControl, (ctx, { params, body }) => switchControl(ctx, { ...params, ...body })),
);

import { ListControls, SuspendUser, SwitchControl } from '../../../schema/identity/staff.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const staffRoutes = group(
  on(SuspendUser, async (ctx, { params, body }) => (await verbs()).suspendUser(ctx, { userId: params.id, ...body })),
  on(ListControls, async (ctx) => (await verbs()).listControls(ctx)),
  on(SwitchControl, async (ctx, { params, body }) => (await verbs()).switchControl(ctx, { ...params, ...body })),
);

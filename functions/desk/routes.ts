import { ListStaffActions } from '../../schema/desk/audit-log.ts';
import { group, on } from '../http/route.ts';

const verbs = () => import('./verbs.ts');

export const deskRoutes = group(
  on(ListStaffActions, async (ctx, { query }) => (await verbs()).listActions(ctx, query)),
);

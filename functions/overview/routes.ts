import { GetOverview } from '../../schema/overview/overview.ts';
import { group, on } from '../http/route.ts';

export const overviewRoutes = group(
  on(GetOverview, async (ctx) => (await import('./get-overview.ts')).getOverview(ctx)),
);

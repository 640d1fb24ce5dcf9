import { ReadOrderAnalytics, ReadPlacementAnalytics } from '../../../schema/metrics/placement-analytics.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const analyticsRoutes = group(
  on(ReadPlacementAnalytics, async (ctx, { query }) => (await verbs()).readPlacementAnalytics(ctx, query)),
  on(ReadOrderAnalytics, async (ctx, { params, query }) =>
    (await verbs()).readOrderAnalytics(ctx, { ...params, ...query }),
  ),
);

import { ReadOrderAnalytics, ReadPlacementAnalytics } from '../../../schema/metrics/placement-analytics.ts';
import { group, on } from '../../http/route.ts';
import { readOrderAnalytics } from './read-order-analytics.ts';
import { readPlacementAnalytics } from './read-placement-analytics.ts';

export const analyticsRoutes = group(
  on(ReadPlacementAnalytics, (ctx, { query }) => readPlacementAnalytics(ctx, query)),
  on(ReadOrderAnalytics, (ctx, { params, query }) => readOrderAnalytics(ctx, { ...params, ...query })),
);

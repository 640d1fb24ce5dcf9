import { ReadCampaignAnalytics } from '../../../schema/campaigns/analytics.ts';
import { group, on } from '../../http/route.ts';
import { readCampaignAnalytics } from './read-analytics.ts';

export const campaignAnalyticsRoutes = group(
  on(ReadCampaignAnalytics, (ctx, { params, query }) => readCampaignAnalytics(ctx, { ...params, ...query })),
);

import { ReadCampaignAnalytics } from '../../../schema/campaigns/analytics.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const campaignAnalyticsRoutes = group(
  on(ReadCampaignAnalytics, async (ctx, { params, query }) =>
    (await verbs()).readCampaignAnalytics(ctx, { ...params, ...query }),
  ),
);

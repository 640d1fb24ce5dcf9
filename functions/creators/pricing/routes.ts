import { GetAccountPricing, GetPricing, SaveAccountPricing, SavePricing } from '../../../schema/creators/pricing.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const pricingRoutes = group(
  on(GetPricing, async (ctx, { params }) => (await verbs()).getPricing(ctx, { channelId: params.id })),
  on(SavePricing, async (ctx, { params, body }) => (await verbs()).savePricing(ctx, { channelId: params.id }, body)),
  on(GetAccountPricing, async (ctx, { params }) => (await verbs()).getPricing(ctx, params)),
  on(SaveAccountPricing, async (ctx, { params, body }) => (await verbs()).savePricing(ctx, params, body)),
);

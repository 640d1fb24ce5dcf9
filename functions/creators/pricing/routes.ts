import { GetAccountPricing, GetPricing, SaveAccountPricing, SavePricing } from '../../../schema/creators/pricing.ts';
import { group, on } from '../../http/route.ts';
import { getPricing } from './get-pricing.ts';
import { savePricing } from './save-pricing.ts';

export const pricingRoutes = group(
  on(GetPricing, (ctx, { params }) => getPricing(ctx, { channelId: params.id })),
  on(SavePricing, (ctx, { params, body }) => savePricing(ctx, { channelId: params.id }, body)),
  on(GetAccountPricing, (ctx, { params }) => getPricing(ctx, params)),
  on(SaveAccountPricing, (ctx, { params, body }) => savePricing(ctx, params, body)),
);

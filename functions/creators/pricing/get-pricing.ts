import type { PricedTarget } from '../../../db/creators/prices.ts';
import { facts } from '../../../db/query.ts';
import type { PricingView } from '../../../schema/creators/pricing.ts';
import type { Ctx } from '../../context.ts';
import { viewPricing } from './view.ts';
import { pricesFacts, visiblePrices } from './visible-prices.ts';

/** The prices of a channel, with the creator's earnings. */
export async function getPricing(ctx: Ctx, target: PricedTarget): Promise<{ data: PricingView }> {
  const { version, listings } = visiblePrices(target, await facts(ctx.db, pricesFacts(ctx, target)));
  return { data: viewPricing(version, listings, ctx.settings.CREATOR_FEE_BPS) };
}

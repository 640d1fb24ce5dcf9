import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import type { PricedTarget } from '../../db/pricing.ts';
import type { PricingView } from '../../schema/pricing.ts';
import type { Ctx } from '../context.ts';
import { viewPricing } from './view.ts';
import { type PricesFacts, pricesFacts, visiblePrices } from './visible-prices.ts';

/** The prices of a channel, with what the creator earns by them. */
export async function getPricing(ctx: Ctx, target: PricedTarget): Promise<{ data: PricingView }> {
  const facts = await row<PricesFacts>(ctx.db, sql`select ${pricesFacts(ctx, target)}`);
  const { version, listings } = visiblePrices(target, facts);
  return { data: viewPricing(version, listings, ctx.settings.CREATOR_FEE_BPS) };
}

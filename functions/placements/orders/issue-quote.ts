import { agreedTerms, type OrderItemRecord, type StoredOffer } from '../../../db/placements/items.ts';
import type { IssuedQuote } from '../../../db/placements/quotes.ts';
import type { QuoteLine } from '../../../schema/placements/order-terms.ts';
import type { Ctx } from '../../context.ts';
import { payloadHash } from './payload-hash.ts';
import { sumOf } from './rules.ts';

export interface Pricing {
  readonly orderId: number | null;
  readonly orderVersion: number | null;
  readonly version: number;
  readonly lines: readonly QuoteLine[];
  readonly items: readonly OrderItemRecord[];
  readonly offer: StoredOffer | null;
}

/** Issues a quote at the current fees. It is valid from now on for QUOTE_TTL_SECONDS. */
export async function issueQuote(ctx: Ctx, { items, ...pricing }: Pricing): Promise<IssuedQuote> {
  const { BRAND_FEE_BPS, CREATOR_FEE_BPS, QUOTE_TTL_SECONDS } = ctx.settings;
  const hash = await payloadHash({
    orderId: pricing.orderId,
    orderVersion: pricing.orderVersion,
    currency: 'USDT',
    brandFeeBps: BRAND_FEE_BPS,
    lines: pricing.lines,
    items: items.map(agreedTerms),
  });
  return {
    ...pricing,
    quoteId: crypto.randomUUID(),
    status: 'ACTIVE',
    advertiserId: ctx.actor.userId,
    expiresAt: new Date(ctx.now().getTime() + QUOTE_TTL_SECONDS * 1_000).toISOString(),
    payloadHash: hash,
    brandFeeBps: BRAND_FEE_BPS,
    creatorFeeBps: CREATOR_FEE_BPS,
    base: sumOf(pricing.lines, 'base'),
    brandFee: sumOf(pricing.lines, 'brandFee'),
    createdAt: ctx.now(),
  };
}

import { nameOfPublished } from '../../../db/creators/published-creators.ts';
import type { StoredOffer } from '../../../db/placements/items.ts';
import { creatorOfOffer, offerOf, type QuoteRecord, quoteOfOffer } from '../../../db/placements/quotes.ts';
import { facts } from '../../../db/query.ts';
import type { OfferView } from '../../../schema/placements/offers.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { viewQuote } from '../orders/index.ts';
import { pricePerResult, statusOfOffer } from './rules.ts';

/** A quoted offer of the caller, with its terms. */
export async function getCustomOffer(ctx: Ctx, { quoteId }: { quoteId: string }): Promise<{ data: OfferView }> {
  const { userId } = ctx.actor;
  const { quote, offer, creatorName } = await facts(ctx.db, {
    quote: quoteOfOffer(userId, quoteId),
    offer: offerOf(userId, quoteId),
    creatorName: nameOfPublished(creatorOfOffer(userId, quoteId)),
  });
  if (!quote || !offer) throw notFound();
  return { data: viewOffer(quote, { ...offer, creatorName }, ctx.now()) };
}

const viewOffer = (
  quote: QuoteRecord,
  offer: StoredOffer & { readonly creatorName: string | null },
  now: Date,
): OfferView => ({
  quote: viewQuote({ ...quote, orderId: null }),
  status: statusOfOffer(quote, now),
  orderId: quote.orderId,
  terms: {
    creatorPublicId: offer.creatorPublicId,
    creatorName: offer.creatorName,
    priceCents: String(pricePerResult(quote, offer)),
    expectedEndAt: offer.dueAt,
    quantity: offer.quantity,
    discountBps: offer.discountBps,
    brief: offer.brief,
    results: offer.results.map(({ expectedAt, description = '' }) => ({ expectedAt, description })),
    rights: offer.rights,
  },
});

import { sql } from 'drizzle-orm/sql/sql';
import { publishedCreator } from '../../../db/creators/published-creators.ts';
import type { StoredOffer } from '../../../db/placements/items.ts';
import { insertQuote } from '../../../db/placements/quotes.ts';
import { facts } from '../../../db/query.ts';
import type { OfferTerms } from '../../../schema/placements/offers.ts';
import type { QuoteView } from '../../../schema/placements/orders.ts';
import { notFound, Refusal } from '../../../schema/shared/errors.ts';
import { centsToUsdt, packageBase } from '../../../schema/shared/money.ts';
import type { Ctx } from '../../context.ts';
import { commit, earlierAnswer, replayEarlier } from '../../idempotency.ts';
import { issueQuote, priced, refusePast, viewQuote } from '../orders/index.ts';
import { offeredItem } from './rules.ts';

/** Issues a quote of the offer. No order exists before it is confirmed. A failure changes nothing. */
export async function quoteOffer(ctx: Ctx, terms: OfferTerms): Promise<{ data: QuoteView }> {
  const found = await facts(ctx.db, {
    earlier: earlierAnswer(ctx),
    creatorId: publishedCreator(sql`${terms.creatorPublicId}`),
  });
  replayEarlier(ctx, found.earlier);
  refusePast(terms.results, ctx.now());
  if (found.creatorId === null) throw notFound();
  if (found.creatorId === ctx.actor.userId) throw new Refusal('ROLE_NOT_ALLOWED', 'You cannot order from yourself.');
  const base = packageBase(centsToUsdt(terms.priceCents), terms.quantity, terms.discountBps);
  const fees = { brandFeeBps: ctx.settings.BRAND_FEE_BPS, creatorFeeBps: ctx.settings.CREATOR_FEE_BPS };
  const offer: StoredOffer = { ...storable(terms), creatorId: found.creatorId };
  const quote = await issueQuote(ctx, {
    orderId: null,
    orderVersion: null,
    version: 1,
    lines: [priced({ orderItemId: null, serviceListingId: null, termsHash: null }, base, fees)],
    items: [offeredItem(offer, 0, base)],
    offer,
  });
  return commit(ctx, [insertQuote(quote)], { data: viewQuote(quote) });
}

const storable = (terms: OfferTerms): Omit<StoredOffer, 'creatorId'> => ({
  creatorPublicId: terms.creatorPublicId,
  quantity: terms.quantity,
  discountBps: terms.discountBps,
  dueAt: terms.expectedEndAt.toISOString(),
  brief: terms.brief,
  results: terms.results.map(({ expectedAt, description }) => ({ expectedAt: expectedAt.toISOString(), description })),
  rights: terms.rights,
});

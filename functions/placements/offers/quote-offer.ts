import { sql } from 'drizzle-orm/sql/sql';
import { publishedCreator } from '../../../db/creators/published-creators.ts';
import type { StoredOffer } from '../../../db/placements/items.ts';
import { type IssuedQuote, insertQuote } from '../../../db/placements/quotes.ts';
import { factsOf } from '../../../db/query.ts';
import type { OfferTerms } from '../../../schema/placements/offers.ts';
import type { QuoteView } from '../../../schema/placements/orders.ts';
import { notFound, Refusal } from '../../../schema/shared/errors.ts';
import { centsToUsdt, packageBase } from '../../../schema/shared/money.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { issueQuote, priced, refusePast, viewQuote } from '../orders/index.ts';
import { offeredItem } from './rules.ts';

/** Issues a quote of the offer. No order exists before it is confirmed. A failure changes nothing. */
export const quoteOffer = (ctx: Ctx, terms: OfferTerms): Promise<{ data: QuoteView }> =>
  mutate(ctx, {
    facts: factsOf({ creatorId: publishedCreator(sql`${terms.creatorPublicId}`) }),
    visible: (found) => found,
    async decide({ creatorId }) {
      refusePast(terms.results, ctx.now());
      if (creatorId === null) throw notFound();
      if (creatorId === ctx.actor.userId) throw new Refusal('ROLE_NOT_ALLOWED', 'You cannot order from yourself.');
      const quote = await quoteOf(ctx, { ...storable(terms), creatorId }, terms);
      return { statements: [insertQuote(quote)], answer: { data: viewQuote(quote) } };
    },
  });

function quoteOf(ctx: Ctx, offer: StoredOffer, terms: OfferTerms): Promise<IssuedQuote> {
  const base = packageBase(centsToUsdt(terms.priceCents), terms.quantity, terms.discountBps);
  const fees = { brandFeeBps: ctx.settings.BRAND_FEE_BPS, creatorFeeBps: ctx.settings.CREATOR_FEE_BPS };
  return issueQuote(ctx, {
    orderId: null,
    orderVersion: null,
    version: 1,
    lines: [priced({ orderItemId: null, serviceListingId: null, termsHash: null }, base, fees)],
    items: [offeredItem(offer, '', 0, base)],
    offer,
  });
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

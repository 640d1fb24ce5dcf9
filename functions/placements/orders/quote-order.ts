import type { ListingFacts } from '../../../db/placements/listings.ts';
import { type OrderRecord, quoteDraft, quoteFacts } from '../../../db/placements/orders.ts';
import { type IssuedQuote, type QuoteRecord, stillActive } from '../../../db/placements/quotes.ts';
import type { QuoteView } from '../../../schema/placements/orders.ts';
import { missing, Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { issueQuote } from './issue-quote.ts';
import { afterMove, priced, refusePastItems, withBases, withListings } from './rules.ts';
import { viewQuote } from './view.ts';

/**
 * Issues a quote and supersedes the previous one; the version of the order stays. If a concurrent request has issued a quote of the same
 * price and terms, this one returns that quote. So every concurrent caller gets a valid quote. A failure changes nothing.
 */
export function quoteOrder(ctx: Ctx, input: { id: number; expectedVersion: number }): Promise<{ data: QuoteView }> {
  let versionAtFirst: number | undefined;
  return mutate(ctx, {
    facts: quoteFacts({ userId: ctx.actor.userId, orderId: input.id }),
    visible: ({ order, ...found }) => order && { ...found, order },
    async decide({ order, ...found }) {
      if (order.version !== input.expectedVersion) throw new Refusal('VERSION_CONFLICT');
      afterMove('quote', order, ctx.now());
      const quote = await priceOrder(ctx, order, found);
      versionAtFirst ??= found.latestVersion;
      const issued = found.latestVersion > versionAtFirst ? order.quote : null;
      if (issued !== null && isAsGood(issued, quote))
        return { statements: [stillActive({ quoteId: issued.quoteId })], answer: { data: viewQuote(issued) } };
      return {
        statements: [quoteDraft(order, quote, ctx.now())],
        answer: { data: viewQuote(quote) },
      };
    },
  });
}

const isAsGood = (issued: QuoteRecord, quote: IssuedQuote): boolean =>
  issued.status === 'ACTIVE' &&
  issued.payloadHash === quote.payloadHash &&
  issued.creatorFeeBps === quote.creatorFeeBps;

interface Priceable {
  readonly listings: readonly ListingFacts[];
  readonly latestVersion: number;
}

async function priceOrder(ctx: Ctx, order: OrderRecord, found: Priceable): Promise<IssuedQuote> {
  const items = order.items.map((item) => ({
    ...item,
    serviceListingId: item.serviceListingId ?? missing('the listing of an item'),
    results: item.results.map(({ expectedAt }) => ({ expectedAt: new Date(expectedAt) })),
  }));
  refusePastItems(items, ctx.now());
  const ordered = withBases(withListings(items, found.listings, ctx.actor.userId));
  const fees = { brandFeeBps: ctx.settings.BRAND_FEE_BPS, creatorFeeBps: ctx.settings.CREATOR_FEE_BPS };
  const lines = ordered.map(({ item: { id, serviceListingId }, listing: { termsHash }, base }) =>
    priced({ orderItemId: id, serviceListingId, termsHash }, base, fees),
  );
  return issueQuote(ctx, {
    orderId: order.id,
    orderVersion: order.version,
    version: found.latestVersion + 1,
    lines,
    items: order.items,
    offer: null,
  });
}

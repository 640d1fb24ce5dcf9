import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import {
  availableListings,
  insertQuote,
  listingIdsOf,
  markQuoted,
  orderOf,
  type QuoteRow,
  stillActive,
} from '../../db/orders.ts';
import { notFound, Refusal } from '../../schema/errors.ts';
import type { ListingFacts, OrderRecord, QuoteRecord } from '../../schema/order-records.ts';
import type { QuoteView } from '../../schema/orders.ts';
import type { Ctx } from '../context.ts';
import { commit, earlierAnswer, replayEarlier, type SavedAnswer } from '../idempotency.ts';
import { settleRace } from '../lost-race.ts';
import { issueQuote } from './issue-quote.ts';
import { afterMove, basesOf, listingsFor, priced, refusePastItems } from './rules.ts';
import { viewQuote } from './view.ts';

interface Facts {
  readonly earlier: SavedAnswer | null;
  readonly order: OrderRecord | null;
  readonly listings: readonly ListingFacts[];
  readonly latestVersion: number;
}

/**
 * The order has this quote and no other that is active, or nothing changed. Its version stays. Who lost to a quote of the same price
 * and terms, issued since it asked, gets that one: however many ask at once, each holds a quote that is good.
 */
export async function quoteOrder(
  ctx: Ctx,
  input: { id: number; expectedVersion: number },
): Promise<{ data: QuoteView }> {
  let versionAtFirst: number | undefined;
  return settleRace(async () => {
    const facts = await row<Facts>(
      ctx.db,
      sql`select ${earlierAnswer(ctx)} as earlier, ${orderOf(ctx.actor.userId, input.id)} as "order",
            ${availableListings(listingIdsOf(input.id))} as listings,
            (select coalesce(max(version), 0) from quotes where order_id = ${input.id}) as "latestVersion"`,
    );
    if (!facts.order) throw notFound();
    replayEarlier(ctx, facts.earlier);
    const { order } = facts;
    if (order.version !== input.expectedVersion) throw new Refusal('VERSION_CONFLICT');
    afterMove('quote', order, ctx.now());
    const quote = await priceOrder(ctx, order, facts);
    versionAtFirst ??= facts.latestVersion;
    const issued = facts.latestVersion > versionAtFirst ? order.quote : null;
    if (issued !== null && isAsGood(issued, quote))
      return commit(ctx, [stillActive(issued.quoteId)], { data: viewQuote(issued) });
    return commit(ctx, [...markQuoted(order, quote, ctx.now()), insertQuote(quote)], { data: viewQuote(quote) });
  });
}

const isAsGood = (issued: QuoteRecord, quote: QuoteRow): boolean =>
  issued.status === 'ACTIVE' &&
  issued.payloadHash === quote.payloadHash &&
  issued.creatorFeeBps === quote.creatorFeeBps;

async function priceOrder(ctx: Ctx, order: OrderRecord, facts: Facts): Promise<QuoteRow> {
  const items = order.items.map((item) => ({
    ...item,
    serviceListingId: item.serviceListingId ?? 0,
    results: item.results.map(({ expectedAt }) => ({ expectedAt: new Date(expectedAt) })),
  }));
  refusePastItems(items, ctx.now());
  const listings = listingsFor(items, facts.listings, ctx.actor.userId);
  const bases = basesOf(items, listings);
  const fees = { brandFeeBps: ctx.settings.BRAND_FEE_BPS, creatorFeeBps: ctx.settings.CREATOR_FEE_BPS };
  const lines = items.map((item, index) =>
    priced(
      { orderItemId: item.id, serviceListingId: item.serviceListingId, termsHash: listings[index]?.termsHash ?? null },
      bases[index] ?? 0n,
      fees,
    ),
  );
  return issueQuote(ctx, {
    orderId: order.id,
    orderVersion: order.version,
    version: facts.latestVersion + 1,
    lines,
    items: order.items,
    offer: null,
  });
}

import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { freshIds } from '../../db/fresh-ids.ts';
import {
  availableListings,
  consumeQuote,
  listingIdsOf,
  markFunded,
  orderOf,
  quoteOf,
  stillOnSale,
} from '../../db/orders.ts';
import { notFound, Refusal } from '../../schema/errors.ts';
import { packageBase } from '../../schema/money.ts';
import type { ListingFacts, OrderItemRecord, OrderRecord, QuoteRecord } from '../../schema/order-records.ts';
import type { Confirmation } from '../../schema/orders.ts';
import type { Ctx } from '../context.ts';
import { commit, earlierAnswer, replayEarlier, type SavedAnswer } from '../idempotency.ts';
import { settleRace } from '../lost-race.ts';
import { checkQuote, refuseOtherFees } from './check-quote.ts';
import { type CheckedOut, type FreshIds, fundedOrder } from './funded-order.ts';

interface Facts extends FreshIds {
  readonly earlier: SavedAnswer | null;
  readonly order: OrderRecord | null;
  readonly quote: QuoteRecord | null;
  readonly listings: readonly ListingFacts[];
}

/** The advertiser takes the quote: the price is fixed and the money is held, or neither happens. */
export const checkOutOrder = (ctx: Ctx, input: Confirmation & { id: number }): Promise<CheckedOut> =>
  settleRace(async () => {
    const facts = await readFacts(ctx, input);
    if (!facts.order) throw notFound();
    replayEarlier(ctx, facts.earlier);
    const { order } = facts;
    const quote = checkQuote(facts.quote, input, order, ctx.now());
    refuseOtherFees(quote, ctx.settings);
    const services = order.items.map((item) => pricedService(item, quote, facts.listings));
    const funded = fundedOrder(ctx, { order, quote, services, ids: facts });
    const marked = [markFunded(order, ctx.now()), stillOnSale(services), consumeQuote(quote.quoteId, order)];
    return commit(ctx, [...marked, ...funded.statements], funded.answer, { isTold: true });
  });

const readFacts = (ctx: Ctx, input: Confirmation & { id: number }): Promise<Facts> =>
  row<Facts>(
    ctx.db,
    sql`select ${earlierAnswer(ctx)} as earlier, ${orderOf(ctx.actor.userId, input.id)} as "order",
          ${quoteOf(ctx.actor.userId, input.quoteId, sql`q.order_id = ${input.id} and q.offer is null`)} as quote,
          ${availableListings(listingIdsOf(input.id))} as listings,
          ${freshIds('placement_assignments', sql`(select count(*) from order_items where order_id = ${input.id})`)} as "assignmentIds",
          ${freshIds('deliverables', sql`(select sum(quantity) from order_items where order_id = ${input.id})`)} as "deliverableIds"`,
  );

/** The service that an item orders, still published, and still at the price and on the terms of the quote. */
function pricedService(item: OrderItemRecord, quote: QuoteRecord, listings: readonly ListingFacts[]): ListingFacts {
  const listing = listings.find(({ id }) => id === item.serviceListingId);
  const option = listing?.packageOptions.find(({ quantity }) => quantity === item.quantity);
  const line = quote.lines.find(({ orderItemId }) => orderItemId === item.id);
  if (!listing || !line || option?.discountBps !== item.discountBps || listing.termsHash !== line.termsHash)
    throw new Refusal('PRICE_CHANGED');
  const base = packageBase(BigInt(listing.basePrice), item.quantity, item.discountBps);
  if (base !== BigInt(line.base)) throw new Refusal('PRICE_CHANGED');
  return listing;
}

import { sql } from 'drizzle-orm/sql/sql';
import { nameOfPublished, publishedCreator, stillPublished } from '../../../db/creators/published-creators.ts';
import { freshId, freshIds } from '../../../db/fresh-ids.ts';
import { insertConfirmed } from '../../../db/placements/checkouts.ts';
import type { OrderItemRecord } from '../../../db/placements/items.ts';
import type { OrderRecord } from '../../../db/placements/orders.ts';
import { creatorOfOffer, offerOf, type QuoteRecord, quoteOfOffer } from '../../../db/placements/quotes.ts';
import { factsOf } from '../../../db/query.ts';
import { placementAssignments } from '../../../db/tables/assignments.ts';
import { deliverables } from '../../../db/tables/deliverables.ts';
import { orderItems, placementOrders } from '../../../db/tables/orders.ts';
import type { Confirmation } from '../../../schema/placements/orders.ts';
import { missing, notFound, Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { holdFunds } from '../../wallet/index.ts';
import { type CheckedOut, checkQuote, fundedOrder, refuseOtherFees } from '../orders/index.ts';
import { customService, offeredItem } from './rules.ts';

/** Turns the offer into a funded order of origin CUSTOM and holds its money, in one transaction. */
export const confirmOffer = (ctx: Ctx, input: Confirmation): Promise<CheckedOut> =>
  mutate(ctx, {
    facts: factsOf({
      quote: quoteOfOffer(ctx.actor.userId, input.quoteId),
      offer: offerOf(ctx.actor.userId, input.quoteId),
      creatorId: publishedCreator(creatorOfOffer(ctx.actor.userId, input.quoteId)),
      creatorName: nameOfPublished(creatorOfOffer(ctx.actor.userId, input.quoteId)),
      orderId: freshId(placementOrders),
      itemId: freshId(orderItems),
      assignmentIds: freshIds(placementAssignments, sql`1`),
      deliverableIds: freshIds(deliverables, sql`10`),
    }),
    visible: (found) => found,
    decide(found) {
      const quote = checkQuote(found.quote, input, null, ctx.now());
      refuseOtherFees(quote, ctx.settings);
      if (!found.offer) throw notFound();
      if (found.creatorId === null || found.creatorName === null) throw new Refusal('PRICE_CHANGED');
      const line = quote.lines[0] ?? missing('the line of an offer');
      const item = offeredItem(found.offer, found.creatorName, found.itemId, BigInt(line.base));
      const order = orderFrom(item, quote, found.orderId, ctx.now());
      const sold = [{ item, service: customService, line }];
      const funded = fundedOrder(ctx, { order, quote, sold, ids: found });
      return {
        statements: [
          stillPublished(found.offer.creatorPublicId),
          insertConfirmed(funded.checkout, ctx.actor.userId),
          holdFunds(order.id, ctx.now()),
        ],
        answer: funded.answer,
        isNotifying: true,
      };
    },
  });

function orderFrom(item: OrderItemRecord, quote: QuoteRecord, id: number, now: Date): OrderRecord {
  const at = now.toISOString();
  return {
    id,
    version: 1,
    status: 'FUNDED',
    origin: 'CUSTOM',
    items: [item],
    quote,
    createdAt: at,
    updatedAt: at,
  };
}

import { sql } from 'drizzle-orm/sql/sql';
import { publishedCreator, stillPublished } from '../../../db/creators/published-creators.ts';
import { freshId, freshIds } from '../../../db/fresh-ids.ts';
import { insertItems, type StoredOffer } from '../../../db/placements/items.ts';
import { insertOrder, type OrderRecord } from '../../../db/placements/orders.ts';
import {
  consumeQuote,
  creatorOfOffer,
  offerOf,
  type QuoteRecord,
  quoteOfOffer,
} from '../../../db/placements/quotes.ts';
import { facts } from '../../../db/query.ts';
import { placementAssignments } from '../../../db/tables/assignments.ts';
import { deliverables } from '../../../db/tables/deliverables.ts';
import { orderItems, placementOrders } from '../../../db/tables/orders.ts';
import type { Confirmation } from '../../../schema/placements/orders.ts';
import { missing, notFound, Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit, earlierAnswer, replayEarlier } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { type CheckedOut, checkQuote, fundedOrder, refuseOtherFees } from '../orders/index.ts';
import { customService, offeredItem } from './rules.ts';

/** Turns the offer into a funded order of origin CUSTOM and holds its money, in one transaction. */
export const confirmOffer = (ctx: Ctx, input: Confirmation): Promise<CheckedOut> =>
  retryOnConflict(async () => {
    const found = await readFacts(ctx, input);
    replayEarlier(ctx, found.earlier);
    const quote = checkQuote(found.quote, input, null, ctx.now());
    refuseOtherFees(quote, ctx.settings);
    if (!found.offer) throw notFound();
    if (found.creatorId === null) throw new Refusal('PRICE_CHANGED');
    const order = orderFrom(found.offer, quote, found, ctx.now());
    const funded = fundedOrder(ctx, { order, quote, services: [customService], ids: found });
    return commit(
      ctx,
      [
        stillPublished(found.offer.creatorPublicId),
        insertOrder(order, ctx.actor.userId),
        consumeQuote({ quoteId: quote.quoteId, orderId: order.id, orderVersion: order.version }),
        insertItems(order.id, order.items),
        ...funded.statements,
      ],
      funded.answer,
      { isNotifying: true },
    );
  });

const readFacts = (ctx: Ctx, { quoteId }: Confirmation) =>
  facts(ctx.db, {
    earlier: earlierAnswer(ctx),
    quote: quoteOfOffer(ctx.actor.userId, quoteId),
    offer: offerOf(ctx.actor.userId, quoteId),
    creatorId: publishedCreator(creatorOfOffer(ctx.actor.userId, quoteId)),
    orderId: freshId(placementOrders),
    itemId: freshId(orderItems),
    assignmentIds: freshIds(placementAssignments, sql`1`),
    deliverableIds: freshIds(deliverables, sql`10`),
  });

function orderFrom(
  offer: StoredOffer,
  quote: QuoteRecord,
  ids: { readonly orderId: number; readonly itemId: number },
  now: Date,
): OrderRecord {
  const at = now.toISOString();
  const base = BigInt(quote.lines[0]?.base ?? missing('the line of an offer'));
  return {
    id: ids.orderId,
    version: 1,
    status: 'FUNDED',
    origin: 'CUSTOM',
    items: [offeredItem(offer, ids.itemId, base)],
    quote,
    createdAt: at,
    updatedAt: at,
  };
}

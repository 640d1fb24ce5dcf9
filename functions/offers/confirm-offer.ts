import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { publishedCreator, stillPublished } from '../../db/creators.ts';
import { freshIds } from '../../db/fresh-ids.ts';
import { consumeQuote, insertItems, insertOrder, offerOf, quoteOf } from '../../db/orders.ts';
import { notFound, Refusal } from '../../schema/errors.ts';
import type { OrderRecord, QuoteRecord } from '../../schema/order-records.ts';
import type { Confirmation } from '../../schema/orders.ts';
import type { Ctx } from '../context.ts';
import { commit, earlierAnswer, replayEarlier, type SavedAnswer } from '../idempotency.ts';
import { settleRace } from '../lost-race.ts';
import { type CheckedOut, checkQuote, type FreshIds, fundedOrder, refuseOtherFees } from '../orders/index.ts';
import { customService, offeredItem, type StoredOffer } from './rules.ts';

interface Facts extends FreshIds {
  readonly earlier: SavedAnswer | null;
  readonly quote: QuoteRecord | null;
  readonly offer: StoredOffer | null;
  readonly creatorId: number | null;
  readonly orderIds: readonly number[];
  readonly itemIds: readonly number[];
}

/** The offer is a funded order of origin CUSTOM and its money is held, or neither happens. */
export const confirmOffer = (ctx: Ctx, input: Confirmation): Promise<CheckedOut> =>
  settleRace(async () => {
    const facts = await readFacts(ctx, input);
    replayEarlier(ctx, facts.earlier);
    const quote = checkQuote(facts.quote, input, null, ctx.now());
    refuseOtherFees(quote, ctx.settings);
    if (!facts.offer) throw notFound();
    if (facts.creatorId === null) throw new Refusal('PRICE_CHANGED');
    const order = orderFrom(facts.offer, quote, facts, ctx.now());
    const funded = fundedOrder(ctx, { order, quote, services: [customService], ids: facts });
    return commit(
      ctx,
      [
        stillPublished(facts.offer.creatorPublicId),
        insertOrder(order, ctx.actor.userId),
        consumeQuote(quote.quoteId, order),
        insertItems(order.id, order.items),
        ...funded.statements,
      ],
      funded.answer,
      { isTold: true },
    );
  });

const readFacts = (ctx: Ctx, { quoteId }: Confirmation): Promise<Facts> =>
  row<Facts>(
    ctx.db,
    sql`select facts.*, ${publishedCreator(sql`(facts.offer->>'creatorPublicId')::uuid`)} as "creatorId" from (
          select ${earlierAnswer(ctx)} as earlier, ${quoteOf(ctx.actor.userId, quoteId, sql`q.offer is not null`)} as quote,
            ${offerOf(ctx.actor.userId, quoteId)} as offer,
            ${freshIds('placement_orders', sql`1`)} as "orderIds", ${freshIds('order_items', sql`1`)} as "itemIds",
            ${freshIds('placement_assignments', sql`1`)} as "assignmentIds", ${freshIds('deliverables', sql`10`)} as "deliverableIds") facts`,
  );

function orderFrom(
  offer: StoredOffer,
  quote: QuoteRecord,
  ids: Pick<Facts, 'orderIds' | 'itemIds'>,
  now: Date,
): OrderRecord {
  const at = now.toISOString();
  const base = BigInt(quote.lines[0]?.base ?? 0);
  return {
    id: ids.orderIds[0] ?? 0,
    version: 1,
    status: 'FUNDED',
    origin: 'CUSTOM',
    items: [offeredItem(offer, ids.itemIds[0] ?? 0, base)],
    quote,
    createdAt: at,
    updatedAt: at,
  };
}

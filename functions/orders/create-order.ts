import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { freshIds } from '../../db/fresh-ids.ts';
import { availableListings, idList, insertDraft, insertItems } from '../../db/orders.ts';
import { limitReached, orLimitReached } from '../../schema/errors.ts';
import type { ListingFacts, OrderItemRecord, OrderRecord } from '../../schema/order-records.ts';
import { mostDrafts, type OrderItemInput, type OrderView } from '../../schema/orders.ts';
import type { Ctx } from '../context.ts';
import { earlierAnswer, replayEarlier, type SavedAnswer } from '../idempotency.ts';
import { answerDraft, commitDraft, type KeptDraft } from './keep-draft.ts';
import { basesOf, listingsFor, refusePastItems } from './rules.ts';

interface Facts {
  readonly earlier: SavedAnswer | null;
  readonly listings: readonly ListingFacts[];
  readonly orderIds: readonly number[];
  readonly itemIds: readonly number[];
}

/** There is a draft order of these items, or nothing. */
export const createOrder = (ctx: Ctx, input: { items: readonly OrderItemInput[] }): Promise<{ data: OrderView }> =>
  answerDraft(ctx, () => draftOrder(ctx, input));

async function draftOrder(ctx: Ctx, input: { items: readonly OrderItemInput[] }): Promise<KeptDraft> {
  const ids = idList(input.items.map((item) => item.serviceListingId));
  const facts = await row<Facts>(
    ctx.db,
    sql`select ${earlierAnswer(ctx)} as earlier, ${availableListings(ids)} as listings,
          ${freshIds('placement_orders', sql`1`)} as "orderIds", ${freshIds('order_items', sql`${input.items.length}`)} as "itemIds"`,
  );
  replayEarlier(ctx, facts.earlier);
  const at = ctx.now();
  const order: OrderRecord = {
    id: facts.orderIds[0] ?? 0,
    version: 1,
    status: 'DRAFT',
    origin: 'LISTING',
    items: draftItems(input.items, facts, ctx),
    quote: null,
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
  };
  const drafted = insertDraft(order, ctx.actor.userId, mostDrafts);
  return commitDraft(ctx, [...drafted, insertItems(order.id, order.items)], order, at).catch(
    orLimitReached('drafts', tooManyDrafts),
  );
}

const tooManyDrafts = () =>
  limitReached(
    `An advertiser has at most ${mostDrafts} orders that are not funded. Change one of them, or check it out.`,
    ['update', 'checkout'],
  );

/** The items as they will be stored: their listings found, their packages offered, their bases priced. */
export function draftItems(
  items: readonly OrderItemInput[],
  facts: Pick<Facts, 'listings' | 'itemIds'>,
  ctx: Ctx,
): OrderItemRecord[] {
  refusePastItems(items, ctx.now());
  const listings = listingsFor(items, facts.listings, ctx.actor.userId);
  const bases = basesOf(items, listings);
  return items.map((item, index) => ({
    id: facts.itemIds[index] ?? 0,
    serviceListingId: item.serviceListingId,
    creatorId: listings[index]?.creatorId ?? 0,
    creatorPublicId: listings[index]?.creatorPublicId ?? '',
    quantity: item.quantity,
    discountBps: item.discountBps,
    dueAt: item.dueAt.toISOString(),
    brief: item.brief,
    results: item.results.map(({ expectedAt }) => ({ expectedAt: expectedAt.toISOString() })),
    rights: item.rights,
    base: String(bases[index] ?? 0n),
  }));
}

import { sql } from 'drizzle-orm/sql/sql';
import { freshId, freshIds, takeIds } from '../../../db/fresh-ids.ts';
import { insertItems, type OrderItemRecord } from '../../../db/placements/items.ts';
import { availableListings, type ListingFacts } from '../../../db/placements/listings.ts';
import { idList, insertDraft, type OrderRecord } from '../../../db/placements/orders.ts';
import { factsOf } from '../../../db/query.ts';
import { orderItems, placementOrders } from '../../../db/tables/orders.ts';
import type { OrderItemInput } from '../../../schema/placements/order-items.ts';
import { maxDrafts } from '../../../schema/placements/order-terms.ts';
import type { OrderView } from '../../../schema/placements/orders.ts';
import { limitReached, orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { changeOfDraft, replayDraft } from './keep-draft.ts';
import { refusePastItems, withBases, withListings } from './rules.ts';

/** Creates a draft order of these items. A failure changes nothing. */
export const createOrder = (ctx: Ctx, input: { items: readonly OrderItemInput[] }): Promise<{ data: OrderView }> =>
  mutate(ctx, {
    facts: factsOf({
      listings: availableListings(idList(input.items.map((item) => item.serviceListingId))),
      orderId: freshId(placementOrders),
      itemIds: freshIds(orderItems, sql`${input.items.length}`),
    }),
    visible: (found) => found,
    replay: replayDraft(ctx),
    decide(found) {
      const at = ctx.now().toISOString();
      const order: OrderRecord = {
        id: found.orderId,
        version: 1,
        status: 'DRAFT',
        origin: 'LISTING',
        items: draftItems(input.items, found, ctx),
        quote: null,
        createdAt: at,
        updatedAt: at,
      };
      const drafted = insertDraft(order, ctx.actor.userId, maxDrafts);
      return changeOfDraft(ctx, order, [...drafted, insertItems(order.id, order.items)]);
    },
  }).catch(orLimitReached('drafts', tooManyDrafts));

const tooManyDrafts = () =>
  limitReached(`An advertiser has at most ${maxDrafts} unfunded orders. Change one of them, or check it out.`, [
    'update',
    'checkout',
  ]);

/** The items as they are stored: with their listings, packages and base prices. */
export function draftItems(
  items: readonly OrderItemInput[],
  found: { readonly listings: readonly ListingFacts[]; readonly itemIds: readonly number[] },
  ctx: Ctx,
): OrderItemRecord[] {
  refusePastItems(items, ctx.now());
  const priced = withBases(withListings(items, found.listings, ctx.actor.userId));
  const nextId = takeIds(found.itemIds);
  return priced.map(({ item, listing, base }) => ({
    id: nextId(),
    serviceListingId: item.serviceListingId,
    title: listing.title,
    ...creatorOf(listing),
    quantity: item.quantity,
    discountBps: item.discountBps,
    dueAt: item.dueAt.toISOString(),
    brief: item.brief,
    results: item.results.map(({ expectedAt }) => ({ expectedAt: expectedAt.toISOString() })),
    rights: item.rights,
    base: String(base),
    assignment: null,
  }));
}

const creatorOf = ({ creatorId, creatorPublicId, creatorName }: ListingFacts) => ({
  creatorId,
  creatorPublicId,
  creatorName,
});

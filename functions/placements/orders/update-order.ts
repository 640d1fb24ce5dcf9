import { sql } from 'drizzle-orm/sql/sql';
import { freshIds } from '../../../db/fresh-ids.ts';
import { availableListings } from '../../../db/placements/listings.ts';
import { idList, type OrderRecord, orderOf, replaceItems } from '../../../db/placements/orders.ts';
import { factsOf } from '../../../db/query.ts';
import { orderItems } from '../../../db/tables/orders.ts';
import type { OrderItemInput } from '../../../schema/placements/order-items.ts';
import type { OrderView } from '../../../schema/placements/orders.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { draftItems } from './create-order.ts';
import { changeOfDraft, replayDraft } from './keep-draft.ts';
import { afterMove, withListings } from './rules.ts';

export interface UpdateOrderInput {
  readonly id: number;
  readonly expectedVersion: number;
  readonly items: readonly OrderItemInput[];
}

/** Replaces the items of a draft, increments its version and supersedes its quote. A failure changes nothing. */
export const updateOrder = (ctx: Ctx, input: UpdateOrderInput): Promise<{ data: OrderView }> =>
  mutate(ctx, {
    facts: factsOf({
      order: orderOf(ctx.actor.userId, input.id),
      listings: availableListings(idList(input.items.map((item) => item.serviceListingId))),
      itemIds: freshIds(orderItems, sql`${input.items.length}`),
    }),
    visible: ({ order, ...found }) => order && { ...found, order },
    replay: replayDraft(ctx),
    decide({ order, ...found }) {
      withListings(input.items, found.listings, ctx.actor.userId);
      if (order.version !== input.expectedVersion) throw new Refusal('VERSION_CONFLICT');
      const status = afterMove('update', order, ctx.now());
      const changed: OrderRecord = {
        ...order,
        version: input.expectedVersion + 1,
        status,
        items: draftItems(input.items, found, ctx),
        quote: null,
        updatedAt: ctx.now().toISOString(),
      };
      return changeOfDraft(ctx, changed, [replaceItems(changed, input.expectedVersion)]);
    },
  });

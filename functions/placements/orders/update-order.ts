import { sql } from 'drizzle-orm/sql/sql';
import { freshIds } from '../../../db/fresh-ids.ts';
import { availableListings } from '../../../db/placements/listings.ts';
import { idList, type OrderRecord, orderOf, replaceItems } from '../../../db/placements/orders.ts';
import { facts } from '../../../db/query.ts';
import { orderItems } from '../../../db/tables/orders.ts';
import type { OrderItemInput, OrderView } from '../../../schema/placements/orders.ts';
import { notFound, Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { earlierAnswer, replayEarlier } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { draftItems } from './create-order.ts';
import { answerDraft, commitDraft, type KeptDraft } from './keep-draft.ts';
import { afterMove, withListings } from './rules.ts';

export interface UpdateOrderInput {
  readonly id: number;
  readonly expectedVersion: number;
  readonly items: readonly OrderItemInput[];
}

/** Replaces the items of a draft, increments its version and supersedes its quote. A failure changes nothing. */
export const updateOrder = (ctx: Ctx, input: UpdateOrderInput): Promise<{ data: OrderView }> =>
  answerDraft(ctx, () => retryOnConflict(() => changeDraft(ctx, input)));

async function changeDraft(ctx: Ctx, input: UpdateOrderInput): Promise<KeptDraft> {
  const ids = idList(input.items.map((item) => item.serviceListingId));
  const found = await facts(ctx.db, {
    earlier: earlierAnswer(ctx),
    order: orderOf(ctx.actor.userId, input.id),
    listings: availableListings(ids),
    itemIds: freshIds(orderItems, sql`${input.items.length}`),
  });
  if (!found.order) throw notFound();
  replayEarlier(ctx, found.earlier);
  const at = ctx.now();
  withListings(input.items, found.listings, ctx.actor.userId);
  if (found.order.version !== input.expectedVersion) throw new Refusal('VERSION_CONFLICT');
  const status = afterMove('update', found.order, at);
  const items = draftItems(input.items, found, ctx);
  const version = input.expectedVersion + 1;
  const changed: OrderRecord = {
    ...found.order,
    version,
    status,
    items,
    quote: null,
    updatedAt: at.toISOString(),
  };
  return commitDraft(ctx, replaceItems(changed, input.expectedVersion), changed, at);
}

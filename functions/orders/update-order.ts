import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { freshIds } from '../../db/fresh-ids.ts';
import { availableListings, idList, orderOf, replaceItems } from '../../db/orders.ts';
import { notFound, Refusal } from '../../schema/errors.ts';
import type { ListingFacts, OrderRecord } from '../../schema/order-records.ts';
import type { OrderItemInput, OrderView } from '../../schema/orders.ts';
import type { Ctx } from '../context.ts';
import { earlierAnswer, replayEarlier, type SavedAnswer } from '../idempotency.ts';
import { settleRace } from '../lost-race.ts';
import { draftItems } from './create-order.ts';
import { answerDraft, commitDraft, type KeptDraft } from './keep-draft.ts';
import { afterMove, listingsFor } from './rules.ts';

interface Facts {
  readonly earlier: SavedAnswer | null;
  readonly order: OrderRecord | null;
  readonly listings: readonly ListingFacts[];
  readonly itemIds: readonly number[];
}

export interface UpdateOrderInput {
  readonly id: number;
  readonly expectedVersion: number;
  readonly items: readonly OrderItemInput[];
}

/** The draft has these items and the next version, and no quote; or nothing changed. */
export const updateOrder = (ctx: Ctx, input: UpdateOrderInput): Promise<{ data: OrderView }> =>
  answerDraft(ctx, () => settleRace(() => changeDraft(ctx, input)));

async function changeDraft(ctx: Ctx, input: UpdateOrderInput): Promise<KeptDraft> {
  const ids = idList(input.items.map((item) => item.serviceListingId));
  const facts = await row<Facts>(
    ctx.db,
    sql`select ${earlierAnswer(ctx)} as earlier, ${orderOf(ctx.actor.userId, input.id)} as "order",
            ${availableListings(ids)} as listings, ${freshIds('order_items', sql`${input.items.length}`)} as "itemIds"`,
  );
  if (!facts.order) throw notFound();
  replayEarlier(ctx, facts.earlier);
  const at = ctx.now();
  listingsFor(input.items, facts.listings, ctx.actor.userId);
  if (facts.order.version !== input.expectedVersion) throw new Refusal('VERSION_CONFLICT');
  const status = afterMove('update', facts.order, at);
  const items = draftItems(input.items, facts, ctx);
  const version = input.expectedVersion + 1;
  const changed: OrderRecord = {
    ...facts.order,
    version,
    status,
    items,
    quote: null,
    updatedAt: at.toISOString(),
  };
  return commitDraft(ctx, replaceItems(changed, input.expectedVersion), changed, at);
}

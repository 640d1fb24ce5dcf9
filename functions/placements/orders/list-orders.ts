import { ordersPage } from '../../../db/placements/orders-page.ts';
import type { OrderView } from '../../../schema/placements/orders.ts';
import type { OrderStatus } from '../../../schema/shared/enums.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { cutPageOf, type Page } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewOrder } from './view.ts';

export interface ListOrdersInput {
  readonly limit: number;
  readonly cursor?: number | 'invalid' | undefined;
  readonly status?: OrderStatus | undefined;
}

/** The orders of the caller, newest first. */
export async function listOrders(ctx: Ctx, { cursor, ...input }: ListOrdersInput): Promise<Page<OrderView>> {
  if (cursor === 'invalid') throw new Refusal('INVALID_CURSOR');
  const rows = await ctx.db.read(ordersPage(ctx.actor.userId, { ...input, cursor }, ctx.now()));
  return cutPageOf(
    rows,
    ({ item }) => viewOrder(item, ctx.now()),
    ({ id }) => id,
  );
}

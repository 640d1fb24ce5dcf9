import { type OrdersPage, ordersPage } from '../../../db/placements/orders-page.ts';
import type { OrderView } from '../../../schema/placements/orders.ts';
import { cutPageOf, type Page } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewOrder } from './view.ts';

/** The orders of the caller, newest first. */
export async function listOrders(ctx: Ctx, page: OrdersPage): Promise<Page<OrderView>> {
  const rows = await ctx.db.read(ordersPage(ctx.actor.userId, page, ctx.now()));
  return cutPageOf(
    rows,
    ({ item }) => viewOrder(item, ctx.now()),
    ({ id }) => id,
  );
}

import { orderOf } from '../../../db/placements/orders.ts';
import { facts } from '../../../db/query.ts';
import type { OrderView } from '../../../schema/placements/orders.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { viewOrder } from './view.ts';

/** One order of the caller. */
export async function getOrder(ctx: Ctx, { id }: { id: number }): Promise<{ data: OrderView }> {
  const { order } = await facts(ctx.db, { order: orderOf(ctx.actor.userId, id) });
  if (!order) throw notFound();
  return { data: viewOrder(order, ctx.now()) };
}

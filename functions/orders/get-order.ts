import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { orderOf } from '../../db/orders.ts';
import { notFound } from '../../schema/errors.ts';
import type { OrderRecord } from '../../schema/order-records.ts';
import type { OrderView } from '../../schema/orders.ts';
import type { Ctx } from '../context.ts';
import { viewOrder } from './view.ts';

/** One order of the caller. */
export async function getOrder(ctx: Ctx, { id }: { id: number }): Promise<{ data: OrderView }> {
  const { order } = await row<{ order: OrderRecord | null }>(
    ctx.db,
    sql`select ${orderOf(ctx.actor.userId, id)} as "order"`,
  );
  if (!order) throw notFound();
  return { data: viewOrder(order, ctx.now()) };
}

import { type DeliveriesPage, deliveriesPage } from '../../../db/notifications/deliveries.ts';
import type { DeliveryView } from '../../../schema/notifications/webhooks.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewDelivery } from './view.ts';

/** The deliveries to an endpoint of the caller, newest first. */
export async function listDeliveries(ctx: Ctx, page: DeliveriesPage): Promise<Page<DeliveryView>> {
  const rows = await ctx.db.read(deliveriesPage(ctx.actor.userId, page));
  if (rows.length === 0) throw notFound();
  const deliveries = rows.flatMap(({ delivery }) => (delivery === null ? [] : [viewDelivery(delivery)]));
  return pageOf(deliveries, page.limit, ({ id }) => id);
}

import { deliveryOf, sentBodyOf } from '../../../db/notifications/deliveries.ts';
import { endpointOf } from '../../../db/notifications/endpoints.ts';
import { facts } from '../../../db/query.ts';
import type { DeliveryDetails } from '../../../schema/notifications/webhook-delivery.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { viewDeliveryDetails } from './view.ts';

/** One delivery to an endpoint of the caller, with its request. */
export async function getDelivery(
  ctx: Ctx,
  { id, deliveryId }: { id: number; deliveryId: number },
): Promise<{ data: DeliveryDetails }> {
  const { endpoint, delivery, body } = await facts(ctx.db, {
    endpoint: endpointOf(ctx.actor.userId, id),
    delivery: deliveryOf(id, deliveryId),
    body: sentBodyOf(id, deliveryId),
  });
  if (!endpoint || !delivery || body === null) throw notFound();
  return { data: viewDeliveryDetails(delivery, body) };
}

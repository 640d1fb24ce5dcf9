import { type DeliveriesPage, deliveriesPage } from '../../../db/notifications/deliveries.ts';
import type { DeliveryView } from '../../../schema/notifications/webhooks.ts';
import { notFound, Refusal } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';

export type ListDeliveriesInput = Omit<DeliveriesPage, 'cursor'> & { readonly cursor?: number | 'invalid' | undefined };

/** The deliveries to an endpoint of the caller, newest first. */
export async function listDeliveries(ctx: Ctx, { cursor, ...input }: ListDeliveriesInput): Promise<Page<DeliveryView>> {
  if (cursor === 'invalid') throw new Refusal('INVALID_CURSOR');
  const rows = await ctx.db.read(deliveriesPage(ctx.actor.userId, { ...input, cursor }));
  if (rows.length === 0) throw notFound();
  const deliveries = rows.flatMap(({ delivery }) => (delivery === null ? [] : [delivery]));
  return pageOf(deliveries, input.limit, ({ id }) => id);
}

import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { deliveryOf, endpointOf, sendAgain } from '../../db/webhooks.ts';
import { notFound } from '../../schema/errors.ts';
import type { DeliveryView, EndpointRecord } from '../../schema/webhooks.ts';
import type { Ctx } from '../context.ts';
import { commit } from '../idempotency.ts';
import { refuseUnless } from './rules.ts';
import { sendSoon } from './send-soon.ts';

interface Facts {
  readonly endpoint: EndpointRecord | null;
  readonly delivery: DeliveryView | null;
}

export interface ReplayDelivery {
  readonly id: number;
  readonly deliveryId: number;
}

/** The same message is on its way once more, or nothing happened. */
export async function replayDelivery(ctx: Ctx, { id, deliveryId }: ReplayDelivery): Promise<{ data: DeliveryView }> {
  const { endpoint, delivery } = await row<Facts>(
    ctx.db,
    sql`select ${endpointOf(ctx.actor.userId, id)} as endpoint, ${deliveryOf(id, deliveryId)} as delivery`,
  );
  if (!endpoint || !delivery) throw notFound();
  refuseUnless('replay', endpoint);
  const nextAttemptAt = ctx.now().toISOString();
  const again: DeliveryView = { ...delivery, status: 'PENDING', attempts: 0, nextAttemptAt, endedAt: null };
  const answer = await commit(ctx, [sendAgain(deliveryId, ctx.now())], { data: again });
  sendSoon(ctx, deliveryId);
  return answer;
}

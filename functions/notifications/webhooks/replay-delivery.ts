import { deliveryOf, replay as replayStatements } from '../../../db/notifications/deliveries.ts';
import { endpointOf } from '../../../db/notifications/endpoints.ts';
import { facts } from '../../../db/query.ts';
import { type DeliveryView, testKind } from '../../../schema/notifications/webhooks.ts';
import { notFound, Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { refusePending, refuseUnless, tooManyPending } from './rules.ts';
import { sendSoon } from './send-soon.ts';

export interface ReplayDelivery {
  readonly id: number;
  readonly deliveryId: number;
}

/** Sends an ended delivery again, and ends the backoff of its endpoint. A failure changes nothing. */
export const replayDelivery = (ctx: Ctx, { id, deliveryId }: ReplayDelivery): Promise<{ data: DeliveryView }> =>
  retryOnConflict(async () => {
    const { endpoint, delivery } = await facts(ctx.db, {
      endpoint: endpointOf(ctx.actor.userId, id),
      delivery: deliveryOf(id, deliveryId),
    });
    if (!endpoint || !delivery) throw notFound();
    refuseUnless('replay', endpoint);
    refusePending(delivery);
    const nextAttemptAt = ctx.now().toISOString();
    const again: DeliveryView = { ...delivery, status: 'PENDING', attempts: 0, nextAttemptAt, endedAt: null };
    const replay = { id: deliveryId, endpointId: id, isTest: delivery.kind === testKind };
    const answer = await commit(ctx, replayStatements(replay, ctx.now()), { data: again }).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'INVALID_STATE'
        ? tooManyPending(replay.isTest ? 'test' : 'replay', endpoint)
        : error;
    });
    sendSoon(ctx, deliveryId);
    return answer;
  });

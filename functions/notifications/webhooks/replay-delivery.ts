import { type DeliveryRecord, deliveryOf, replay as replayStatements } from '../../../db/notifications/deliveries.ts';
import { endpointOf } from '../../../db/notifications/endpoints.ts';
import { factsOf } from '../../../db/query.ts';
import { testKind } from '../../../schema/notifications/webhook-terms.ts';
import type { DeliveryView } from '../../../schema/notifications/webhooks.ts';
import { orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { refusePending, refuseUnless, tooManyPending } from './rules.ts';
import { sendSoon } from './send-soon.ts';
import { viewDelivery } from './view.ts';

export interface ReplayDelivery {
  readonly id: number;
  readonly deliveryId: number;
}

/** Sends an ended delivery again, and ends the backoff of its endpoint. A failure changes nothing. */
export const replayDelivery = (ctx: Ctx, { id, deliveryId }: ReplayDelivery): Promise<{ data: DeliveryView }> =>
  mutate(ctx, {
    facts: factsOf({ endpoint: endpointOf(ctx.actor.userId, id), delivery: deliveryOf(id, deliveryId) }),
    visible: ({ endpoint, delivery }) => endpoint && delivery && { endpoint, delivery },
    decide({ endpoint, delivery }) {
      refuseUnless('replay', endpoint);
      refusePending(delivery);
      const nextAttemptAt = ctx.now().toISOString();
      const again: DeliveryRecord = { ...delivery, status: 'PENDING', attempts: 0, nextAttemptAt, endedAt: null };
      const replay = { id: deliveryId, endpointId: id, isTest: delivery.kind === testKind };
      return {
        statements: replayStatements(replay, ctx.now()),
        answer: { data: viewDelivery(again) },
        after: () => sendSoon(ctx, deliveryId),
      };
    },
  })
    .catch(orLimitReached('pending_tests', () => tooManyPending('test')))
    .catch(orLimitReached('pending_replays', () => tooManyPending('replay')));

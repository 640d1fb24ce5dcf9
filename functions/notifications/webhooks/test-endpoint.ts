import { freshId } from '../../../db/fresh-ids.ts';
import { type DeliveryRecord, insertTest, pendingRequests } from '../../../db/notifications/deliveries.ts';
import { endpointOf } from '../../../db/notifications/endpoints.ts';
import { factsOf } from '../../../db/query.ts';
import { messages } from '../../../db/tables/notifications.ts';
import { maxPending, testKind } from '../../../schema/notifications/webhook-terms.ts';
import type { DeliveryView } from '../../../schema/notifications/webhooks.ts';
import { orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { refuseUnless, tooManyPending } from './rules.ts';
import { sendSoon } from './send-soon.ts';
import { viewDelivery } from './view.ts';

/** Sends a test to the endpoint. A failure changes nothing. */
export const testEndpoint = (ctx: Ctx, { id: endpointId }: { id: number }): Promise<{ data: DeliveryView }> =>
  mutate(ctx, {
    facts: factsOf({
      endpoint: endpointOf(ctx.actor.userId, endpointId),
      id: freshId(messages),
      pending: pendingRequests(endpointId, true),
    }),
    visible: ({ endpoint, ...found }) => endpoint && { ...found, endpoint },
    decide({ endpoint, id, pending }) {
      refuseUnless('test', endpoint);
      if (pending >= maxPending) throw tooManyPending('test');
      const at = ctx.now().toISOString();
      const body = JSON.stringify({ type: testKind, timestamp: at, data: { endpointId } });
      return {
        statements: insertTest({ id, endpointId, ownerId: ctx.actor.userId, body }, ctx.now()),
        answer: { data: viewDelivery(waiting(id, at)) },
        after: () => sendSoon(ctx, id),
      };
    },
  }).catch(orLimitReached('pending_tests', () => tooManyPending('test')));

const waiting = (id: number, at: string): DeliveryRecord => ({
  id,
  kind: testKind,
  eventId: null,
  status: 'PENDING',
  attempts: 0,
  lastStatus: null,
  lastError: null,
  nextAttemptAt: at,
  createdAt: at,
  endedAt: null,
});

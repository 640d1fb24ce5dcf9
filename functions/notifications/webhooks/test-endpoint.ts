import { freshId } from '../../../db/fresh-ids.ts';
import { insertTest, pendingRequests } from '../../../db/notifications/deliveries.ts';
import { endpointOf } from '../../../db/notifications/endpoints.ts';
import { facts } from '../../../db/query.ts';
import { messages } from '../../../db/tables/notifications.ts';
import { type DeliveryView, maxPending, testKind } from '../../../schema/notifications/webhooks.ts';
import { notFound, Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit } from '../../idempotency.ts';
import { refuseUnless, tooManyPending } from './rules.ts';
import { sendSoon } from './send-soon.ts';

/** Sends a test to the endpoint. A failure changes nothing. */
export async function testEndpoint(ctx: Ctx, { id: endpointId }: { id: number }): Promise<{ data: DeliveryView }> {
  const { endpoint, id, pending } = await facts(ctx.db, {
    endpoint: endpointOf(ctx.actor.userId, endpointId),
    id: freshId(messages),
    pending: pendingRequests(endpointId, true),
  });
  if (!endpoint) throw notFound();
  refuseUnless('test', endpoint);
  if (pending >= maxPending) throw tooManyPending('test', endpoint);
  const at = ctx.now().toISOString();
  const body = JSON.stringify({ type: testKind, timestamp: at, data: { endpointId } });
  const test = { id, endpointId, ownerId: ctx.actor.userId, body };
  const answer = await commit(ctx, insertTest(test, ctx.now()), { data: waiting({ id, kind: testKind, at }) }).catch(
    (error: unknown) => {
      throw error instanceof Refusal && error.code === 'INVALID_STATE' ? tooManyPending('test', endpoint) : error;
    },
  );
  sendSoon(ctx, id);
  return answer;
}

const waiting = ({ id, kind, at }: { id: number; kind: DeliveryView['kind']; at: string }): DeliveryView => ({
  id,
  kind,
  eventId: null,
  status: 'PENDING',
  attempts: 0,
  lastStatus: null,
  lastError: null,
  nextAttemptAt: at,
  createdAt: at,
  endedAt: null,
});

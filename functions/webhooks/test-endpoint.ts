import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { freshIds } from '../../db/fresh-ids.ts';
import { messages } from '../../db/tables/notifications.ts';
import { addTest, endpointOf, pendingAsked } from '../../db/webhooks.ts';
import { notFound, Refusal } from '../../schema/errors.ts';
import { type DeliveryView, type EndpointRecord, mostAsked, testKind } from '../../schema/webhooks.ts';
import type { Ctx } from '../context.ts';
import { commit } from '../idempotency.ts';
import { refuseUnless, tooManyAsked } from './rules.ts';
import { sendSoon } from './send-soon.ts';

interface Facts {
  readonly endpoint: EndpointRecord | null;
  readonly ids: readonly number[];
  readonly pending: number;
}

/** A test is on its way to the endpoint, or nothing happened. */
export async function testEndpoint(ctx: Ctx, { id: endpointId }: { id: number }): Promise<{ data: DeliveryView }> {
  const { endpoint, ids, pending } = await row<Facts>(
    ctx.db,
    sql`select ${endpointOf(ctx.actor.userId, endpointId)} as endpoint, ${freshIds(messages, sql`1`)} as ids,
      ${pendingAsked(endpointId, true)} as pending`,
  );
  if (!endpoint) throw notFound();
  refuseUnless('test', endpoint);
  if (pending >= mostAsked) throw tooManyAsked('test', endpoint);
  const at = ctx.now().toISOString();
  const id = ids[0] ?? 0;
  const body = JSON.stringify({ type: testKind, timestamp: at, data: { endpointId } });
  const test = { id, endpointId, ownerId: ctx.actor.userId, body };
  const answer = await commit(ctx, addTest(test, ctx.now()), { data: waiting({ id, kind: testKind, at }) }).catch(
    (error: unknown) => {
      throw error instanceof Refusal && error.code === 'INVALID_STATE' ? tooManyAsked('test', endpoint) : error;
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

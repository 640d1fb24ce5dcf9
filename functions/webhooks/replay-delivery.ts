import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { deliveryOf, endpointOf, sendAgain } from '../../db/webhooks.ts';
import { notFound, Refusal } from '../../schema/errors.ts';
import { type DeliveryView, type EndpointRecord, testKind } from '../../schema/webhooks.ts';
import type { Ctx } from '../context.ts';
import { commit } from '../idempotency.ts';
import { settleRace } from '../lost-race.ts';
import { refusePending, refuseUnless, tooManyAsked } from './rules.ts';
import { sendSoon } from './send-soon.ts';

interface Facts {
  readonly endpoint: EndpointRecord | null;
  readonly delivery: DeliveryView | null;
}

export interface ReplayDelivery {
  readonly id: number;
  readonly deliveryId: number;
}

/** The same message is on its way once more, and its endpoint rests no more; or nothing happened. */
export const replayDelivery = (ctx: Ctx, { id, deliveryId }: ReplayDelivery): Promise<{ data: DeliveryView }> =>
  settleRace(async () => {
    const { endpoint, delivery } = await row<Facts>(
      ctx.db,
      sql`select ${endpointOf(ctx.actor.userId, id)} as endpoint, ${deliveryOf(id, deliveryId)} as delivery`,
    );
    if (!endpoint || !delivery) throw notFound();
    refuseUnless('replay', endpoint);
    refusePending(delivery);
    const nextAttemptAt = ctx.now().toISOString();
    const again: DeliveryView = { ...delivery, status: 'PENDING', attempts: 0, nextAttemptAt, endedAt: null };
    const replay = { id: deliveryId, endpointId: id, isTest: delivery.kind === testKind };
    const answer = await commit(ctx, sendAgain(replay, ctx.now()), { data: again }).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'INVALID_STATE'
        ? tooManyAsked(replay.isTest ? 'test' : 'replay', endpoint)
        : error;
    });
    sendSoon(ctx, deliveryId);
    return answer;
  });

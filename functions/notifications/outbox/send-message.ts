import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { leaseFor } from '../../../db/leases.ts';
import { type LeasedCall, leaseCall } from '../../../db/notifications/endpoint-calls.ts';
import { delayMessage, endMessage, type LeasedMessage, postponeMessage } from '../../../db/notifications/messages.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { log } from '../../log.ts';
import type { Sent } from '../sent.ts';
import { callLeaseSeconds } from '../webhooks/index.ts';
import {
  backoffSpread,
  leaseSeconds,
  maxAttempts,
  maxQueueDelay,
  nextAttemptIn,
  secondsAfter,
  sendingOf,
} from './rules.ts';
import { senders } from './senders.ts';

/**
 * Sends a message under a lease, so that duplicate jobs send it once, and schedules a retry after a failure. Delivery is at least once: a
 * crash between sending and recording sends the message again with the same id.
 */
export async function sendMessage(ctx: JobCtx, { messageId }: { readonly messageId: number }): Promise<JobResult> {
  const at = ctx.now();
  const leases = { sending: leaseFor(at, leaseSeconds), calling: leaseFor(at, callLeaseSeconds), maxAttempts };
  const leased = await leaseCall(ctx.db, messageId, leases);
  if (leased === null) return { done: 0, isMore: false };
  const { message } = leased;
  if (message.recipient.isSuspended) {
    const attempt = { status: null, error: 'the recipient is suspended' };
    await ctx.db.transaction([endMessage(message, 'CANCELLED', attempt, at)]);
  } else await record(ctx, message, await attempted(ctx, leased));
  return { done: 1, isMore: false };
}

/** Treats an exception of a sender as a failed attempt, so that every message reaches a final status. */
async function attempted(ctx: JobCtx, leased: LeasedCall): Promise<Sent> {
  const { message } = leased;
  try {
    return await senders[message.channel](ctx, leased);
  } catch (error) {
    const cause = String(error);
    log('error', 'message.send-failed', { message: message.id, cause });
    return { outcome: { isDelivered: false, status: null, error: 'the sender broke' }, recorded: [] };
  }
}

/** One commit records the outcome for the endpoint and for the message. */
async function record(ctx: JobCtx, message: LeasedMessage, { outcome, recorded }: Sent): Promise<void> {
  const commit = (statement: SQLWrapper) => ctx.db.transaction([...recorded, statement]);
  const end = (ending: 'DELIVERED' | 'FAILED' | 'CANCELLED') =>
    commit(endMessage(message, ending, { error: null, ...outcome }, ctx.now()));
  if (outcome.isDelivered) await end('DELIVERED');
  else if (outcome.isCancelled === true) await end('CANCELLED');
  else if (outcome.backoffUntil !== undefined) {
    const dueAt = secondsAfter(outcome.backoffUntil, backoffSpread(message.id));
    await commit(postponeMessage(message, dueAt));
    await enqueueFor(ctx, message, dueAt);
  } else {
    const delay = outcome.isFinal === true ? null : nextAttemptIn(message.id, message.attempts);
    if (delay === null) await end('FAILED');
    else {
      const dueAt = latest(secondsAfter(ctx.now(), delay), outcome.notBefore);
      await commit(delayMessage(message, outcome, dueAt));
      await enqueueFor(ctx, message, dueAt);
    }
  }
}

const latest = (at: Date, notBefore = at): Date => (notBefore > at ? notBefore : at);

async function enqueueFor({ enqueue, now }: JobCtx, message: LeasedMessage, dueAt: Date): Promise<void> {
  const delay = Math.max(0, Math.ceil((dueAt.getTime() - now().getTime()) / 1_000));
  if (delay <= maxQueueDelay) await enqueue([sendingOf(message)], delay);
}

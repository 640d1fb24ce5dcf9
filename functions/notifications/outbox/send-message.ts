import { leaseFor } from '../../../db/leases.ts';
import {
  delayMessage,
  endMessage,
  type LeasedMessage,
  leaseMessage,
  postponeMessage,
} from '../../../db/notifications/messages.ts';
import type { Outcome } from '../../../schema/notifications/messages.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { log } from '../../log.ts';
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
  const message = await leaseMessage(ctx.db, messageId, leaseFor(at, leaseSeconds), maxAttempts);
  if (message === null) return { done: 0, isMore: false };
  if (message.recipient.isSuspended) {
    const attempt = { status: null, error: 'the recipient is suspended' };
    await ctx.db.transaction([endMessage(message, 'CANCELLED', attempt, at)]);
  } else await record(ctx, message, await attempted(ctx, message));
  return { done: 1, isMore: false };
}

/** Treats an exception of a sender as a failed attempt, so that every message reaches a final status. */
async function attempted(ctx: JobCtx, message: LeasedMessage): Promise<Outcome> {
  try {
    return await senders[message.channel](ctx, message);
  } catch (error) {
    const cause = String(error);
    log('error', 'message.send-failed', { message: message.id, cause });
    return { isDelivered: false, status: null, error: 'the sender broke' };
  }
}

async function record(ctx: JobCtx, message: LeasedMessage, outcome: Outcome): Promise<void> {
  const end = (ending: 'DELIVERED' | 'FAILED' | 'CANCELLED') =>
    ctx.db.transaction([endMessage(message, ending, { error: null, ...outcome }, ctx.now())]);
  if (outcome.isDelivered) await end('DELIVERED');
  else if (outcome.isCancelled === true) await end('CANCELLED');
  else if (outcome.backoffUntil !== undefined) {
    const dueAt = secondsAfter(outcome.backoffUntil, backoffSpread(message.id));
    await ctx.db.transaction([postponeMessage(message, dueAt)]);
    await enqueueFor(ctx, message, dueAt);
  } else {
    const delay = outcome.isFinal === true ? null : nextAttemptIn(message.id, message.attempts);
    if (delay === null) await end('FAILED');
    else {
      const dueAt = latest(secondsAfter(ctx.now(), delay), outcome.notBefore);
      await ctx.db.transaction([delayMessage(message, outcome, dueAt)]);
      await enqueueFor(ctx, message, dueAt);
    }
  }
}

const latest = (at: Date, notBefore = at): Date => (notBefore > at ? notBefore : at);

async function enqueueFor({ enqueue, now }: JobCtx, message: LeasedMessage, dueAt: Date): Promise<void> {
  const delay = Math.max(0, Math.ceil((dueAt.getTime() - now().getTime()) / 1_000));
  if (delay <= maxQueueDelay) await enqueue([sendingOf(message)], delay);
}

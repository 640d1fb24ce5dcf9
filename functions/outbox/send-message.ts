import { type ClaimedMessage, claimMessage, delayMessage, endMessage } from '../../db/messages.ts';
import type { Outcome } from '../../schema/messages.ts';
import type { JobCtx } from '../context.ts';
import { leaseSeconds, longestQueueDelay, nextAttemptIn, secondsAfter, sendingOf } from './rules.ts';
import { senders } from './senders.ts';

/**
 * The message is sent once while the lease runs, however often it is asked for; what failed is tried again later. It arrives at
 * least once: whoever dies between sending and recording leaves it to be sent again, under the same id.
 */
export async function sendMessage(ctx: JobCtx, { messageId }: { readonly messageId: number }): Promise<boolean> {
  const message = await claimMessage(ctx.db, messageId, ctx.now(), secondsAfter(ctx.now(), leaseSeconds));
  if (message === null) return false;
  if (message.recipient.isSuspended) {
    const attempt = { status: null, error: 'the recipient is suspended' };
    await ctx.db.rows(endMessage(message.id, 'CANCELLED', attempt, ctx.now()));
  } else await record(ctx, message, await attempted(ctx, message));
  return false;
}

/** A sender that throws has failed like one that says so: the message must come to an end. */
async function attempted(ctx: JobCtx, message: ClaimedMessage): Promise<Outcome> {
  try {
    return await senders[message.channel](ctx, message);
  } catch (error) {
    const cause = String(error);
    console.error(JSON.stringify({ level: 'error', event: 'message.sender-broke', message: message.id, cause }));
    return { isDelivered: false, status: null, error: 'the sender broke' };
  }
}

async function record(ctx: JobCtx, message: ClaimedMessage, outcome: Outcome): Promise<void> {
  const { id, attempts } = message;
  if (outcome.isDelivered) {
    await ctx.db.rows(endMessage(id, 'DELIVERED', { status: outcome.status, error: null }, ctx.now()));
    return;
  }
  if (outcome.isCancelled === true) {
    await ctx.db.rows(endMessage(id, 'CANCELLED', outcome, ctx.now()));
    return;
  }
  const delay = outcome.isFinal === true ? null : nextAttemptIn(id, attempts);
  if (delay === null) {
    await ctx.db.rows(endMessage(id, 'FAILED', outcome, ctx.now()));
    return;
  }
  await ctx.db.rows(delayMessage(message, outcome, secondsAfter(ctx.now(), delay)));
  if (delay <= longestQueueDelay) await ctx.enqueue([sendingOf(message)], delay);
}

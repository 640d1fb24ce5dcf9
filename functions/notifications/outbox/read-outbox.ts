import { insertMessages, waitingEvents } from '../../../db/notifications/outbox.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { accountMessages } from './account-messages.ts';
import { messagesOf } from './messages-of.ts';
import { passwordMessages } from './password-messages.ts';
import { sendingOf } from './rules.ts';

const batch = 100;

/** Turns each row of the outbox into messages exactly once and queues them. Cron finds the messages that the queue did not accept. */
export async function readOutbox(ctx: JobCtx): Promise<JobResult> {
  const { db, settings, now, enqueue } = ctx;
  const [waiting, passwords, accounts] = await Promise.all([
    db.read(waitingEvents({ limit: batch })),
    passwordMessages(ctx, batch),
    accountMessages(ctx, batch),
  ]);
  const events = waiting.map(({ event }) => event);
  const outboxIds = [...events.map(({ outboxId }) => outboxId), ...passwords.outboxIds, ...accounts.outboxIds];
  if (outboxIds.length === 0) return { done: 0, isMore: false };
  const messages = [
    ...events.flatMap((event) => messagesOf(event, settings)),
    ...passwords.messages,
    ...accounts.messages,
  ];
  const made = await db.read(insertMessages(outboxIds, messages, now()));
  await enqueue(made.map(sendingOf));
  const isFull = [events, passwords.outboxIds, accounts.outboxIds].some(({ length }) => length === batch);
  return { done: outboxIds.length, isMore: isFull };
}

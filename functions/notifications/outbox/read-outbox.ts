import { insertMessages } from '../../../db/notifications/outbox.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { accountMessages } from './account-messages.ts';
import { assignmentMessages } from './assignment-messages.ts';
import { campaignMessages } from './campaign-messages.ts';
import { factoryMessages } from './factory-messages.ts';
import { passwordMessages } from './password-messages.ts';
import { sendingOf } from './rules.ts';

const batch = 100;

/** Each reads the rows of one topic. */
const topics = [assignmentMessages, passwordMessages, accountMessages, campaignMessages, factoryMessages] as const;

/** Turns each row of the outbox into messages exactly once and queues them. Cron finds the messages that the queue did not accept. */
export async function readOutbox(ctx: JobCtx): Promise<JobResult> {
  const { db, now, enqueue } = ctx;
  const waiting = await Promise.all(topics.map((messagesOf) => messagesOf(ctx, batch)));
  const outboxIds = waiting.flatMap((topic) => topic.outboxIds);
  if (outboxIds.length === 0) return { done: 0, isMore: false };
  const messages = waiting.flatMap((topic) => topic.messages);
  const made = await db.read(insertMessages(outboxIds, messages, now()));
  await enqueue(made.map(sendingOf));
  return { done: outboxIds.length, isMore: waiting.some((topic) => topic.outboxIds.length === batch) };
}

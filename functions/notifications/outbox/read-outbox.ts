import { insertMessages, waitingEvents } from '../../../db/notifications/outbox.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { messagesOf } from './messages-of.ts';
import { passwordNews } from './password-messages.ts';
import { sendingOf } from './rules.ts';

const batch = 100;

/** Makes messages of the rows of the outbox, each once, and queues them. Cron finds the messages that the queue did not accept. */
export async function readOutbox(ctx: JobCtx): Promise<JobResult> {
  const { db, settings, now, enqueue } = ctx;
  const [events, news] = await Promise.all([waitingEvents(db, batch), passwordNews(ctx, batch)]);
  const outboxIds = [...events.map(({ outboxId }) => outboxId), ...news.outboxIds];
  if (outboxIds.length === 0) return { done: 0, isMore: false };
  const messages = [...events.flatMap((event) => messagesOf(event, settings)), ...news.messages];
  const made = await insertMessages(db, outboxIds, messages, now());
  await enqueue(made.map(sendingOf));
  return { done: outboxIds.length, isMore: events.length === batch || news.outboxIds.length === batch };
}

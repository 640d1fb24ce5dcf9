import { tellOnce, waitingEvents } from '../../db/outbox.ts';
import type { JobCtx } from '../context.ts';
import { messagesOf } from './messages-of.ts';
import { sendingOf } from './rules.ts';

const batch = 100;

/**
 * What the outbox held has become messages, each event once, and the queue sends them; true when there may be more. Should the
 * queue not hear of them, cron finds them.
 */
export async function readOutbox({ db, settings, now, enqueue }: JobCtx): Promise<boolean> {
  const events = await waitingEvents(db, batch);
  if (events.length === 0) return false;
  const outboxIds = events.map(({ outboxId }) => outboxId);
  const messages = events.flatMap((event) => messagesOf(event, settings));
  const made = await tellOnce(db, outboxIds, messages, now());
  await enqueue(made.map(sendingOf));
  return events.length === batch;
}

import { type NewMessage, type NotifiedEvent, waitingEvents } from '../../../db/notifications/outbox.ts';
import type { Party } from '../../../schema/shared/enums.ts';
import type { JobCtx } from '../../context.ts';
import { callBody } from './call-body.ts';
import { mailsOf } from './mails.ts';
import { type MessageSettings, messagesTo, type WaitingMessages, written } from './messages-to.ts';

/** Reads the events of assignments that wait in the outbox, and writes the calls and the emails to their parties. */
export async function assignmentMessages(
  { db, settings }: Pick<JobCtx, 'db' | 'settings'>,
  limit: number,
): Promise<WaitingMessages> {
  const events = (await db.read(waitingEvents({ limit }))).map(({ event }) => event);
  return {
    outboxIds: events.map(({ outboxId }) => outboxId),
    messages: events.flatMap((event) => messagesOf(event, settings)),
  };
}

/** Makes every message of an event. */
export function messagesOf(event: NotifiedEvent, settings: MessageSettings): NewMessage[] {
  const mails = written(event, () => mailsOf(event, settings)) ?? {};
  const to = (role: Party) => ({ topic: 'work' as const, call: () => callBody(event, role), mail: mails[role] });
  return [
    ...messagesTo(event.advertiser, event, to('ADVERTISER'), settings),
    ...messagesTo(event.creator, event, to('CREATOR'), settings),
  ];
}

import type { NewMessage } from '../../../db/notifications/outbox.ts';
import type { NotifiedParty } from '../../../db/notifications/recipients.ts';
import type { MailTopic } from '../../../schema/identity/mail-topics.ts';
import { log } from '../../log.ts';
import type { JobSettings } from '../../settings/index.ts';
import type { MailText } from './mails.ts';
import { isReachable } from './rules.ts';

export type MessageSettings = Pick<JobSettings, 'BASE_URL' | 'MAIL_URL' | 'EMAIL_VERIFICATION' | 'LATE_CANCEL_HOURS'>;

/** The messages of rows of the outbox. A row may have none. */
export interface WaitingMessages {
  readonly outboxIds: readonly number[];
  readonly messages: readonly NewMessage[];
}

/** A row of the outbox. `eventId` is that of an event of an assignment. */
export interface OutboxRow {
  readonly outboxId: number;
  readonly eventId?: number;
  readonly kind: NewMessage['kind'];
}

interface Written {
  /** The owner gets no email about a topic that is switched off. */
  readonly topic: MailTopic;
  readonly call: () => object;
  readonly mail?: MailText | undefined;
}

/** The calls of each endpoint of a party, and the email unless its topic is switched off. A suspended party gets none. */
export function messagesTo(
  party: NotifiedParty,
  event: OutboxRow,
  { topic, call, mail }: Written,
  { MAIL_URL, EMAIL_VERIFICATION }: Pick<MessageSettings, 'MAIL_URL' | 'EMAIL_VERIFICATION'>,
): NewMessage[] {
  if (party.isSuspended) return [];
  const { outboxId, eventId = null, kind } = event;
  const common = { outboxId, eventId, kind, recipientId: party.userId };
  const isWanted = !party.mutedTopics.includes(topic);
  const isMailed = mail !== undefined && isWanted && MAIL_URL !== undefined && isReachable(party, EMAIL_VERIFICATION);
  const calls = written(event, () =>
    party.endpointIds.map((endpointId) => ({
      ...{ ...common, channel: 'WEBHOOK' as const, endpointId },
      body: JSON.stringify(call()),
    })),
  );
  return [
    ...(calls ?? []),
    ...(isMailed ? [{ ...common, channel: 'MAIL' as const, endpointId: null, body: JSON.stringify(mail) }] : []),
  ];
}

/** What `write` returns. What cannot be written is logged and skipped: it blocks neither the rest of this event nor other events. */
export function written<T>({ outboxId, eventId, kind }: OutboxRow, write: () => T): T | null {
  try {
    return write();
  } catch (error) {
    const cause = String(error);
    log('error', 'outbox.not-written', { outboxId, ...(eventId !== undefined && { eventId }), kind, cause });
    return null;
  }
}

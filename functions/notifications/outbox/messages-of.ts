import type { NewMessage, NotifiedEvent, NotifiedParty } from '../../../db/notifications/outbox.ts';
import type { Party } from '../../../schema/shared/enums.ts';
import { log } from '../../log.ts';
import type { JobSettings } from '../../settings/index.ts';
import { callBody } from './call-body.ts';
import { mailsOf } from './mails.ts';
import { isReachable } from './rules.ts';

type MessageSettings = Pick<JobSettings, 'BASE_URL' | 'MAIL_URL' | 'EMAIL_VERIFICATION' | 'LATE_CANCEL_HOURS'>;

/**
 * Makes every message of an event. Suspended parties get none. An email or call that cannot be written is logged and skipped: it blocks
 * neither the rest of this event nor other events.
 */
export function messagesOf(event: NotifiedEvent, settings: MessageSettings): NewMessage[] {
  const { outboxId, eventId, kind } = event;
  const parties = [
    ['ADVERTISER', event.advertiser],
    ['CREATOR', event.creator],
  ] as const;
  const mails = settings.MAIL_URL === undefined ? {} : (written(event, () => mailsOf(event, settings)) ?? {});
  return parties.flatMap(([role, party]) => {
    if (party.isSuspended) return [];
    const common = { outboxId, eventId, kind, recipientId: party.userId };
    const mail = isReachable(party, settings.EMAIL_VERIFICATION) ? mails[role] : undefined;
    const calls = written(event, () => callsOf(event, role, party)) ?? [];
    return [
      ...calls.map((call) => ({ ...common, ...call })),
      ...(mail ? [{ ...common, channel: 'MAIL' as const, endpointId: null, body: JSON.stringify(mail) }] : []),
    ];
  });
}

function written<T>({ eventId, kind }: NotifiedEvent, write: () => T): T | null {
  try {
    return write();
  } catch (error) {
    const cause = String(error);
    log('error', 'outbox.not-written', { eventId, kind, cause });
    return null;
  }
}

const callsOf = (event: NotifiedEvent, role: Party, { endpointIds }: NotifiedParty) =>
  endpointIds.map((endpointId) => ({
    channel: 'WEBHOOK' as const,
    endpointId,
    body: JSON.stringify(callBody(event, role)),
  }));

import { type NotifiedAccountEvent, waitingAccountEvents } from '../../../db/notifications/account-events.ts';
import type { NewMessage } from '../../../db/notifications/outbox.ts';
import type { JobCtx } from '../../context.ts';
import { expiredMail } from './account-mail.ts';
import { isReachable } from './rules.ts';

export interface AccountMessages {
  readonly outboxIds: readonly number[];
  readonly messages: readonly NewMessage[];
}

/** Reads the events of social accounts that wait in the outbox, and writes the calls and the mail to their owners. */
export async function accountMessages(
  { db, settings }: Pick<JobCtx, 'db' | 'settings'>,
  limit: number,
): Promise<AccountMessages> {
  const events = await waitingAccountEvents(db, limit);
  return {
    outboxIds: events.map(({ outboxId }) => outboxId),
    messages: events.flatMap((event) => (event.isSuspended ? [] : messagesOf(event, settings))),
  };
}

function messagesOf(event: NotifiedAccountEvent, settings: JobCtx['settings']): NewMessage[] {
  const { outboxId, kind, ownerId, endpointIds } = event;
  const common = { outboxId, eventId: null, kind, recipientId: ownerId };
  const isMailed =
    kind === 'social_account.expired' &&
    settings.MAIL_URL !== undefined &&
    isReachable(event, settings.EMAIL_VERIFICATION);
  const call = JSON.stringify(accountCallBody(event));
  return [
    ...endpointIds.map((endpointId) => ({ ...common, channel: 'WEBHOOK' as const, endpointId, body: call })),
    ...(isMailed
      ? [{ ...common, channel: 'MAIL' as const, endpointId: null, body: JSON.stringify(expiredMail(event)) }]
      : []),
  ];
}

/** The body of a webhook call. It names the event and its account, and holds nothing that can change. */
const accountCallBody = ({ kind, at, accountId, platform, actor }: NotifiedAccountEvent) => ({
  type: kind,
  timestamp: at,
  data: { socialAccountId: accountId, platform, actor },
});

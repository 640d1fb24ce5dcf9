import { type NotifiedAccountEvent, waitingAccountEvents } from '../../../db/notifications/account-events.ts';
import type { JobCtx } from '../../context.ts';
import { expiredMail } from './account-mail.ts';
import { messagesTo, type WaitingMessages } from './messages-to.ts';

/** Reads the events of social accounts that wait in the outbox, and writes the calls and the email to their owners. */
export async function accountMessages(
  { db, settings }: Pick<JobCtx, 'db' | 'settings'>,
  limit: number,
): Promise<WaitingMessages> {
  const events = await waitingAccountEvents(db, limit);
  return {
    outboxIds: events.map(({ outboxId }) => outboxId),
    messages: events.flatMap((event) => {
      const mail = event.kind === 'social_account.expired' ? expiredMail(event, settings) : undefined;
      return messagesTo(event.owner, event, { topic: 'accounts', call: () => accountCallBody(event), mail }, settings);
    }),
  };
}

/** The body of a webhook call. It names the event and its account, and holds nothing that can change. */
const accountCallBody = ({ kind, at, accountId, platform, actor }: NotifiedAccountEvent) => ({
  type: kind,
  timestamp: at,
  data: { socialAccountId: accountId, platform, actor },
});

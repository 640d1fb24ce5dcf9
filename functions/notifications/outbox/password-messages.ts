import type { NewMessage } from '../../../db/notifications/outbox.ts';
import { type PasswordChangeRecord, waitingPasswordChanges } from '../../../db/notifications/password-changes.ts';
import type { JobCtx } from '../../context.ts';
import { formatPrefix, revocationLink } from '../../identity/api-keys/index.ts';
import type { WaitingMessages } from './messages-to.ts';
import { passwordMail } from './password-mail.ts';
import { isReachable } from './rules.ts';

/** Reads the password changes that wait in the outbox and writes their emails. */
export async function passwordMessages(
  { db, settings, now }: Pick<JobCtx, 'db' | 'settings' | 'now'>,
  limit: number,
): Promise<WaitingMessages> {
  const changes = (await db.read(waitingPasswordChanges({ limit, now: now() }))).map(({ change }) => change);
  const mailed = changes.filter(
    (change) =>
      settings.MAIL_URL !== undefined && !change.isSuspended && isReachable(change, settings.EMAIL_VERIFICATION),
  );
  const messages = await Promise.all(
    mailed.map(async (change) => messageOf(change, await bodyOf(change, settings, now()))),
  );
  return { outboxIds: changes.map(({ outboxId }) => outboxId), messages };
}

async function bodyOf(
  { userId, at, keys }: PasswordChangeRecord,
  settings: JobCtx['settings'],
  now: Date,
): Promise<string> {
  const named = keys.map(({ prefix, ...key }) => ({ ...key, begins: formatPrefix(settings.KEY_PREFIX_WORD, prefix) }));
  const link = await revocationLink(userId, settings, now);
  return JSON.stringify(passwordMail({ at, keys: named, link }));
}

const messageOf = ({ outboxId, userId }: PasswordChangeRecord, body: string): NewMessage => ({
  outboxId,
  channel: 'MAIL',
  recipientId: userId,
  endpointId: null,
  eventId: null,
  kind: 'PASSWORD_CHANGED',
  body,
});

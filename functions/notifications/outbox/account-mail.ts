import type { NotifiedAccountEvent } from '../../../db/notifications/account-events.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { type Addresses, choicesLine, instantOf } from './mail-copy.ts';
import type { MailText } from './mails.ts';

/**
 * An email whose text the link that connects an account again follows, and after it the foot. The sender signs the link, because the database
 * must not hold it.
 */
export interface ReconnectMail extends MailText {
  readonly foot: string;
  readonly reconnect: { readonly accountId: number; readonly platform: Platform; readonly endedAt: string };
}

/** The email to the owner of an account whose connection has expired. */
export const expiredMail = (
  { accountId, platform, handle, at }: Pick<NotifiedAccountEvent, 'accountId' | 'platform' | 'handle' | 'at'>,
  addresses: Addresses,
): ReconnectMail => ({
  subject: `Castline: connect your ${platformNames[platform]} account ${handle} again`,
  text: [
    `The connection of your ${platformNames[platform]} account ${handle} expired at ${instantOf(at)}. The account stays verified. ` +
      'Castline reads no new data through the connection, and shows nobody else the data that it has read through it.',
    'If you ended the connection yourself, ignore this email. After 29 days Castline deletes the data that it has read through the connection.',
    'To connect the account again, open this page within 7 days. It works once:',
  ].join('\n\n'),
  foot: choicesLine(addresses),
  reconnect: { accountId, platform, endedAt: at },
});

import { instantOf } from './mail-copy.ts';
import type { MailText } from './mails.ts';

export interface RemainingKey {
  /** The first part of the key, up to its dot. */
  readonly begins: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export interface PasswordChange {
  readonly at: string;
  readonly keys: readonly RemainingKey[];
  /** The address of the page that deletes the keys. */
  readonly link: string;
}

/** The number of keys that an email lists. */
const maxListed = 20;

/** The email to the owner after a password change. It omits key names, because an attacker may have chosen them. */
export const passwordMail = ({ at, keys, link }: PasswordChange): MailText => ({
  subject: 'Castline: your password was changed',
  text: [
    `The password of your Castline account was changed at ${instantOf(at)}. All other sessions have ended. API keys from ` +
      'before the verification of your address are deleted.',
    ...(keys.length === 0 ? ['You have no API keys.'] : remaining(keys, link)),
    'If you did not change the password, request a password reset at once. The reset email goes to this address.',
  ].join('\n\n'),
});

const remaining = (keys: readonly RemainingKey[], link: string): string[] => [
  [
    `These API keys still work (${keys.length}):`,
    ...keys.slice(0, maxListed).map(lineOf),
    ...(keys.length > maxListed ? [`and ${keys.length - maxListed} more`] : []),
  ].join('\n'),
  `If you do not recognise all of them, open this page within 7 days. Its button deletes all keys:\n${link}`,
];

const lineOf = ({ begins, createdAt, lastUsedAt }: RemainingKey): string =>
  `- ${begins}…, created ${instantOf(createdAt)}, ${lastUsedAt === null ? 'never used' : `last used ${instantOf(lastUsedAt)}`}`;

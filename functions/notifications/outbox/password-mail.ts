import { instantOf } from './mail-words.ts';
import type { MailText } from './mails.ts';

export interface RemainingKey {
  /** The key up to the dot. */
  readonly begins: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export interface PasswordChange {
  readonly at: string;
  readonly keys: readonly RemainingKey[];
  /** The page that deletes them. */
  readonly link: string;
}

/** How many keys a mail names. */
const mostNamed = 20;

/** The mail to the owner after a change of the password. Without the names of keys: whoever made a key chose its name. */
export const passwordMail = ({ at, keys, link }: PasswordChange): MailText => ({
  subject: 'Castline: your password was changed',
  text: [
    `The password of your Castline account was changed at ${instantOf(at)}. Every other session has ended, and so have ` +
      'the API keys from before your address was verified.',
    ...(keys.length === 0 ? ['You have no API keys.'] : remaining(keys, link)),
    'If you did not change the password, ask for a new one at once: it goes to this address.',
  ].join('\n\n'),
});

const remaining = (keys: readonly RemainingKey[], link: string): string[] => [
  [
    `These API keys still work (${keys.length}):`,
    ...keys.slice(0, mostNamed).map(lineOf),
    ...(keys.length > mostNamed ? [`and ${keys.length - mostNamed} more`] : []),
  ].join('\n'),
  `If you do not know all of them, open this page within 7 days. Its button deletes them all:\n${link}`,
];

const lineOf = ({ begins, createdAt, lastUsedAt }: RemainingKey): string =>
  `- ${begins}…, created ${instantOf(createdAt)}, ${lastUsedAt === null ? 'never used' : `last used ${instantOf(lastUsedAt)}`}`;

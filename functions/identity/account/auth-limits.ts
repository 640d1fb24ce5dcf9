import * as z from 'zod';
import { displayName } from '../../../schema/identity/account.ts';
import { accountAddress, emailAddress } from '../../../schema/shared/email-address.ts';
import { lazy } from '../../../schema/shared/lazy.ts';
import type { AuthSettings } from '../../settings/index.ts';
import { isCommonPassword } from './is-frequent-password.ts';
import { accountIdOf, knownDevice } from './known-device.ts';

/** Lengths of new passwords. An older, shorter one still signs in. */
export const passwordLength = { min: 8, max: 128 } as const;

/** The account of a request, and how it is counted besides the limit of its IP address. */
export interface AccountCounting {
  readonly accountId: string;
  readonly email: string;
  /** Who counts the email that the request asks for. */
  readonly mailsBy: readonly string[];
  /** Who counts the wrong passwords of sign-ins. */
  readonly signInBy: string | null;
}

const address = lazy(() => z.object({ email: emailAddress() }));

/** Whether it is an address. */
export const isAddress = (email: unknown): boolean => address().safeParse({ email }).success;

/** The body of a request with the spelling of its addresses that accounts have. Others stay, to be refused. */
export function withAccountAddresses(body: object): object {
  const given = Object.entries(body).filter(([name, value]) => addressFields.has(name) && typeof value === 'string');
  return { ...body, ...Object.fromEntries(given.map(([name, value]) => [name, accountAddress(value)])) };
}

const addressFields: ReadonlySet<string> = new Set(['email', 'newEmail']);

const signUp = lazy(() =>
  z.object({
    name: displayName(),
    password: z.string().min(passwordLength.min).max(passwordLength.max),
    image: z.null().optional(),
  }),
);

/**
 * How a request to better-auth is counted per account; null when it concerns none. Malformed requests send no email. A device that has
 * signed in before has a count of its own, which nobody else can use up. Each address has a count of the emails that are requested for it,
 * known or not: of sign-ups, of other links to confirm it, and of links for new passwords; the other spellings of a mailbox have one of those that are sent, and each sign-up
 * sends one. The emails of a changed address and of a link count later, because anybody can name an address there.
 */
export async function accountCounting(
  path: string,
  body: unknown,
  headers: Headers,
  settings: AuthSettings,
  now: Date,
): Promise<AccountCounting | null> {
  const { data } = counted.has(path) ? address().safeParse(body) : { data: undefined };
  if (data === undefined) return null;
  const accountId = await accountIdOf(data.email);
  const hasDevice = path === signInPath || path === resetPath;
  const device = hasDevice ? await knownDevice(headers, accountId, settings, now) : null;
  const isSignUp = path === signUpPath && settings.EMAIL_VERIFICATION && (await isAccepted(body, data.email));
  return {
    ...{ accountId, email: data.email },
    mailsBy: [
      // Requests of strangers keep the owner of an address from neither a sign-up nor a new password.
      ...(path === resetPath ? resetCounts(device, accountId) : []),
      ...(path === verificationPath ? [`verify:${accountId}`] : []),
      ...(isSignUp ? [accountId] : []),
      ...(isSignUp && !isPlain(data.email) ? [await mailboxIdOf(data.email)] : []),
    ],
    signInBy: path === signInPath ? (device ?? accountId) : null,
  };
}

/** A known device has a count of its own, which strangers cannot use up, and all known devices of an account have one together. */
const resetCounts = (device: string | null, accountId: string): string[] =>
  device === null ? [`reset:${accountId}`] : [`device:${device}`, `devices:${accountId}`];

/** The mailbox of an address, for the limit of all its spellings but the plain one, which nobody else can use up for it. */
export const mailboxIdOf = async (email: string): Promise<string> => `mailbox:${await accountIdOf(mailboxOf(email))}`;

/** Whether an address is that of its mailbox, without a tag. */
export const isPlain = (email: string): boolean => mailboxOf(email) === email.toLowerCase();

/** Whether a sign-up sends an email: its input is neither malformed nor refused. */
async function isAccepted(body: unknown, email: string): Promise<boolean> {
  const { data } = signUp().safeParse(body);
  return data !== undefined && !(await isCommonPassword(data.password, { email, name: data.name }));
}

/**
 * The mailbox of an address: without a tag (RFC 5233), and without dots for Gmail. Each spelling may have an account, but all fill one
 * mailbox.
 */
function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const name = local.replace(/(.)\+.*/, '$1');
  return `${dotless.has(domain) ? name.replaceAll('.', '') : name}@${domain}`;
}

const dotless: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

export const signInPath = '/sign-in/email';
/** The step after a sign-in that asks for a code. */
export const codePath = '/sign-in/code';
export const signUpPath = '/sign-up/email';
export const changeEmailPath = '/change-email';
/** The routes of the page of a link. */
export const confirmPath = '/verify-email';
export const renewPath = '/renew-link';
export const resetPath = '/request-password-reset';
const verificationPath = '/send-verification-email';
const counted: ReadonlySet<string> = new Set([signInPath, signUpPath, resetPath, verificationPath]);

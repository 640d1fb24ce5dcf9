import { APIError, type createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { decodeJwt } from 'jose';
import { readAddressOwner } from '../../../db/identity/address-owner.ts';
import type { AuthCtx } from '../../context.ts';
import { sendMail } from '../../platform/mail.ts';
import { isAddress } from './auth-limits.ts';
import { changeRequestedMail } from './mails.ts';

/** The present address of a user, in a request that changes it. */
export interface AddressChange {
  from: string | null;
}

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * The present address of the caller, who has typed the password. Whether the new address has an account decides only whether better-auth
 * sends the link, after the answer.
 */
export async function provenAddress({ settings, defer }: AuthCtx, context: Context): Promise<string> {
  const { newEmail, password } = Object(context.body);
  if (!isAddress(newEmail))
    throw new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', message: '[body.newEmail] Invalid email address' });
  const found = await getSessionFromCtx(context);
  if (found === null) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'Unauthorized' });
  const accounts = await context.context.internalAdapter.findAccounts(found.user.id);
  const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password;
  if (!hash || typeof password !== 'string' || !(await context.context.password.verify({ hash, password })))
    throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' });
  const { email } = found.user;
  if (newEmail.toLowerCase() !== email) defer(sendMail(settings, changeRequestedMail(email, settings.BASE_URL)));
  return email;
}

/**
 * The address that the link of a new address replaces; null for the link of a sign-up. The link works only in a session of its user,
 * because a mistyped address reaches another person, and only while the account and the password are those of its request.
 */
export async function changedAddress(
  { db }: AuthCtx,
  context: Context,
  orFail: <T>(work: Promise<T>) => Promise<T>,
): Promise<string | null> {
  const { email, updateTo, iat = 0 } = payloadOf(context.query?.token);
  if (typeof email !== 'string' || updateTo === undefined) return null;
  if ((await getSessionFromCtx(context)) === null) {
    const { pathname, search } = new URL(context.request?.url ?? '/', 'https://own.invalid');
    throw context.redirect(`/sign-in?${new URLSearchParams({ returnTo: pathname + search })}`);
  }
  const owner = await orFail(readAddressOwner(db, email));
  const isCurrent =
    owner !== null &&
    owner.createdAt.getTime() < (iat + 1) * 1_000 &&
    (owner.passwordChangedAt === null || owner.passwordChangedAt.getTime() <= iat * 1_000);
  if (!isCurrent) throw context.redirect('/cabinet/settings/email?error=INVALID_TOKEN');
  return email;
}

/** Not verified yet: better-auth does that before it changes anything. */
function payloadOf(token: unknown): { readonly email?: unknown; readonly updateTo?: unknown; readonly iat?: number } {
  try {
    return typeof token === 'string' ? decodeJwt(token) : {};
  } catch {
    return {};
  }
}

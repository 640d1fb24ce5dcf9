import { APIError, type createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
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

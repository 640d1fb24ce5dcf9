import { APIError, type createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { isUnused, requestAddress } from '../../../db/identity/address-links.ts';
import type { AuthCtx } from '../../context.ts';
import { sendMail } from '../../platform/mail.ts';
import type { AddressLink } from './address-link.ts';
import type { AuthCall, OrFail } from './auth-call.ts';
import { isAddress } from './auth-limits.ts';
import { changeRequestedMail } from './mails.ts';
import { sendLink } from './send-link.ts';

/** The present address of a user, in a request that changes it. */
export interface AddressChange {
  from: string | null;
}

/** The link of a sign-up, or of a change from one address to this one. */
export const linkOf = (
  { from }: AddressChange,
  { userId, email, at }: { readonly userId: number; readonly email: string; readonly at: Date },
): Omit<AddressLink, 'expiresAt'> =>
  from === null
    ? { userId, email, newEmail: null, requestedAtMs: null }
    : { userId, email: from, newEmail: email.toLowerCase(), requestedAtMs: at.getTime() };

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * The present address of the caller, who has typed the password. Its former requests end. Whether the new address has an account decides only whether better-auth
 * sends the link, after the answer.
 */
export async function provenAddress(ctx: AuthCtx, context: Context, call: AuthCall, orFail: OrFail): Promise<string> {
  const { settings, defer } = ctx;
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
  const userId = Number(found.user.id);
  const isOther = newEmail.toLowerCase() !== email;
  if (isOther) await orFail(call.countMail(newEmail));
  await orFail(ctx.db.transaction([requestAddress(userId, email, ctx.now())]));
  if (isOther) {
    defer(sendMail(settings, changeRequestedMail(email, settings.BASE_URL)));
    defer(
      sendOverUnused(ctx, call, { link: linkOf({ from: email }, { userId, email: newEmail, at: ctx.now() }), hash }),
    );
  }
  return email;
}

interface AskedLink {
  readonly link: ReturnType<typeof linkOf>;
  readonly hash: string;
}

/** Sends the link also to an address whose account nobody has used. better-auth sends it to an address without an account alone. */
async function sendOverUnused(ctx: AuthCtx, call: AuthCall, { link, hash }: AskedLink): Promise<void> {
  const email = link.newEmail ?? '';
  if ((await isUnused(ctx.db, email)) && (await call.mayMail(email))) await sendLink(ctx, link, hash, null);
}

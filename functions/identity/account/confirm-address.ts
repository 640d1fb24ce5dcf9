import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, formCsrfMiddleware, getSessionFromCtx } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import * as z from 'zod';
import { changeAddress, confirmAddress, type LinkOwner } from '../../../db/identity/address-links.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { lazy } from '../../../schema/shared/lazy.ts';
import type { AuthCtx } from '../../context.ts';
import { sendMail } from '../../platform/mail.ts';
import { findLink, isRenewable } from './address-link.ts';
import type { AuthCall, OrFail } from './auth-call.ts';
import { confirmPath, passwordLength, renewPath } from './auth-limits.ts';
import { addressChangedMail } from './mails.ts';
import { sendLink } from './send-link.ts';
import { hasSignedUp } from './signed-up.ts';
import { suspensionOf } from './suspension-of.ts';

/** The tokens of links. */
const token = lazy(() => z.string().max(4_096));

/** The routes behind the links that prove an address. A GET of a link changes nothing: programs open links in emails, too. */
export const confirmation = (ctx: AuthCtx, call: AuthCall, orFail: OrFail) =>
  ({
    id: 'confirm-address',
    endpoints: {
      /** Proves the address of a sign-up and signs in, or gives a user the new address and opens no session. */
      confirmAddress: createAuthEndpoint(
        confirmPath,
        {
          method: 'POST',
          use: [formCsrfMiddleware],
          body: z.object({ token: token(), password: z.string().max(passwordLength.max).optional() }),
        },
        async (context) => {
          const { body, headers } = context;
          const { internalAdapter, password } = context.context;
          const open = await openLink(ctx, body.token, orFail);
          if (open === null) return context.json(nobody);
          const { owner, newEmail } = open;
          if (newEmail !== null) {
            await committed(ctx, changeAddress(owner, newEmail, ctx.now()), orFail);
            ctx.defer(sendMail(ctx.settings, addressChangedMail(owner.email)));
            return context.json(nobody);
          }
          const isOwnBrowser = await hasSignedUp(headers?.get('cookie'), owner, ctx.settings, ctx.now());
          const isProven =
            isOwnBrowser ||
            Number((await getSessionFromCtx(context))?.user.id) === owner.id ||
            (body.password !== undefined && (await password.verify({ hash: owner.hash, password: body.password })));
          if (!isProven) throw new APIError('UNAUTHORIZED', { code: 'WRONG_PASSWORD', message: 'Wrong password' });
          await committed(ctx, confirmAddress(owner, ctx.now()), orFail);
          const user = await internalAdapter.findUserById(String(owner.id));
          const session = user && (await internalAdapter.createSession(user.id));
          if (!session) throw invalid();
          await setSessionCookie(context, { session, user });
          const { id, email, name, image = null, emailVerified, createdAt, updatedAt } = user;
          const shown = { id, email, name, image, emailVerified, createdAt, updatedAt };
          return context.json({ status: true, token: session.token, user: shown });
        },
      ),
      /** Sends a link again. The expired one proves that its reader has received it. */
      renewLink: createAuthEndpoint(
        renewPath,
        {
          method: 'POST',
          use: [formCsrfMiddleware],
          body: z.object({ token: token(), callbackURL: z.string().optional() }),
        },
        async (context) => {
          const { token: former, callbackURL = null } = context.body;
          const { state, link, owner } = await orFail(findLink(ctx, former));
          const isGenuine = link !== null && owner !== null && (state === 'EXPIRED' || state === 'OPEN');
          const isRenewed = isGenuine && (link.newEmail === null || isRenewable(link, ctx.now()));
          const send = async () => {
            if (isRenewed && (await call.mayMail(link.newEmail ?? link.email)))
              await sendLink(ctx, link, owner.hash, link.newEmail === null ? callbackURL : null);
          };
          ctx.defer(send());
          return context.json({ status: true });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;

/** Of a link that was used already, or that opens no session. */
const nobody = { status: true, token: null, user: null };

/** Null for a link that was used already. */
async function openLink(
  ctx: AuthCtx,
  text: string,
  orFail: OrFail,
): Promise<{ readonly owner: LinkOwner; readonly newEmail: string | null } | null> {
  const { state, link, owner } = await orFail(findLink(ctx, text));
  if (state === 'DONE') return null;
  if (state === 'EXPIRED') throw new APIError('BAD_REQUEST', { code: 'TOKEN_EXPIRED', message: 'Token expired' });
  if (state !== 'OPEN' || link === null || owner === null) throw invalid();
  if (owner.isSuspended) {
    const { code, message } = await orFail(suspensionOf(ctx.db, owner.id));
    throw new APIError('FORBIDDEN', { code, message });
  }
  return { owner, newEmail: link.newEmail };
}

/** Another sign-up, a new password or another change may have ended the link since it was read. */
async function committed({ db }: AuthCtx, statements: SQLWrapper[], orFail: OrFail): Promise<void> {
  try {
    await db.transaction(statements);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'VERSION_CONFLICT') throw invalid();
    await orFail(Promise.reject(error));
  }
}

const invalid = () => new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'Invalid token' });

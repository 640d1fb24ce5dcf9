import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal';
import { jwt } from 'better-auth/plugins/jwt';
import { hasAddress, readLinkOwner } from '../../../db/identity/address-links.ts';
import { type IdentityEvents, openIdentity } from '../../../db/identity/auth-database.ts';
import { endSessionWith } from '../../../db/identity/own-sessions.ts';
import { forgetSuspendedSession } from '../../../db/identity/suspended-sessions.ts';
import { endResetTokens, markVerified, readUser } from '../../../db/identity/users.ts';
import * as tables from '../../../db/tables/identity.ts';
import { displayName } from '../../../schema/identity/account.ts';
import { cookiePrefix } from '../../../schema/shared/cookie-prefix.ts';
import type { Role } from '../../../schema/shared/enums.ts';
import type { AuthCtx } from '../../context.ts';
import { log } from '../../log.ts';
import { sha256 } from '../../platform/hash.ts';
import { sendMail } from '../../platform/mail.ts';
import { acceptAllAddresses } from './address-pattern.ts';
import type { AuthCall, OrFail } from './auth-call.ts';
import { changeEmailPath, isAddress, passwordLength, signInPath, signUpPath } from './auth-limits.ts';
import { authBasePath } from './auth-path.ts';
import { type AddressChange, linkOf, provenAddress } from './change-address.ts';
import { confirmation } from './confirm-address.ts';
import { extendSession } from './extend-session.ts';
import { linkedPaths, resetMail } from './mails.ts';
import { refuseCommonPassword } from './new-password.ts';
import { hashPassword, isPassword } from './password.ts';
import { sendLink } from './send-link.ts';
import { askForCode, codeSignIn } from './sign-in-code.ts';
import type { KnownUser } from './sign-up-again.ts';
import { suspensionOf } from './suspension-of.ts';
import { trustedIssuer } from './trusted-issuer.ts';

acceptAllAddresses();

export interface AuthEvents extends IdentityEvents {
  /** A sign-up for a known address gets the same answer as for an unknown one. */
  onKnownAddress(user: KnownUser): void;
  /** The hash of a new password. */
  onHash(hash: string): void;
}

/** better-auth for one request. Creating it takes about 0.4 ms, and its log and deferred work belong to the request. */
export function openAuth(ctx: AuthCtx, call: AuthCall, { onQuery, onFailure, onKnownAddress, onHash }: AuthEvents) {
  const { settings } = ctx;
  const orFail: OrFail = (work) =>
    work.catch((error: Error) => {
      onFailure(error);
      throw error;
    });
  const change: AddressChange = { from: null };
  const signUp: SignUpHash = { hash: null };
  const noteHash = (hash: string) => {
    signUp.hash = hash;
    onHash(hash);
  };
  const { users: user, sessions: session, accounts: account, verifications: verification, jwks } = tables;
  return betterAuth({
    appName: 'Castline',
    baseURL: settings.BASE_URL,
    basePath: authBasePath,
    secret: settings.AUTH_SECRET,
    trustedOrigins: [settings.BASE_URL],
    telemetry: { enabled: false },
    // Our own limits count in Redis before any work.
    rateLimit: { enabled: false },
    // Its details contain queries with parameters, including password hashes.
    logger: { level: 'warn', log: (level, message) => logAuth(ctx, level, message) },
    onAPIError: { throw: true },
    // A sign-up has three inserts, and neon-http has no interactive transactions. If one is interrupted after the first insert, a password
    // reset creates the missing credential.
    database: drizzleAdapter(openIdentity(settings, { onQuery, onFailure }), {
      provider: 'pg',
      transaction: false,
      schema: { user, session, account, verification, jwks },
    }),
    advanced: {
      // better-auth's own secure cookies have the weaker prefix.
      cookiePrefix: `${cookiePrefix(settings.BASE_URL)}castline`,
      useSecureCookies: false,
      defaultCookieAttributes: { secure: settings.BASE_URL.startsWith('https:') },
      ipAddress: { ipAddressHeaders: ['cf-connecting-ip'] },
      database: { generateId: 'serial', validateSchema: false },
      backgroundTasks: { handler: ctx.defer },
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        const { path, body } = context;
        const fitting = path === signUpPath ? fitSignUp(body) : undefined;
        await refuseCommonPassword(context);
        if (path === signInPath && call.isCodeRequired) await askForCode(ctx, context, call, orFail);
        if (path === changeEmailPath) change.from = await provenAddress(ctx, context, call, orFail);
        // A password change ends all sessions; the caller gets a new one.
        return path === '/change-password' ? { context: { body: { ...body, revokeOtherSessions: true } } } : fitting;
      }),
      // Afterwards: a suspension may have ended the session just before the sign-out could.
      after: createAuthMiddleware(async (context) => {
        if (context.path !== '/sign-out') {
          if (!call.isPreview) await orFail(extendSession(context, ctx.now(), idleDays));
          return;
        }
        const { authCookies, secret } = context.context;
        const token = await context.getSignedCookie(authCookies.sessionToken.name, secret);
        if (token) await orFail(sha256(token).then((hash) => forgetSuspendedSession(ctx.db, hash)));
      }),
    },
    databaseHooks: sessionHooks(ctx, orFail),
    emailAndPassword: passwordOptions(ctx, call, orFail, { onKnownAddress, onHash: noteHash }),
    user: { changeEmail: { enabled: true } },
    session: {
      expiresIn: idleDays * 86_400,
      disableSessionRefresh: true,
      // A preview does not even delete a session that has expired.
      deferSessionRefresh: call.isPreview,
      additionalFields: { endsAt: { type: 'date', required: false, input: false, returned: false } },
    },
    emailVerification: verificationOptions(ctx, call, change, signUp),
    // A job deletes expired ones: a GET would do it, too.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    plugins: [tokens(settings), codeSignIn(ctx, orFail), confirmation(ctx, call, orFail)],
  });
}

/** A session that is not used for this long ends. */
const idleDays = 7;

/** A session ends after this time, however much it is used. That of staff ends earlier. */
const lifetimeMs = (settings: AuthCtx['settings'], roles: readonly Role[]): number =>
  roles.includes('STAFF') ? settings.STAFF_SESSION_HOURS * 3_600_000 : settings.SESSION_MAX_DAYS * 86_400_000;

const sessionHooks = (ctx: AuthCtx, orFail: OrFail) =>
  ({
    session: {
      create: {
        before: async ({ userId }, context) => {
          const found = await orFail(readUser(ctx.db, Number(userId)));
          if (found?.isSuspended) {
            const { code, message } = await orFail(suspensionOf(ctx.db, found.id));
            throw new APIError('FORBIDDEN', { code, message });
          }
          const endsAt = new Date(ctx.now().getTime() + lifetimeMs(ctx.settings, found?.roles ?? []));
          // Postgres refuses a session that was requested before the password change. The caller of the change gets one afterwards.
          return { data: { endsAt, ...(context?.path !== '/change-password' && { createdAt: ctx.now() }) } };
        },
        /** A sign-in ends the former session of the browser, which nobody would see any more. */
        async after({ token }, context) {
          if (!context) return;
          const { authCookies, secret } = context.context;
          const former = await context.getSignedCookie(authCookies.sessionToken.name, secret);
          if (former && former !== token) await orFail(ctx.db.transaction([endSessionWith(former)]));
        },
      },
    },
  }) satisfies BetterAuthOptions['databaseHooks'];

const passwordOptions = (
  { settings, db, now }: AuthCtx,
  call: AuthCall,
  orFail: OrFail,
  { onKnownAddress, onHash }: Pick<AuthEvents, 'onKnownAddress' | 'onHash'>,
) =>
  ({
    enabled: true,
    minPasswordLength: passwordLength.min,
    maxPasswordLength: passwordLength.max,
    requireEmailVerification: settings.EMAIL_VERIFICATION,
    onExistingUserSignUp: async ({ user: { id, email, emailVerified: isVerified } }) =>
      onKnownAddress({ id: Number(id), email, isVerified }),
    // Postgres ends sessions, tokens and keys in the statement that changes the password.
    revokeSessionsOnPasswordReset: false,
    onPasswordReset: async ({ user: { id } }) => orFail(db.transaction([markVerified(Number(id), now())])),
    resetPasswordTokenExpiresIn: 3_600,
    async sendResetPassword({ user: { id, email, emailVerified }, token }) {
      // Emails that a stranger requests for other spellings of a mailbox cost an address that is proven nothing.
      if (!emailVerified && !(await call.mayMail(email))) return;
      // An address that has changed since the request began gets no link, and the token that it would have had ends.
      if (!(await orFail(hasAddress(db, Number(id), email))))
        return orFail(db.transaction([endResetTokens(Number(id))]));
      // Always to the page that takes the token: anybody may ask for the email, and must not choose where it leads.
      return sendMail(settings, resetMail(email, `${settings.BASE_URL}${linkedPaths.reset}?token=${token}`));
    },
    password: {
      async hash(password) {
        const hash = await hashPassword(password, settings.PASSWORD_HASHING);
        onHash(hash);
        return hash;
      },
      verify: isPassword,
    },
  }) satisfies BetterAuthOptions['emailAndPassword'];

/** The hash of the password of a sign-up, once it is known. */
interface SignUpHash {
  hash: string | null;
}

const verificationOptions = (ctx: AuthCtx, call: AuthCall, change: AddressChange, signUp: SignUpHash) =>
  ({
    sendOnSignUp: ctx.settings.EMAIL_VERIFICATION,
    // Sent after the response, because the provider's latency would reveal a known address.
    sendVerificationEmail: async ({ user: { id, email }, url }) => {
      const [userId, callbackURL] = [Number(id), new URL(url).searchParams.get('callbackURL')];
      const at = ctx.now();
      const link = linkOf(change, { userId, email, at });
      const send = async () => {
        if (!(await call.mayMail(email))) return;
        const hash = signUp.hash ?? (await readLinkOwner(ctx.db, userId))?.hash ?? '';
        await sendLink(ctx, link, hash, change.from === null ? callbackURL : null);
      };
      ctx.defer(send());
    },
  }) satisfies BetterAuthOptions['emailVerification'];

function tokens(settings: AuthCtx['settings']) {
  const { issuer, audience } = trustedIssuer(settings).own;
  return jwt({
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' } },
    jwt: {
      issuer,
      audience,
      expirationTime: '15m',
      // The token ends with this session.
      definePayload: ({ session: { id, createdAt } }) => ({ sid: id, auth_time: createdAt.getTime() / 1000 }),
    },
  });
}

/** Refuses input that better-auth accepts, before the password is hashed and before a NUL reaches Postgres. Folds the name as everywhere. */
function fitSignUp(body: Record<string, unknown> | undefined): { readonly context: { readonly body: object } } {
  const name = displayName().safeParse(body?.name);
  if (!name.success) throw unfit(`[body.name] ${name.error.issues[0]?.message ?? 'is malformed'}`);
  if (!isAddress(body?.email)) throw unfit('[body.email] Invalid email address');
  if (body?.image !== undefined && body.image !== null) throw unfit('[body.image] is not taken here');
  return { context: { body: { ...body, name: name.data } } };
}

const unfit = (message: string) => new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', message });

/** The text after a colon may be a query, an address or a URL, so it is not logged. */
function logAuth({ requestId }: AuthCtx, level: string, message: string): void {
  const [what = ''] = message.split(/[:\n]/);
  log('warn', 'auth', { requestId, severity: level, message: what });
}

import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal';
import { jwt } from 'better-auth/plugins/jwt';
import { type IdentityEvents, openIdentity } from '../../../db/identity/auth-database.ts';
import { markVerified, readUser } from '../../../db/identity/users.ts';
import * as tables from '../../../db/tables/identity.ts';
import { displayName } from '../../../schema/identity/account.ts';
import type { AuthCtx } from '../../context.ts';
import { log } from '../../log.ts';
import { sendMail } from '../../platform/mail.ts';
import { passwordLength } from './auth-limits.ts';
import { authBasePath } from './auth-path.ts';
import { knownAddressMail, resetMail, verificationMail } from './mails.ts';
import { hashPassword, isPassword } from './password.ts';
import { trustedIssuer } from './trusted-issuer.ts';

export interface AuthEvents extends IdentityEvents {
  /** A sign-up with an address that has an account is answered as if it had none. */
  onKnownAddress(): void;
}

/**
 * better-auth for one request: making it costs about 0.4 ms, and its log and its deferred work belong to the request.
 */
export function openAuth(ctx: AuthCtx, { onQuery, onFailure, onKnownAddress }: AuthEvents) {
  const { settings } = ctx;
  const orFail: OrFail = (work) =>
    work.catch((error: Error) => {
      onFailure(error);
      throw error;
    });
  const { users: user, sessions: session, accounts: account, verifications: verification, jwks } = tables;
  return betterAuth({
    appName: 'Castline',
    baseURL: settings.BASE_URL,
    basePath: authBasePath,
    secret: settings.AUTH_SECRET,
    trustedOrigins: [settings.BASE_URL],
    telemetry: { enabled: false },
    // Ours counts in Redis, before anything is done.
    rateLimit: { enabled: false },
    // Its details hold queries with their parameters, a password's hash among them.
    logger: { level: 'warn', log: (level, message) => logAuth(ctx, level, message) },
    onAPIError: { throw: true },
    // Three inserts make a sign-up, and neon-http knows no interactive transaction: what is cut off after the first
    // is mended by a password reset, which makes the missing credential.
    database: drizzleAdapter(openIdentity(settings, { onQuery, onFailure }), {
      provider: 'pg',
      transaction: false,
      schema: { user, session, account, verification, jwks },
    }),
    advanced: {
      cookiePrefix: 'castline',
      useSecureCookies: settings.BASE_URL.startsWith('https:'),
      ipAddress: { ipAddressHeaders: ['cf-connecting-ip'] },
      database: { generateId: 'serial', validateSchema: false },
      backgroundTasks: { handler: ctx.defer },
    },
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        if (path === '/sign-up/email') refuseUnfitSignUp(body);
        // The former sessions end with the password; the caller gets another one.
        return path === '/change-password' ? { context: { body: { ...body, revokeOtherSessions: true } } } : undefined;
      }),
    },
    databaseHooks: sessionHooks(ctx, orFail),
    emailAndPassword: passwordOptions(ctx, orFail, onKnownAddress),
    emailVerification: verificationOptions(ctx),
    verification: { storeIdentifier: 'hashed' },
    plugins: [tokens(settings)],
  });
}

/** The work, whose failure the caller of better-auth gets to know. */
type OrFail = <T>(work: Promise<T>) => Promise<T>;

const sessionHooks = (ctx: AuthCtx, orFail: OrFail) =>
  ({
    session: {
      create: {
        before: async ({ userId }, context) => {
          const found = await orFail(readUser(ctx.db, Number(userId)));
          if (found?.isSuspended)
            throw new APIError('FORBIDDEN', { code: 'ACCOUNT_ACCESS_DENIED', message: 'This account is suspended.' });
          // Postgres refuses a session that was asked for before the password changed. Who changes it asks for one afterwards.
          return context?.path === '/change-password' ? undefined : { data: { createdAt: ctx.now() } };
        },
      },
    },
  }) satisfies BetterAuthOptions['databaseHooks'];

const passwordOptions = ({ settings, db, now }: AuthCtx, orFail: OrFail, onKnownAddress: () => void) =>
  ({
    enabled: true,
    minPasswordLength: passwordLength.min,
    maxPasswordLength: passwordLength.max,
    requireEmailVerification: settings.EMAIL_VERIFICATION,
    onExistingUserSignUp: async ({ user: { email } }) => {
      onKnownAddress();
      await sendMail(settings, knownAddressMail(email, settings.BASE_URL));
    },
    // Postgres ends sessions, tokens and keys in the statement that changes the password.
    revokeSessionsOnPasswordReset: false,
    onPasswordReset: async ({ user: { id } }) => orFail(db.transaction([markVerified(Number(id), now())])),
    resetPasswordTokenExpiresIn: 3_600,
    sendResetPassword: ({ user: { email }, url, token }) =>
      sendMail(settings, resetMail(email, token, url.endsWith('callbackURL=') ? null : url)),
    password: { hash: hashPassword, verify: isPassword },
  }) satisfies BetterAuthOptions['emailAndPassword'];

const verificationOptions = ({ settings, defer }: AuthCtx) =>
  ({
    sendOnSignUp: settings.EMAIL_VERIFICATION,
    autoSignInAfterVerification: true,
    expiresIn: 3_600,
    // Without a callback of the caller's the link answers by itself.
    // Behind the answer: how long the provider takes would tell that the address is known.
    sendVerificationEmail: async ({ user: { email }, url }) =>
      defer(sendMail(settings, verificationMail(email, url.replace(/&callbackURL=%2F$/, '')))),
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
      definePayload: ({ session: { createdAt } }) => ({ auth_time: createdAt.getTime() / 1000 }),
    },
  });
}

/** Before the password is hashed, and before Postgres meets a NUL: what better-auth itself lets pass. */
function refuseUnfitSignUp(body: Record<string, unknown> | undefined): void {
  const name = displayName().safeParse(body?.name);
  if (!name.success) throw unfit(`[body.name] ${name.error.issues[0]?.message ?? 'is malformed'}`);
  if (typeof body?.email === 'string' && body.email.length > 254) throw unfit('[body.email] at most 254 characters');
  if (body?.image !== undefined && body.image !== null) throw unfit('[body.image] is not taken here');
}

const unfit = (message: string) => new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', message });

/** What stands behind a colon is a query, an address or a URL: no log may hold it. */
function logAuth({ requestId }: AuthCtx, level: string, message: string): void {
  const [what = ''] = message.split(/[:\n]/);
  log('warn', 'auth', { requestId, severity: level, message: what });
}

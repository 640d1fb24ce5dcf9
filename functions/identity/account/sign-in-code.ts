import { APIError, createAuthEndpoint, type createAuthMiddleware, formCsrfMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';
import { insertCode, tryCode } from '../../../db/identity/sign-in-codes.ts';
import { readUser } from '../../../db/identity/users.ts';
import type { AuthCtx } from '../../context.ts';
import { sha256, sha256Hex } from '../../platform/hash.ts';
import { sendMail } from '../../platform/mail.ts';
import { randomText } from '../../platform/random-text.ts';
import type { AuthCall, OrFail } from './auth-call.ts';
import { codePath } from './auth-limits.ts';
import { codeMail } from './code-mail.ts';
import { logRefusedSignIn } from './refused-sign-in.ts';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

const validMs = 600_000;
const tries = 5;
const challengeBytes = 24;
/** Identities begin at 1. */
const nobody = 0;

/**
 * The answer to a sign-in while the account has had too many wrong passwords, from a device that it does not know. It is the same for each
 * password and address, and takes the same time. Only for the right password an email with a code is on its way.
 */
export async function askForCode(ctx: AuthCtx, context: Context, call: AuthCall, orFail: OrFail): Promise<void> {
  const { email, password } = Object(context.body);
  // better-auth refuses a malformed body.
  if (typeof email !== 'string' || typeof password !== 'string') return;
  const { internalAdapter, password: passwords } = context.context;
  const found = await internalAdapter.findUserByEmail(email.toLowerCase(), { includeAccounts: true });
  const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password;
  if (found === null) await orFail(readUser(ctx.db, nobody));
  // An address without a password costs as much.
  const isRight = hash ? await passwords.verify({ hash, password }) : !(await passwords.hash(password));
  const userId = found === null ? null : Number(found.user.id);
  if (!isRight) logRefusedSignIn(ctx, userId);
  const { challenge, code } = newCode();
  const at = ctx.now();
  const codeSha256 = await hashOf(challenge, code);
  const row = { challengeHash: await sha256Hex(challenge), codeSha256, userId: isRight ? userId : null, tries, at };
  await orFail(ctx.db.transaction([insertCode({ ...row, expiresAt: new Date(at.getTime() + validMs) })]));
  if (isRight) ctx.defer(sendCode(ctx, email.toLowerCase(), code, call));
  const message = 'If the password was right, we have sent a code to your address.';
  throw new APIError('FORBIDDEN', { code: 'SIGN_IN_CODE_REQUIRED', message, challenge });
}

async function sendCode({ settings }: AuthCtx, email: string, code: string, { mayMailCode }: AuthCall): Promise<void> {
  if (await mayMailCode(email)) await sendMail(settings, codeMail(email, code, settings.BASE_URL));
}

/** The route that takes the code. */
export const codeSignIn = (ctx: AuthCtx, orFail: OrFail) => ({
  id: 'sign-in-code',
  endpoints: {
    signInCode: createAuthEndpoint(
      codePath,
      {
        method: 'POST',
        use: [formCsrfMiddleware],
        body: z.object({ challenge: z.string().max(64), code: z.string().max(32) }),
      },
      async (context) => {
        const { internalAdapter } = context.context;
        const { userId, isRight } = await orFail(userOfCode(ctx, context.body));
        const user = userId !== null && isRight ? await internalAdapter.findUserById(String(userId)) : null;
        if (user === null) {
          logRefusedSignIn(ctx, userId);
          throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'The code is wrong or has expired' });
        }
        if (ctx.settings.EMAIL_VERIFICATION && !user.emailVerified)
          throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' });
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(context, { session, user });
        return context.json({ redirect: false, token: session.token, user });
      },
    ),
  },
});

async function userOfCode({ db, now }: AuthCtx, given: { readonly challenge: string; readonly code: string }) {
  const codeSha256 = await hashOf(given.challenge, given.code.replaceAll(/\s/g, ''));
  const tried = await tryCode(db, { challengeHash: await sha256Hex(given.challenge), codeSha256, at: now() });
  return { userId: tried && tried.userId !== '' ? Number(tried.userId) : null, isRight: tried?.isRight === true };
}

function newCode(): { readonly challenge: string; readonly code: string } {
  const challenge = randomText(challengeBytes);
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return { challenge, code: String(random % 1_000_000).padStart(6, '0') };
}

const hashOf = (challenge: string, code: string): Promise<Uint8Array> => sha256(`${challenge}.${code}`);

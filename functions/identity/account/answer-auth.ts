import { readUser } from '../../../db/identity/users.ts';
import { isErrorCode, Refusal } from '../../../schema/shared/errors.ts';
import type { AuthCtx } from '../../context.ts';
import { type AuthCall, plainCall } from './auth-call.ts';
import { isAddress, signInPath, signUpPath } from './auth-limits.ts';
import { authBasePath } from './auth-path.ts';
import { withNumericIds } from './numeric-ids.ts';
import { type KnownUser, signUpAgain } from './sign-up-again.ts';
import { signedUpCookie } from './signed-up.ts';

/** The response of a better-auth route. Its refusals, and those of the database, get our envelope. */
export async function answerAuth(ctx: AuthCtx, request: Request, call: AuthCall = plainCall): Promise<Response> {
  const path = pathOf(request);
  if (path === '/request-password-reset') return answerBeforeKnown(ctx, request, call);
  const answer = await settledAnswer(ctx, request, call);
  // The password change is in the outbox.
  if (answer.ok && (path === '/reset-password' || path === '/change-password')) ctx.nudge();
  return answer;
}

/**
 * Neither the answer nor its timing reveals whether an address is known: every address gets the answer of an unknown one, and its own work
 * runs afterwards.
 */
async function answerBeforeKnown(ctx: AuthCtx, request: Request, call: AuthCall): Promise<Response> {
  const body: { email?: unknown } = JSON.parse(await request.text());
  const about = (email: unknown) => new Request(request, { body: JSON.stringify({ ...body, email }) });
  if (!isAddress(body.email)) return settledAnswer(ctx, about(body.email), call);
  const answer = await settledAnswer(ctx, about(`${crypto.randomUUID()}@nobody.invalid`), call);
  if (answer.ok) ctx.defer(settledAnswer(ctx, about(body.email), call));
  return answer;
}

async function settledAnswer(ctx: AuthCtx, request: Request, call: AuthCall): Promise<Response> {
  const failures: Error[] = [];
  const heard: { known: KnownUser | null; hash: string } = { known: null, hash: '' };
  let queries = 0;
  // Imported here because it would take a third of the start, and only these routes need it.
  const { openAuth } = await import('./auth.ts');
  const auth = openAuth(ctx, call, {
    onQuery: () => {
      queries += 1;
    },
    onFailure: (failure) => failures.push(failure),
    onKnownAddress: (user) => {
      heard.known = user;
    },
    onHash: (hash) => {
      heard.hash = hash;
    },
  });
  const again = request.clone();
  const answer = await auth.handler(request).catch((error: unknown) => {
    // The first failure is the cause; better-auth's own error around it contains the query's parameters.
    if (failures.length === 0) throw error;
    return null;
  });
  if (failures[0] || !answer) {
    const isHidden = ctx.settings.EMAIL_VERIFICATION && pathOf(request) === signUpPath;
    if (isHidden && isSignedUpMeanwhile(failures[0])) return settledAnswer(ctx, again, call);
    if (isTakenMeanwhile(failures[0])) return taken();
    throw meaningOf(failures[0]);
  }
  const path = pathOf(request);
  // For an address without an account no password is read; the time saved would reveal that.
  if (path === signInPath && answer.status === 401 && queries < 2) await readUser(ctx.db, nobody);
  if (answer.status >= 400) return refusalOf(answer);
  return ctx.settings.EMAIL_VERIFICATION && path === signUpPath
    ? unverified(ctx, { asked: again, answer, ...heard })
    : withNumericIds(answer);
}

interface SignedUp {
  readonly asked: Request;
  readonly answer: Response;
  readonly known: KnownUser | null;
  readonly hash: string;
}

/** The answer to a sign-up whose address must be verified: the same for every address. Its browser gets a cookie. */
async function unverified(ctx: AuthCtx, { asked, answer, known, hash }: SignedUp): Promise<Response> {
  const { email, name, callbackURL }: Record<string, unknown> = JSON.parse(await asked.text());
  const target = typeof callbackURL === 'string' ? callbackURL : null;
  if (known !== null) await signUpAgain(ctx, known, { name: String(name), hash, callbackURL: target });
  const shown = await withoutId(answer);
  const signUp = { email: String(email).toLowerCase(), hash };
  shown.headers.append('set-cookie', await signedUpCookie(signUp, ctx.settings, ctx.now()));
  return shown;
}

const pathOf = (request: Request): string => new URL(request.url).pathname.slice(authBasePath.length);

/** Identities begin at 1. */
const nobody = 0;

type DatabaseFailure = (Error & { code?: unknown; constraint?: unknown }) | undefined;

/** A changed address that was taken is refused. */
const isTakenMeanwhile = (failure: DatabaseFailure): boolean => failure?.constraint === 'users_email_key';

/** When two sign-ups race for one address, the one that finds the user or the credential of the other gets the answer for a known address. */
const isSignedUpMeanwhile = (failure: DatabaseFailure): boolean =>
  isTakenMeanwhile(failure) || failure?.constraint === 'accounts_provider_id_account_id_key';

function taken(): Response {
  const message = 'User already exists. Use another email.';
  return Response.json({ code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', message }, { status: 422 });
}

function meaningOf(failure: DatabaseFailure): unknown {
  const isMalformedText = typeof failure?.code === 'string' && failure.code.startsWith('22');
  return isMalformedText ? new Refusal('VALIDATION_FAILED', 'The request contains a malformed text.') : failure;
}

async function refusalOf(answer: Response): Promise<Response> {
  const { code, message, challenge } = await bodyOf(answer);
  if (answer.status >= 500) throw new Error(`better-auth answered ${answer.status} ${code}`);
  if (code === 'VALIDATION_ERROR') throw malformedInput(message);
  if (isErrorCode(code)) throw new Refusal(code, message);
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  if (answer.status === 401) headers.set('www-authenticate', 'Bearer');
  return Response.json({ code, message, challenge }, { status: answer.status, headers });
}

async function bodyOf(answer: Response): Promise<{ code: string; message: string; challenge: string | undefined }> {
  const body: unknown = await answer.json().catch(() => null);
  const { code, message, challenge } = Object(body) as Readonly<Record<string, unknown>>;
  return {
    code: typeof code === 'string' ? code : (codeOfStatus[answer.status] ?? 'FORBIDDEN'),
    message: typeof message === 'string' ? message : 'The request was refused.',
    challenge: typeof challenge === 'string' ? challenge : undefined,
  };
}

const codeOfStatus: Readonly<Record<number, string>> = { 400: 'VALIDATION_ERROR', 404: 'RESOURCE_NOT_FOUND' };

/** Parses better-call's messages: "[body.email] Invalid input; [body.name] …". */
function malformedInput(message: string): Refusal {
  const issues = [...message.matchAll(/\[(?:body|query)\.([\w.]+)\] ([^;[]+)/g)].map(([, path = '', text = '']) => ({
    path,
    message: text.trim(),
  }));
  const [first] = issues;
  return first
    ? new Refusal('VALIDATION_FAILED', `${first.path}: ${first.message}`, { issues })
    : new Refusal('VALIDATION_FAILED', message, { issues: [{ path: '', message }] });
}

/** For a known address better-auth invents a user, whose id would reveal it. No id is returned before verification. */
async function withoutId(answer: Response): Promise<Response> {
  const { user, ...rest } = (await answer.json()) as { user?: Record<string, unknown> };
  const { id: _, ...shown } = user ?? {};
  return Response.json({ ...rest, user: shown }, { status: answer.status });
}

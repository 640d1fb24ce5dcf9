import { isErrorCode, Refusal } from '../../schema/errors.ts';
import type { GuestCtx } from '../context.ts';
import { authBasePath } from './auth-path.ts';

/** better-auth's answer to one of its routes; its refusals in our envelope, what the database refused as ours. */
export async function answerAuth(ctx: GuestCtx, request: Request): Promise<Response> {
  const failures: Error[] = [];
  // It would be a third of the Worker's start, and only these routes need it.
  const { openAuth } = await import('./auth.ts');
  const auth = openAuth(ctx, (failure) => failures.push(failure));
  const answer = await auth.handler(request).catch((error: unknown) => {
    // The first failure is the cause; better-auth's own error around it holds the query's parameters.
    if (failures.length === 0) throw error;
    return null;
  });
  if (failures[0] || !answer) return afterFailure(failures[0]);
  if (answer.status >= 400) return refusalOf(answer);
  const { pathname } = new URL(request.url);
  if (changesPassword.has(pathname)) ctx.nudge();
  return ctx.settings.EMAIL_VERIFICATION && pathname === `${authBasePath}/sign-up/email` ? withoutId(answer) : answer;
}

/** Their news is in the outbox. */
const changesPassword: ReadonlySet<string> = new Set([
  `${authBasePath}/reset-password`,
  `${authBasePath}/change-password`,
]);

/** Two sign-ups with one address that race: the later one is answered as if it had come later. */
function afterFailure(failure: (Error & { code?: unknown; constraint?: unknown }) | undefined): Response {
  if (failure?.constraint === 'users_email_key') {
    const message = 'User already exists. Use another email.';
    return Response.json({ code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', message }, { status: 422 });
  }
  const isMalformedText = typeof failure?.code === 'string' && failure.code.startsWith('22');
  throw isMalformedText ? new Refusal('VALIDATION_FAILED', 'A text is malformed.') : failure;
}

async function refusalOf(answer: Response): Promise<Response> {
  const { code, message } = await bodyOf(answer);
  if (answer.status >= 500) throw new Error(`better-auth answered ${answer.status} ${code}`);
  if (code === 'VALIDATION_ERROR') throw malformedInput(message);
  if (isErrorCode(code)) throw new Refusal(code, message);
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  if (answer.status === 401) headers.set('www-authenticate', 'Bearer');
  return Response.json({ code, message }, { status: answer.status, headers });
}

async function bodyOf(answer: Response): Promise<{ code: string; message: string }> {
  const body: unknown = await answer.json().catch(() => null);
  const { code, message } = Object(body) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === 'string' ? code : (codeOfStatus[answer.status] ?? 'FORBIDDEN'),
    message: typeof message === 'string' ? message : 'The request was refused.',
  };
}

const codeOfStatus: Readonly<Record<number, string>> = { 400: 'VALIDATION_ERROR', 404: 'RESOURCE_NOT_FOUND' };

/** "[body.email] Invalid input; [body.name] …" is better-call's way to say where. */
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

/** For an address that is taken better-auth makes up a user, whose id would tell: none is shown until it is verified. */
async function withoutId(answer: Response): Promise<Response> {
  const { user, ...rest } = (await answer.json()) as { user?: Record<string, unknown> };
  const { id: _, ...shown } = user ?? {};
  return Response.json({ ...rest, user: shown }, { status: answer.status });
}

import { readSession, type SessionRow as Session } from '../../../db/identity/sessions.ts';
import { readSuspendedSession, type SuspendedSession } from '../../../db/identity/suspended-sessions.ts';
import type { AuthCtx } from '../../context.ts';
import { sha256 } from '../../platform/hash.ts';
import { authBasePath } from './auth-path.ts';
import { isDue } from './session-use.ts';

export type { Session };

/** Whose session a browser has: at most one of the two. */
export interface FoundSession {
  readonly session: Session | null;
  /** The session has ended because its user is suspended. */
  readonly suspension: SuspendedSession | null;
}

export async function sessionOf({ db, now }: AuthCtx, token: string): Promise<FoundSession> {
  const session = await readSession(db, token, now());
  if (session !== null) return { session, suspension: null };
  return { session, suspension: await readSuspendedSession(db, await sha256(token), now()) };
}

/** Extends a session in use once a day. Returns the cookies for the browser. */
export async function renewSession(ctx: AuthCtx, { updatedAt }: Session, request: Request): Promise<string[]> {
  if (!isDue(updatedAt, ctx.now())) return [];
  // Imported when needed, as better-auth itself.
  const { answerAuth } = await import('./answer-auth.ts');
  const renewal = new Request(`${ctx.settings.BASE_URL}${authBasePath}/get-session`, {
    headers: { cookie: request.headers.get('cookie') ?? '' },
  });
  const answer = await answerAuth(ctx, renewal);
  await answer.body?.cancel();
  return answer.headers.getSetCookie();
}

import { readSession, type SessionRow as Session } from '../../../db/identity/sessions.ts';
import type { AuthCtx } from '../../context.ts';
import { authBasePath } from './auth-path.ts';

export type { Session };

export const sessionOf = ({ db, now }: AuthCtx, token: string): Promise<Session | null> =>
  readSession(db, token, now());

/** better-auth extends a session that was last extended a day ago (its `updateAge`). */
const renewedAfterMs = 86_400_000;

/** Extends a session in use once a day. Returns the cookies for the browser. */
export async function renewSession(ctx: AuthCtx, { updatedAt }: Session, request: Request): Promise<string[]> {
  if (ctx.now().getTime() - updatedAt.getTime() < renewedAfterMs) return [];
  // Imported when needed, as better-auth itself.
  const { answerAuth } = await import('./answer-auth.ts');
  const renewal = new Request(`${ctx.settings.BASE_URL}${authBasePath}/get-session`, {
    headers: { cookie: request.headers.get('cookie') ?? '' },
  });
  const answer = await answerAuth(ctx, renewal);
  await answer.body?.cancel();
  return answer.headers.getSetCookie();
}

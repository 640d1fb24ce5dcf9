import type { createAuthMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { isDue } from './session-use.ts';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * Extends the session that a route has read, once a day. better-auth itself would do it for each request of a session whose end is near, and that of one that
 * never lasts longer is always near.
 */
export async function extendSession(context: Context, now: Date, idleDays: number): Promise<void> {
  const { session: found, internalAdapter } = context.context;
  if (!found || !isDue(found.session.updatedAt, now)) return;
  const expiresAt = new Date(now.getTime() + idleDays * 86_400_000);
  // Null if it has ended meanwhile.
  const session = await internalAdapter.updateSession(found.session.token, { expiresAt, updatedAt: now });
  if (session !== null) await setSessionCookie(context, { session, user: found.user });
}

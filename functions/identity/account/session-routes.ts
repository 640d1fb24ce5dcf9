import { type Context, Hono } from 'hono';
import { getSignedCookie } from 'hono/cookie';
import { cookiePrefix } from '../../../schema/shared/cookie-prefix.ts';
import type { AuthEnv } from '../../http/request-context.ts';
import { isPreview } from '../../http/visitor.ts';
import { findLink } from './address-link.ts';
import { type FoundSession, renewSession, sessionOf } from './read-session.ts';
import { isOpenReset } from './reset-link.ts';
import { sessionCookie, sessionPath } from './session-path.ts';
import { hasSignedUp } from './signed-up.ts';

/** The session of a cookie, for the pages of `api`. */
export const sessionRoutes = new Hono<AuthEnv>().get(sessionPath, async (c) => {
  const { session, suspension } = await sessionIn(c);
  const answer = c.json({ session: session && { ...session, updatedAt: undefined }, suspension });
  if (session === null || isPreview(c.req.raw)) return answer;
  for (const cookie of await renewSession(c.get('request').guest, session, c.req.raw))
    answer.headers.append('set-cookie', cookie);
  return answer;
});

/** The session of a request, or the suspension that has ended it. */
export async function sessionIn(c: Context<AuthEnv>): Promise<FoundSession> {
  const { guest } = c.get('request');
  const { AUTH_SECRET, BASE_URL } = guest.settings;
  // better-auth signs its cookies as Hono does.
  const token = await getSignedCookie(c, AUTH_SECRET, cookiePrefix(BASE_URL) + sessionCookie);
  return typeof token === 'string' ? sessionOf(guest, token) : { session: null, suspension: null };
}

/** Whether the link of a page for a new password still works. */
export const isResetOpen = (c: Context<AuthEnv>, token: string): Promise<boolean> =>
  isOpenReset(c.get('request').guest, token);

/** What the link of a page would do. Without a session of its user or the cookie of the sign-up it needs the password. */
export async function linkIn(c: Context<AuthEnv>, token: string) {
  const { guest } = c.get('request');
  const { state, link, owner } = await findLink(guest, token);
  const isNewAddress = link?.newEmail != null;
  const isProven =
    owner !== null &&
    state === 'OPEN' &&
    !isNewAddress &&
    ((await hasSignedUp(c.req.header('cookie'), owner, guest.settings, guest.now())) ||
      (await sessionIn(c)).session?.userId === owner.id);
  return { state, isNewAddress, email: link?.newEmail ?? link?.email ?? null, isProven };
}

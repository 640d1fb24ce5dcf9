import type { Query } from '../../../db/client.ts';
import { type UserRow, userWithId } from '../../../db/identity/users.ts';
import { AccountSuspended } from '../../../schema/identity/suspension.ts';
import { cookiePrefix } from '../../../schema/shared/cookie-prefix.ts';
import { missing, Refusal } from '../../../schema/shared/errors.ts';
import type { Actor, ApiCtx } from '../../context.ts';
import type { ServiceBinding } from '../../env.ts';
import { isolateCache } from '../../isolate-cache.ts';
import { sha256 } from '../../platform/hash.ts';
import { isTrusted } from '../trust.ts';
import { acceptUser, byId, provenUser, seenUser } from './known-users.ts';
import { sessionCookie, sessionPath } from './session-path.ts';
import { signsUsersIn } from './trusted-issuer.ts';

interface Session {
  readonly id: number;
  readonly userId: number;
  readonly expiresAt: Date;
}

interface SeenSession {
  readonly session: Session;
  readonly readAt: number;
}

const seen = isolateCache<string, SeenSession>(5_000);

/** The session of a browser. An isolate trusts it for at most one second. */
export interface CookieSession {
  /** The user as this isolate last read it. It is proven if that was within the last second. */
  seen(now: Date): { readonly actor: Actor; readonly isProven: boolean } | null;
  /** Asks `auth` whether the session has ended. */
  confirm(now: Date): Promise<Session | null>;
  /** The statement that reads the user of a session that was seen. */
  query(): Query<UserRow>;
  accept(session: Session | null, user: UserRow | undefined, now: Date): Actor | null;
  verify(now: Date): Promise<Actor | null>;
  /** The refusal of a user whose session a suspension has ended. Only the answer of `auth` to this request says so. */
  suspension(): AccountSuspended | null;
  /** The cookies that `auth` has sent. */
  readonly setCookies: readonly string[];
}

/** Null when the request has no cookie of a session, and where another issuer signs users in. */
export async function cookieSession(
  { headers, isPreview }: { readonly headers: Headers; readonly isPreview: boolean },
  { db, settings }: Pick<ApiCtx, 'db' | 'settings'>,
  auth: ServiceBinding | undefined,
): Promise<CookieSession | null> {
  const cookie = sessionCookieOf(headers, settings.BASE_URL);
  if (cookie === null || !signsUsersIn(settings)) return null;
  const id = Buffer.from(await sha256(cookie)).toString('base64url');
  const setCookies: string[] = [];
  let suspension: AccountSuspended | null = null;
  const known = (now: Date) => {
    const found = seen.get(id);
    return found !== undefined && found.session.expiresAt > now ? found : null;
  };
  async function confirm(now: Date): Promise<Session | null> {
    const found = known(now);
    if (found !== null && isTrusted(found.readAt, now)) return found.session;
    const asked = await askAuth(auth ?? missing('the binding AUTH'), cookie ?? '', isPreview);
    setCookies.push(...asked.setCookies);
    suspension = asked.suspension;
    seen.delete(id);
    if (asked.session !== null) seen.set(id, { session: asked.session, readAt: now.getTime() });
    return asked.session;
  }
  return {
    setCookies,
    confirm,
    suspension: () => suspension,
    seen(now) {
      const found = known(now);
      const user = found && seenUser(byId(found.session.userId), now);
      const actor = found && user && actorOf(found.session, user.user);
      return actor && { actor, isProven: user.isProven && isTrusted(found.readAt, now) };
    },
    query: () => userWithId(seen.get(id)?.session.userId ?? missing('the user of a session that was seen')),
    accept: (session, user, now) => {
      const accepted = session && acceptUser(byId(session.userId), user, now);
      return session && accepted && actorOf(session, accepted);
    },
    async verify(now) {
      const session = await confirm(now);
      const user = session && (await provenUser(db, byId(session.userId), now));
      return session && user && actorOf(session, user);
    },
  };
}

const actorOf = ({ id: sessionId }: Session, { id: userId, ...state }: UserRow): Actor => ({
  ...{ userId, ...state },
  ...{ sessionId, key: null },
});

/** The cookie as the browser sent it. */
function sessionCookieOf(headers: Headers, baseUrl: string): string | null {
  const name = `${cookiePrefix(baseUrl)}${sessionCookie}=`;
  const pairs = headers.get('cookie')?.split('; ') ?? [];
  return pairs.find((pair) => pair.startsWith(name)) ?? null;
}

/** `auth` reads one row. */
const timeoutMs = 5_000;

interface FoundByAuth {
  readonly session: { readonly id: number; readonly userId: number; readonly expiresAt: string } | null;
  readonly suspension: { readonly reason: string | null } | null;
}

async function askAuth(auth: ServiceBinding, cookie: string, isPreview: boolean) {
  const answer = await auth
    .fetch(
      new Request(`https://auth.invalid${sessionPath}`, {
        headers: { cookie, ...(isPreview && { 'sec-purpose': 'prefetch' }) },
        signal: AbortSignal.timeout(timeoutMs),
      }),
    )
    .catch((error: unknown) => unavailable(error));
  if (!answer.ok) return unavailable(new Error(`auth answered ${answer.status} for a session`));
  const { session, suspension }: FoundByAuth = await answer.json();
  return {
    session: session && {
      id: session.id,
      userId: session.userId,
      expiresAt: new Date(session.expiresAt),
    },
    suspension: suspension && new AccountSuspended(suspension.reason),
    setCookies: answer.headers.getSetCookie(),
  };
}

function unavailable(cause: unknown): never {
  const refusal = new Refusal('SERVICE_UNAVAILABLE', undefined, { retryAfterSeconds: 1 });
  refusal.cause = cause;
  throw refusal;
}

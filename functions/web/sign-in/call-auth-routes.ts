import type { Context } from 'hono';
import type { AuthEnv } from '../../http/request-context.ts';

/** What the pages need of better-auth. */
export interface Auth {
  /** What a link that proves an address would do. It changes nothing. */
  linkIn(c: Context<AuthEnv>, token: string): Promise<ShownLink>;
  /** Whether a link for a new password still works. */
  isResetOpen(c: Context<AuthEnv>, token: string): Promise<boolean>;
  /** Calls a route of better-auth as its own address does, with its limits. */
  callAuth(c: Context<AuthEnv>, call: AuthCall): Promise<Response>;
  /** The session of a request, or the suspension that has ended it. */
  sessionIn(c: Context<AuthEnv>): Promise<{
    readonly session: object | null;
    readonly suspension: { readonly reason: string | null } | null;
  }>;
}

/** A call of a route of better-auth. */
export interface AuthCall {
  readonly path: string;
  readonly body: object;
  /** Whoever is signed in has nothing to do with the call. */
  readonly isSignedOut?: boolean;
}

/** A link that proves an address: of a sign-up, or of a new address for an account. */
export interface ShownLink {
  readonly state: 'OPEN' | 'DONE' | 'EXPIRED' | 'ENDED';
  readonly isNewAddress: boolean;
  /** Null where the link is cut off. */
  readonly email: string | null;
  /** The browser has signed up, or has a session of the user: it needs no password. */
  readonly isProven: boolean;
}

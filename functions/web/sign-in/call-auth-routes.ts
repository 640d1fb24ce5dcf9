import type { Context } from 'hono';
import type { AuthEnv } from '../../http/request-context.ts';

/** What the pages need of better-auth. */
export interface Auth {
  /** Calls a route of better-auth as its own address does, with its limits. */
  callAuth(c: Context<AuthEnv>, path: string, body: object): Promise<Response>;
  /** The session of a request, or the suspension that has ended it. */
  sessionIn(c: Context<AuthEnv>): Promise<{
    readonly session: object | null;
    readonly suspension: { readonly reason: string | null } | null;
  }>;
}

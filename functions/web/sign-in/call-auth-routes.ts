import type { Context } from 'hono';
import type { AuthEnv } from '../../http/request-context.ts';

/** What the pages need of better-auth. */
export interface Auth {
  /** Calls a route of better-auth as its own address does, with its limits. */
  callAuth(c: Context<AuthEnv>, path: string, body: object): Promise<Response>;
  /** The session of a request; null without one. */
  sessionIn(c: Context<AuthEnv>): Promise<object | null>;
}

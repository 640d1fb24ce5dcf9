import type { Context } from 'hono';
import type { AuthEnv } from '../../http/request-context.ts';

/** Calls a route of better-auth as its own address does, with its limits. */
export type CallAuth = (c: Context<AuthEnv>, path: string, body: object) => Promise<Response>;

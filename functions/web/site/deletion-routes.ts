import { Hono } from 'hono';
import { deletionPath } from '../../../schema/social-accounts/deletions.ts';
import type { ApiEnv } from '../../http/request-context.ts';

/**
 * The page of a deletion that a person has requested at Meta, by the confirmation code that Meta shows there. The start of `api` does not load
 * it.
 */
export const deletionRoutes = new Hono<ApiEnv>().get(`${deletionPath}/:code`, async (c) =>
  (await import('./deletion-answer-routes.ts')).show(c, c.req.param('code')),
);

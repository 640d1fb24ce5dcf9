import { Hono } from 'hono';
import type { ApiEnv } from '../../http/request-context.ts';

/**
 * The link that connects an account again, and the way back from the sign-in page of a platform. The browser brings no session, only the link
 * or the cookie of the connection. A GET of the link changes nothing, because email programs open links too. The start of `api` does not load them.
 */
export const connectionRoutes = new Hono<ApiEnv>()
  .get('/oauth/:platform/callback', async (c) => (await answers()).answer(c))
  .get('/oauth/:platform/start', async (c) => (await answers()).show(c))
  .post('/oauth/:platform/start', async (c) => (await answers()).start(c));

const answers = () => import('./connection-answer-routes.ts');

import { Hono } from 'hono';
import type { AuthEnv } from '../../http/request-context.ts';
import type { Auth } from './call-auth-routes.ts';

/** The pages that take a password. Their code is loaded by the first request for one. */
export const signInRoutes = (auth: Auth): Hono<AuthEnv> =>
  new Hono<AuthEnv>().on(
    ['GET', 'POST'],
    ['/sign-in', '/sign-up', '/sign-out', '/reset', '/verify', '/cabinet/settings/password', '/cabinet/settings/email'],
    async (c) => {
      const { answerSignIn } = await import('./page-routes.ts');
      return answerSignIn(c, auth);
    },
  );

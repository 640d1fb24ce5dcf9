import { lazy } from '../schema/shared/lazy.ts';
import { createApp } from './edge-function.ts';
import type { Bindings } from './env.ts';
import type { Groups } from './groups.ts';
import type { AuthEnv, Execution } from './http/request-context.ts';
import { authRoutes, callAuth } from './identity/account/auth-routes.ts';
import { isResetOpen, linkIn, sessionIn, sessionRoutes } from './identity/account/session-routes.ts';
import { settingsReader } from './settings/index.ts';
import { signInRoutes } from './web/sign-in/routes.ts';

const groups: Groups<'auth', AuthEnv> = {
  auth: authRoutes,
  sessions: sessionRoutes,
  signIn: signInRoutes({ callAuth, isResetOpen, linkIn, sessionIn }),
};
const app = lazy(() => createApp(groups, settingsReader('auth')));

/** The edge function for sign-in, tokens and all password hashing. */
export default {
  fetch: (request: Request, bindings: Bindings, execution: Execution) => app().fetch(request, bindings, execution),
};

import { Hono } from 'hono';
import type { Runs } from '../../http/page-call.ts';
import type { ApiEnv } from '../../http/request-context.ts';

/**
 * The pages of the cabinet. Each is made of operations of the API, which `runs` has: nothing is possible only here. The code of the pages is
 * loaded by the first request for one.
 */
export const cabinetRoutes = (runs: () => Runs): Hono<ApiEnv> =>
  new Hono<ApiEnv>().on(['GET', 'POST'], ['/cabinet', '/cabinet/*'], async (c) => {
    const { answerPage } = await import('./page-routes.ts');
    return answerPage(c, runs());
  });

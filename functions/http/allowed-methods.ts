import type { Hono } from 'hono';
import type { AppEnv } from './request-context.ts';

const methods = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

/** The methods that a path supports, in alphabetical order; empty for an unknown path. */
export function allowedMethods<Settings>(app: Hono<AppEnv<Settings>>, path: string): readonly string[] {
  const served = methods.filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return served.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

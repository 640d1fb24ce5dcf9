import type { Hono } from 'hono';
import type { AppEnv } from './request-context.ts';

const methods = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

/** The methods that a path supports, in alphabetical order; empty for an unknown path. */
export function allowedMethods<Settings>(app: Hono<AppEnv<Settings>>, path: string): readonly string[] {
  const routes = methods.map((method) => ({
    method,
    paths: app.router.match(method, path)[0].flatMap(([[, route]]) => (route.method === method ? [route.path] : [])),
  }));
  // A path without parameters hides the routes with parameters that match it too.
  const own = routes.filter(({ paths }) => paths.includes(path));
  const served = own.length > 0 ? own : routes.filter(({ paths }) => paths.length > 0);
  return served.map(({ method }) => method).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

import type { Hono } from 'hono';
import type { AppEnv } from './request-context.ts';

const methods = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

/** The methods that a path supports, in alphabetical order; empty for an unknown path. */
export function allowedMethods<Settings>(app: Hono<AppEnv<Settings>>, path: string): readonly string[] {
  const routes = methods.map((method) => ({
    method,
    paths: app.router.match(method, path)[0].flatMap(([[, route]]) => (route.method === method ? [route.path] : [])),
  }));
  // A route hides those with more parameters that match the path too.
  const most = Math.max(...routes.flatMap(({ paths }) => paths.map(fixedSegments)));
  const served = routes.filter(({ paths }) => paths.some((one) => fixedSegments(one) === most));
  return served.map(({ method }) => method).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

const fixedSegments = (path: string): number => path.split('/').filter((segment) => !segment.startsWith(':')).length;

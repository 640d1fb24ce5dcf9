import { type Context, Hono } from 'hono';
import { errorStatus, Refusal } from '../schema/shared/errors.ts';
import type { Bindings } from './env.ts';
import { allowedMethods } from './http/allowed-methods.ts';
import { complete, isOpenToOrigins, preflight } from './http/headers.ts';
import { asRefusal, problem } from './http/problem.ts';
import { type OutsideOrigins, staysHere } from './http/redirect-guard.ts';
import { type AppEnv, requestContext, requestIdOf } from './http/request-context.ts';
import { logDeferred, logFailure, logRequest } from './http/request-log.ts';
import type { CommonSettings } from './settings/index.ts';
import { pageWithoutSlash, problemPage } from './web/ui/index.ts';

/** The app of an edge function: the routes of its groups behind the common middleware. */
export function createApp<Settings extends CommonSettings>(
  groups: Readonly<Record<string, Hono<AppEnv<Settings>>>>,
  settingsOf: (bindings: Bindings) => Settings,
  outsideOrigins: OutsideOrigins<Settings> = () => [],
): Hono<AppEnv<Settings>> {
  const app = new Hono<AppEnv<Settings>>();
  app.use(async (c, next) => {
    const startedAt = Date.now();
    const requestId = requestIdOf(c.req.raw);
    const added = { 'x-request-id': requestId };
    c.set('answerHeaders', added);
    try {
      const defer = (work: Promise<unknown> | null) => {
        if (work !== null) c.executionCtx.waitUntil(work.catch(logDeferred(requestId)));
      };
      c.set('request', requestContext(c.req.raw, c.env, settingsOf(c.env), defer, added));
      await next();
    } catch (error) {
      // Failures before any route, such as malformed settings. Route failures have passed through onError.
      c.res = failed(error, c);
    }
    if (c.get('isComplete')) return;
    guardRedirect(c, settingsOf, outsideOrigins);
    const completed = complete(problemPage(c.res, c.req.raw, requestId), c.req.path, added);
    if (completed !== c.res) c.res = completed;
    const { status } = c.res;
    const actor = c.get('checks')?.provenId ?? null;
    const line = { requestId, method: c.req.method, route: c.req.routePath, status };
    // Without settings there is no request context, and every request fails.
    const percent = c.get('request')?.guest.settings.LOGGED_REQUESTS_PERCENT ?? 100;
    logRequest({ ...line, durationMs: Date.now() - startedAt, actor }, percent);
  });
  for (const group of Object.values(groups)) app.route('/', group);
  app.notFound((c) => {
    const allow = allowedMethods(app, c.req.path);
    if (c.req.method === 'OPTIONS' && allow.length > 0 && isOpenToOrigins(c.req.path))
      return preflight([...allow, 'OPTIONS']);
    const page = pageWithoutSlash(new URL(c.req.url));
    if (page !== null) return c.redirect(page, 308);
    const refusal = new Refusal(allow.length === 0 ? 'RESOURCE_NOT_FOUND' : 'METHOD_NOT_ALLOWED');
    if (allow.length > 0) c.get('answerHeaders').allow = allow.join(', ');
    return problem(refusal, c.req.path, new Date());
  });
  app.onError(failed);
  return app;
}

/** Puts a failure in place of an answer whose Location leads to another site. */
function guardRedirect<Settings extends CommonSettings>(
  c: Context<AppEnv<Settings>>,
  settingsOf: (bindings: Bindings) => Settings,
  outsideOrigins: OutsideOrigins<Settings>,
): void {
  const location = c.res.headers.get('location');
  if (location === null) return;
  const settings = settingsOf(c.env);
  if (staysHere(location, settings.BASE_URL, outsideOrigins(settings, c.req.path))) return;
  const failure = failed(new Error('a Location leads to another site'), c);
  // Hono would add the headers of the former answer to the new one.
  c.res = undefined;
  c.res = failure;
}

function failed<Settings>(error: unknown, c: Context<AppEnv<Settings>>): Response {
  const refusal = asRefusal(error);
  // A refusal of the database, such as a name that another request took first, is no failure of the service.
  if (errorStatus[refusal.code] >= 500 && (refusal.code === 'INTERNAL_ERROR' || refusal.cause !== undefined))
    logFailure(c.get('answerHeaders')['x-request-id'], refusal, error);
  return problem(refusal, c.req.path, new Date());
}

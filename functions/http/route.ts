import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type * as z from 'zod';
import { Refusal } from '../../schema/shared/errors.ts';
import { isMutation, type Operation, pathsOf, type Shape } from '../../schema/shared/operation.ts';
import type { Ctx } from '../context.ts';
import { Replay } from '../idempotency.ts';
import type { ApiSettings } from '../settings/index.ts';
import { admit } from './admission.ts';
import { logged } from './key-log.ts';
import { type Answer, type Group, type Input, inputOf, methodOf, parsers, patternOf } from './parse-input.ts';
import type { ApiEnv, CallChecks } from './request-context.ts';

export interface Route {
  readonly operation: Operation;
  readonly run: (ctx: Ctx, input: Input<never, never, never>) => Promise<Answer>;
}

/** Joins an operation to its verb. Its guards come from the declaration. */
export function on<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  operation: Operation<P, Q, B, A>,
  run: (ctx: Ctx, input: Input<z.output<P>, z.output<Q>, z.output<B>>) => Promise<Answer>,
): Route {
  const route = { operation, run: run as Route['run'] };
  return operation.access === 'staff' ? { operation, run: recorded(route) } : route;
}

/** Changes by staff, and reads of others' data, are in the audit log. */
const recorded =
  ({ operation, run }: Route): Route['run'] =>
  async (ctx, input) => {
    // Few requests are of staff: the start of `api` does not load it.
    const { recordedRead, recording } = await import('../staff-actions.ts');
    if (isMutation(operation)) return run(recording(ctx, operation, input), input);
    return recordedRead(ctx, operation, input, (own) => run(own, input));
  };

/** A Hono app of routes for participants: by key under /public, and by token without. */
export function group(...routes: readonly Route[]): ParticipantGroup {
  const app = new Hono<ApiEnv>();
  const all = routes.flatMap(({ operation }) => pathsOf(operation)).map((path) => path.split('/'));
  // First the paths that others match too by more parameters: their other methods do not exist.
  const hidden = new Set(
    all.filter((path) => all.some((other) => isHiddenBy(path, other))).map((path) => path.join('/')),
  );
  const isHidden = ({ operation }: Route) => pathsOf(operation).some((path) => hidden.has(path));
  for (const route of routes.filter(isHidden)) add(app, route);
  for (const path of hidden) app.all(patternOf(path), (c) => c.notFound());
  for (const route of routes.filter((one) => !isHidden(one))) add(app, route);
  return Object.assign(app, { operations: routes.map(({ operation }) => operation), runs: routes });
}

/** A group whose routes the pages of the cabinet call, too. */
export type ParticipantGroup = Group<ApiEnv> & { readonly runs: readonly Route[] };

/** Whether the other path matches everything that the path matches, and more: it has a parameter where the path has a fixed segment. */
const isHiddenBy = (path: readonly string[], other: readonly string[]): boolean =>
  path.length === other.length &&
  other.every((segment, index) => segment === path[index] || isParameter(segment)) &&
  other.some((segment, index) => isParameter(segment) && !isParameter(path[index] ?? ''));

const isParameter = (segment: string): boolean => segment.startsWith('{');

function add(app: Hono<ApiEnv>, route: Route): void {
  const { operation } = route;
  const paths = pathsOf(operation);
  for (const [index, path] of paths.entries()) {
    const via = paths.length === 2 && index === 0 ? 'key' : 'token';
    app.on(
      methodOf(operation),
      [patternOf(path)],
      ...(via === 'key' ? [logged(path)] : []),
      enter(operation, via),
      ...parsers<ApiSettings>(operation, allowRole(operation)),
      answer(route),
    );
  }
}

/** Runs the checks of credential, limit, body and key before the handler, and releases the lease of the key after it. */
const enter =
  (operation: Operation, via: 'key' | 'token'): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const { guest, keyValue, address } = c.get('request');
    const noteCaller = c.get('noteCaller') ?? (() => undefined);
    const call = { operation, via, params: c.req.param(), address, noteCaller, headers: c.get('answerHeaders') };
    const { body, checks } = await admit(c.req.raw, call, guest, keyValue);
    c.set('body', body);
    c.set('checks', checks);
    await next();
    if (!checks.hasBegun) await settleLate(c, operation, checks);
    guest.defer(checks.end(c.res.status < 400));
  };

/** Before the verb the request was refused, such as for an invalid body. A refusal by the checks comes before that one. */
async function settleLate(c: Context<ApiEnv>, operation: Operation, checks: CallChecks): Promise<void> {
  try {
    const isChanged = await checks.settle();
    // An id in the path was refused after the check of a former state of the caller.
    if (isChanged && c.error instanceof Refusal && c.error.code === 'RESOURCE_NOT_FOUND')
      await checks.require((ctx) => refuseOthers(operation, ctx));
  } catch (error) {
    c.res = undefined;
    throw error;
  }
}

const answer =
  (route: Route) =>
  async (c: Context<ApiEnv>): Promise<Response> => {
    try {
      const given = await c.get('checks').run((ctx) => {
        // Again, because a second run has another state of the caller.
        refuseOthers(route.operation, ctx);
        return route.run(ctx, inputOf(c));
      });
      return given instanceof Response ? given : c.json(given, route.operation.success);
    } catch (error) {
      if (!(error instanceof Replay)) throw error;
      const { status, body } = error.saved;
      return new Response(body, {
        status,
        headers: { 'content-type': 'application/json', 'idempotent-replayed': 'true' },
      });
    }
  };

const allowRole =
  (operation: Operation): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    await c.get('checks').require((ctx) => refuseOthers(operation, ctx));
    await next();
  };

/** Refuses an actor that the operation is not for. */
export function refuseOthers({ isForVerified, role }: Operation, { actor, settings }: Ctx): void {
  if (actor.isSuspended) throw new Refusal('ACCOUNT_ACCESS_DENIED');
  if (isForVerified && settings.EMAIL_VERIFICATION && !actor.isVerified) throw new Refusal('EMAIL_NOT_VERIFIED');
  if (role && !actor.roles.includes(role)) throw new Refusal('ROLE_NOT_ALLOWED');
}

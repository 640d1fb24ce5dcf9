import { zValidator } from '@hono/zod-validator';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { notFound, Refusal } from '../../schema/errors.ts';
import { lazy } from '../../schema/lazy.ts';
import { fractionOfCent } from '../../schema/money.ts';
import { isMutation, type Operation, pathsOf, type Shape } from '../../schema/operation.ts';
import type { Ctx, GuestCtx } from '../context.ts';
import { Replay } from '../idempotency.ts';
import type { ApiSettings, CommonSettings, GuestSettings } from '../settings/index.ts';
import { admit } from './admission.ts';
import type { ApiEnv, AppEnv, GuestEnv } from './request-context.ts';
import { faultsOf, wordingOf } from './validation-wording.ts';

z.config({ customError: wordingOf });

/** What a handler receives: the parsed parts that its operation declares. */
export interface Input<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

/** A handler gives the JSON of the answer, or a Response of its own. */
export type Answer = object | Response;

export interface Route {
  readonly operation: Operation;
  readonly run: (ctx: Ctx, input: Input<never, never, never>) => Promise<Answer>;
}

export interface GuestRoute {
  readonly operation: Operation;
  readonly guest: (ctx: GuestCtx, request: Request, input: Input<never, never, never>) => Promise<Answer>;
}

/** Joins an operation to the verb that does it. Its guards come from the declaration. */
export function on<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  operation: Operation<P, Q, B, A>,
  run: (ctx: Ctx, input: Input<z.output<P>, z.output<Q>, z.output<B>>) => Promise<Answer>,
): Route {
  return { operation, run: run as Route['run'] };
}

/** The same for what anyone may read: the handler gets no actor. */
export function onGuest<P extends Shape, Q extends Shape, A extends Shape>(
  operation: Operation<P, Q, Shape, A>,
  guest: (ctx: GuestCtx, request: Request, input: Input<z.output<P>, z.output<Q>, unknown>) => Promise<Answer>,
): GuestRoute {
  return { operation, guest: guest as GuestRoute['guest'] };
}

/** The routes of a group, and their declarations as data: the OpenAPI document and the contract tests are made from those. */
export type Group<Env extends ApiEnv | GuestEnv> = Hono<Env> & { readonly operations: readonly Operation[] };

/** A Hono app of routes that act for a participant: by key under /public, and by token without. */
export function group(...routes: readonly Route[]): Group<ApiEnv> {
  const app = new Hono<ApiEnv>();
  for (const route of routes) {
    const { operation } = route;
    const paths = pathsOf(operation);
    for (const [index, path] of paths.entries()) {
      const via = paths.length === 2 && index === 0 ? 'key' : 'token';
      app.on(
        methodOf(operation),
        [patternOf(path)],
        enter(operation, via),
        ...parsers<ApiSettings>(operation),
        answer(route),
      );
    }
  }
  return Object.assign(app, { operations: routes.map(({ operation }) => operation) });
}

/** A Hono app of routes that anyone may read. */
export function guestGroup(...routes: readonly GuestRoute[]): Group<GuestEnv> {
  const app = new Hono<GuestEnv>();
  for (const route of routes) {
    const { operation } = route;
    for (const path of pathsOf(operation))
      app.on(methodOf(operation), [patternOf(path)], ...parsers<GuestSettings>(operation), answerGuest(route));
  }
  return Object.assign(app, { operations: routes.map(({ operation }) => operation) });
}

const methodOf = ({ method }: Operation): string => method.toUpperCase();

/** As Hono writes path parameters. */
const patternOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Credential, limit, body and key; afterwards the claim on the key is ended. */
const enter =
  (operation: Operation, via: 'key' | 'token'): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const { guest, keyValue, address } = c.get('request');
    const door = { operation, via, params: c.req.param(), address, headers: c.get('answerHeaders') };
    const admission = await admit(c.req.raw, door, guest, keyValue);
    // The body was read, capped, by admit(): the validator reads it from this request.
    if (isMutation(operation)) c.req.raw = new Request(c.req.raw, { body: admission.bodyText || '{}' });
    const { actor, idempotency, now } = admission;
    c.set('ctx', { ...guest, now: () => now, actor, idempotency });
    await next();
    guest.defer(admission.end(c.res.status < 400));
  };

/** In this order: query and body, then the role, then the path's ids. */
const parsers = <Settings extends CommonSettings>(operation: Operation): MiddlewareHandler<AppEnv<Settings>>[] => [
  ...(operation.query ? [parse<Settings>('query', operation.query, refuseInvalid)] : []),
  ...(isMutation(operation) ? [parse<Settings>('json', operation.body ?? nothing, refuseInvalid)] : []),
  ...(operation.access === 'guest' ? [] : [allowRole<Settings>(operation)]),
  ...(operation.params ? [parse<Settings>('param', operation.params, refuseUnknown)] : []),
];

const nothing = lazy(() => z.strictObject({}));

/**
 * Made at the first request that needs it. The validator is generic over an Env of its own, which it never looks at: it fits
 * every app.
 */
function parse<Settings extends CommonSettings>(
  target: 'query' | 'json' | 'param',
  schema: () => Shape,
  refuse: (result: Validation) => undefined,
): MiddlewareHandler<AppEnv<Settings>> {
  const made = lazy(() => zValidator(target, schema(), refuse) as MiddlewareHandler<AppEnv<Settings>>);
  return (c, next) => made()(c, next);
}

const answer =
  (route: Route) =>
  async (c: Context<ApiEnv>): Promise<Response> => {
    try {
      const given = await route.run(c.get('ctx'), inputOf(c));
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

const answerGuest =
  (route: GuestRoute) =>
  async (c: Context<GuestEnv>): Promise<Response> => {
    const given = await route.guest(c.get('request').guest, c.req.raw, inputOf(c));
    return given instanceof Response ? given : c.json(given, route.operation.success);
  };

const allowRole =
  <Settings extends CommonSettings>(operation: Operation): MiddlewareHandler<AppEnv<Settings>> =>
  async (c, next) => {
    const { actor, settings } = c.get('ctx');
    if (actor.isSuspended) throw new Refusal('ACCOUNT_ACCESS_DENIED');
    if (operation.isForVerified && settings.EMAIL_VERIFICATION && !actor.isVerified)
      throw new Refusal('EMAIL_NOT_VERIFIED');
    if (operation.role && !actor.roles.includes(operation.role)) throw new Refusal('ROLE_NOT_ALLOWED');
    await next();
  };

/** The validators of this very route have parsed each part by the schema that types it. */
const inputOf = <Settings extends CommonSettings>(c: Context<AppEnv<Settings>>) =>
  ({
    params: c.req.valid('param' as never),
    query: c.req.valid('query' as never),
    body: c.req.valid('json' as never),
  }) as Input<never, never, never>;

interface Validation {
  readonly success: boolean;
  readonly error?: z.core.$ZodError;
  readonly target: string;
  /** As it came: a parameter of the query that was given more than once is an array. */
  readonly data?: unknown;
}

function refuseUnknown(result: Validation): undefined {
  if (!result.success) throw notFound();
}

function refuseInvalid(result: Validation): undefined {
  if (result.success || !result.error) return;
  const query = result.target === 'query' ? result.data : null;
  const issues = result.error.issues.flatMap((issue) => faultsOf(issue, query)).slice(0, mostIssues);
  const isFraction = result.error.issues.some(
    (issue) => issue.code === 'custom' && issue.params?.refusal === fractionOfCent,
  );
  const [first] = issues;
  const message = first ? `${first.path ? `${first.path}: ` : ''}${first.message}` : 'The request is invalid.';
  throw isFraction
    ? new Refusal(fractionOfCent, undefined, { issues })
    : new Refusal('VALIDATION_FAILED', message, { issues });
}

const mostIssues = 20;

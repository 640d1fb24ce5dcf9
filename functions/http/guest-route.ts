import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type * as z from 'zod';
import { type Operation, pathsOf, type Shape } from '../../schema/shared/operation.ts';
import type { GuestCtx } from '../context.ts';
import type { GuestSettings } from '../settings/index.ts';
import { type Answer, type Group, type Input, inputOf, methodOf, parsers, patternOf } from './parse-input.ts';
import { type LimitClass, policyOf } from './rate-limit.ts';
import type { GuestEnv } from './request-context.ts';

export interface GuestRoute {
  readonly operation: Operation;
  readonly guest: (ctx: GuestCtx, request: Request, input: Input<never, never, never>) => Promise<Answer>;
}

/** Joins a public operation to its verb. The verb gets no actor. */
export function onGuest<P extends Shape, Q extends Shape, A extends Shape>(
  operation: Operation<P, Q, Shape, A>,
  guest: (ctx: GuestCtx, request: Request, input: Input<z.output<P>, z.output<Q>, unknown>) => Promise<Answer>,
): GuestRoute {
  return { operation, guest: guest as GuestRoute['guest'] };
}

/** A Hono app of public routes. */
export function guestGroup(...routes: readonly GuestRoute[]): Group<GuestEnv> {
  const app = new Hono<GuestEnv>();
  for (const route of routes) {
    const { operation } = route;
    for (const path of pathsOf(operation))
      app.on(
        methodOf(operation),
        [patternOf(path)],
        showPolicy(operation.rate === 'export' ? 'export' : 'guest'),
        ...parsers<GuestSettings>(operation),
        answerGuest(route),
      );
  }
  return Object.assign(app, { operations: routes.map(({ operation }) => operation) });
}

/** A refusal of malformed input has the same headers as that of an unknown object. Neither shows a count. */
const showPolicy =
  (limit: LimitClass): MiddlewareHandler<GuestEnv> =>
  (c, next) => {
    Object.assign(c.get('answerHeaders'), policyOf(c.get('request').guest.settings, limit));
    return next();
  };

const answerGuest =
  (route: GuestRoute) =>
  async (c: Context<GuestEnv>): Promise<Response> => {
    const given = await route.guest(c.get('request').guest, c.req.raw, inputOf(c));
    return given instanceof Response ? given : c.json(given, route.operation.success);
  };

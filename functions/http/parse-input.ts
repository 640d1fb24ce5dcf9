import { zValidator } from '@hono/zod-validator';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { notFound, Refusal } from '../../schema/shared/errors.ts';
import { lazy } from '../../schema/shared/lazy.ts';
import { isMutation, type Operation, type Shape } from '../../schema/shared/operation.ts';
import { isRefusedAs, issuesBesidesCursor } from '../../schema/shared/refused-values.ts';
import type { CommonSettings } from '../settings/index.ts';
import type { ApiEnv, AppEnv, GuestEnv } from './request-context.ts';
import { faultsOf, wordingOf } from './validation-wording.ts';

z.config({ customError: wordingOf });

/** The input of a handler: the parsed parts that its operation declares. */
export interface Input<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

/** A handler returns the JSON of the answer, or a Response. */
export type Answer = object | Response;

/** The routes of a group, with their declarations as data for the OpenAPI document and the contract tests. */
export type Group<Env extends ApiEnv | GuestEnv> = Hono<Env> & { readonly operations: readonly Operation[] };

export const methodOf = ({ method }: Operation): string => method.toUpperCase();

/** The path in Hono's notation. */
export const patternOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Validators in this order: query and body, then the checks of the group, then the ids in the path. */
export const parsers = <Settings extends CommonSettings>(
  operation: Operation,
  ...checks: readonly MiddlewareHandler<AppEnv<Settings>>[]
): MiddlewareHandler<AppEnv<Settings>>[] => [
  ...(operation.query ? [parse<Settings>('query', operation.query, refuseInvalid)] : []),
  ...(isMutation(operation) ? [parseBody<Settings>(operation.body ?? nothing)] : []),
  ...checks,
  ...(operation.params ? [parse<Settings>('param', operation.params, refuseUnknown)] : []),
];

const nothing = lazy(() => z.strictObject({}));

/** Built on first use. The validator is generic over Env but never reads it, so it fits every app. */
function parse<Settings extends CommonSettings>(
  target: 'query' | 'param',
  schema: () => Shape,
  refuse: (result: Validation) => undefined,
): MiddlewareHandler<AppEnv<Settings>> {
  const made = lazy(() => zValidator(target, schema(), refuse) as MiddlewareHandler<AppEnv<Settings>>);
  return (c, next) => made()(c, next);
}

/**
 * The admission has read the body for the fingerprint of its key. zValidator would read it a second time from a copy of
 * the request, which took 0.1 ms of CPU.
 */
const parseBody =
  <Settings extends CommonSettings>(schema: () => Shape): MiddlewareHandler<AppEnv<Settings>> =>
  async (c, next) => {
    const result = await schema().safeParseAsync(c.get('body'));
    refuseInvalid({ ...result, target: 'json' });
    c.req.addValidatedData('json', result.data ?? {});
    await next();
  };

/** Safe: the validators of this route have parsed each part by the schema that types it. */
export const inputOf = <Settings extends CommonSettings>(c: Context<AppEnv<Settings>>) =>
  ({
    params: c.req.valid('param' as never),
    query: c.req.valid('query' as never),
    body: c.req.valid('json' as never),
  }) as Input<never, never, never>;

interface Validation {
  readonly success: boolean;
  readonly error?: z.core.$ZodError;
  readonly target: string;
  /** The raw value: a repeated query parameter is an array. */
  readonly data?: unknown;
}

function refuseUnknown(result: Validation): undefined {
  if (!result.success) throw notFound();
}

export function refuseInvalid(result: Validation): undefined {
  if (result.success || !result.error) return;
  const query = result.target === 'query' ? result.data : null;
  const found = issuesBesidesCursor(result.error);
  const issues = found.flatMap((issue) => faultsOf(issue, query)).slice(0, maxIssues);
  const isFraction = found.some((issue) => isRefusedAs('INVALID_MONEY_PRECISION', issue));
  const [first] = issues;
  const message = first ? `${first.path ? `${first.path}: ` : ''}${first.message}` : 'The request is invalid.';
  throw isFraction
    ? new Refusal('INVALID_MONEY_PRECISION', undefined, { issues })
    : new Refusal('VALIDATION_FAILED', message, { issues });
}

const maxIssues = 20;

import type { z } from 'zod';
import type { Role } from './enums.ts';
import type { ErrorCode } from './errors.ts';
import { lazy } from './lazy.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The allowed callers: anyone; a participant by key (/public) or by token (the twin route); a token only; staff by token. */
export type Access = 'guest' | 'participant' | 'token' | 'staff';

/** The class of the rate limit. */
export type RateClass = 'none' | 'guest' | 'read' | 'write' | 'money' | 'export';

export type Shape = z.ZodType;

/**
 * One operation, declared once. The guards of its route, its entry in the OpenAPI document and its contract test come from this
 * declaration.
 */
export interface Operation<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  A extends Shape = Shape,
> {
  /** Upper camel case, verb first; the operationId is its lower camel case. */
  readonly name: string;
  readonly method: Method;
  /** Below /api/v1, or /api/v1/public for participants; parameters in braces. */
  readonly path: string;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly role?: Role;
  /** Refuses users with an unverified email address, where the deployment verifies addresses. */
  readonly isForVerified?: boolean;
  /** Shapes are functions and are built on first use, so that the start of an edge function does not build them. */
  readonly params?: () => P;
  readonly query?: () => Q;
  /** Absent on a mutation: none or {} is accepted. */
  readonly body?: () => B;
  readonly success: 200 | 201;
  /** An answer to guests that no cache may keep. */
  readonly isUncached?: boolean;
  /** The media type of a success: JSON by default. Another one is text, or a file. */
  readonly contentType?: string;
  /** The JSON of the answer. Only the OpenAPI document and the tests build it. */
  readonly answer: () => A;
  /** Errors besides those that follow from access, method and idempotency. */
  readonly errors: readonly ErrorCode[];
  readonly idempotency: 'none' | 'optional' | 'required';
  readonly rate: RateClass;
  readonly example?: { readonly body?: unknown; readonly answer?: unknown };
}

/** The JSON of an answer with this shape. */
export type Json<A extends Shape> = z.output<A>;

/** The JSON of the answer of an operation. */
export type AnswerOf<O extends { readonly answer: () => Shape }> = z.output<ReturnType<O['answer']>>;

export const declare = <P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  operation: Operation<P, Q, B, A>,
): Operation<P, Q, B, A> => {
  const { params, query, body, answer } = operation;
  return {
    ...operation,
    ...(params && { params: lazy(params) }),
    ...(query && { query: lazy(query) }),
    ...(body && { body: lazy(body) }),
    answer: lazy(answer),
  };
};

export const isMutation = (operation: Operation): boolean => operation.method !== 'get';

/** Whether the answers are cached, and have an ETag: those of guests by default. */
export const isCached = (operation: Operation): boolean =>
  operation.access === 'guest' && !isMutation(operation) && operation.isUncached !== true;

/** The paths that serve an operation, keyed routes first. */
export function pathsOf(operation: Operation): readonly string[] {
  const twin = `/api/v1${operation.path}`;
  return operation.access === 'participant' ? [`/api/v1/public${operation.path}`, twin] : [twin];
}

/** All error codes of an operation: its own, and those that follow from access, method and idempotency. */
export function errorsOf(operation: Operation, via: 'key' | 'token' | 'none'): readonly ErrorCode[] {
  // A path answers METHOD_NOT_ALLOWED for methods without an operation.
  const codes: ErrorCode[] = [...operation.errors, 'METHOD_NOT_ALLOWED', 'SERVICE_UNAVAILABLE', 'INTERNAL_ERROR'];
  if (operation.rate !== 'none') codes.push('RATE_LIMITED');
  if (operation.query) codes.push('VALIDATION_FAILED');
  if (operation.params) codes.push('RESOURCE_NOT_FOUND');
  if (isMutation(operation)) codes.push('VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (operation.idempotency !== 'none')
    codes.push('IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS');
  if (operation.role) codes.push('ROLE_NOT_ALLOWED');
  if (operation.isForVerified) codes.push('EMAIL_NOT_VERIFIED');
  if (via !== 'none') codes.push('ACCOUNT_ACCESS_DENIED');
  if (via === 'key') codes.push('API_KEY_INVALID');
  if (via === 'key' && isMutation(operation)) codes.push('API_KEY_MISSING_SCOPE');
  if (via === 'token') codes.push('JWT_INVALID', 'insufficient_scope');
  return [...new Set(codes)];
}

import type { ZodOpenApiHeaderObject } from 'zod-openapi';
import { isCached, type Operation } from '../../schema/shared/operation.ts';

const uuidExample = '7d1f0c52-5b0e-4c3e-9a55-0f6c2b8e4a11';
const requestIdExample = 'f3f0c0de-8f0a-4c2e-8a38-2f4f1f0f9b11';

export const parameters = {
  RequestId: {
    in: 'header',
    name: 'X-Request-Id',
    description: 'Id of the request in the logs, returned in the response. The service generates one if it is absent.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,128}$' },
  },
  IdempotencyKey: {
    in: 'header',
    name: 'Idempotency-Key',
    required: true,
    description: 'A new UUID for each request. Send the same UUID to retry the same request.',
    schema: { type: 'string', format: 'uuid', example: uuidExample },
  },
  OptionalIdempotencyKey: {
    in: 'header',
    name: 'Idempotency-Key',
    description: 'A new UUID for each request, optional. Send the same UUID to retry the same request.',
    schema: { type: 'string', format: 'uuid', example: uuidExample },
  },
  IfNoneMatch: {
    in: 'header',
    name: 'If-None-Match',
    description: 'ETag of your cached copy. The response is 304 if the copy is current.',
    schema: { type: 'string' },
  },
} as const;

type HeaderName =
  | 'RequestId'
  | 'RateLimitPolicy'
  | 'RateLimit'
  | 'Allow'
  | 'RetryAfter'
  | 'RetryAfterInProgress'
  | 'IdempotentReplayed'
  | 'ETag'
  | 'WwwAuthenticate';

export const headers: Record<HeaderName, ZodOpenApiHeaderObject> = {
  RequestId: {
    description: 'Id of the request in the logs.',
    required: true,
    schema: { type: 'string', example: requestIdExample },
  },
  RateLimitPolicy: {
    description: 'Rate limit of the request: its class, the number of calls (q) and the window in seconds (w).',
    schema: { type: 'string', example: '"read";q=600;w=60' },
  },
  RateLimit: {
    description: 'Remaining calls (r), and seconds until the window resets (t). Absent if the request was not counted.',
    schema: { type: 'string', example: '"read";r=599;t=60' },
  },
  Allow: {
    description: 'The methods that the path accepts, separated by commas.',
    required: true,
    schema: { type: 'string', example: 'GET, HEAD' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer', minimum: 1, example: 1 },
  },
  RetryAfterInProgress: {
    description: 'Only with IDEMPOTENCY_IN_PROGRESS: seconds to wait before you retry the same request.',
    schema: { type: 'integer', minimum: 1, example: 1 },
  },
  IdempotentReplayed: {
    description: '`true` if this is the stored response of an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'], example: 'true' },
  },
  ETag: { description: 'Version of the response.', schema: { type: 'string', example: '"5f2b1c"' } },
  WwwAuthenticate: {
    description: 'RFC 6750: `invalid_token` with 401, `insufficient_scope` with 403.',
    required: true,
    schema: { type: 'string', example: 'Bearer error="invalid_token"' },
  },
};

export const headerRef = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` });

const parameterRef = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` });

/** The header parameters of an operation. */
export function parameterRefs(operation: Operation): { $ref: string }[] {
  return [
    ...(operation.idempotency === 'required' ? [parameterRef('IdempotencyKey')] : []),
    ...(operation.idempotency === 'optional' ? [parameterRef('OptionalIdempotencyKey')] : []),
    ...(isCached(operation) ? [parameterRef('IfNoneMatch')] : []),
    parameterRef('RequestId'),
  ];
}

export const rateHeaders = { 'RateLimit-Policy': headerRef('RateLimitPolicy'), RateLimit: headerRef('RateLimit') };

/** The headers of its success. */
export function headerRefs(operation: Operation): Record<string, { $ref: string }> {
  return {
    'X-Request-Id': headerRef('RequestId'),
    ...(operation.rate === 'none' ? {} : rateHeaders),
    ...(operation.idempotency === 'none' ? {} : { 'Idempotent-Replayed': headerRef('IdempotentReplayed') }),
    ...(isCached(operation) ? { ETag: headerRef('ETag') } : {}),
  };
}

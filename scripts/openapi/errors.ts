import type { ZodOpenApiComponentsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { Via } from '../../functions/http/authenticate.ts';
import { type ErrorCode, errorStatus, fullEnvelopeCodes, isErrorCode } from '../../schema/shared/errors.ts';
import { errorsOf, type Operation } from '../../schema/shared/operation.ts';
import { envelopes } from './envelopes.ts';
import { exampleError } from './error-examples.ts';
import { meanings } from './error-meanings.ts';
import { headerRef, rateHeaders } from './headers.ts';

const everyCode = Object.keys(errorStatus).filter(isErrorCode);

/** A response for each status of the operation's errors; equal sets of errors share one component. */
export function errorResponses(operation: Operation, via: Via): Record<string, { $ref: string }> {
  const sets = codesByStatus(errorsOf(operation, via));
  return Object.fromEntries(
    sets.map(({ status, codes }) => [status, { $ref: `#/components/responses/${nameOf(status, codes)}` }]),
  );
}

/** Error responses of undeclared routes: one for each code, by its status. */
export const responsesOf = (codes: readonly ErrorCode[]): Record<string, { $ref: string }> =>
  Object.fromEntries(
    codes.map((code) => [errorStatus[code], { $ref: `#/components/responses/${nameOf(errorStatus[code], [code])}` }]),
  );

/** Both envelopes, an example of each code, and every response that an operation refers to. */
export function errorComponents(operations: readonly Operation[]): ZodOpenApiComponentsObject {
  const sets = operations
    .flatMap((operation) => (['key', 'token', 'none'] as const).map((via) => errorsOf(operation, via)))
    .flatMap(codesByStatus);
  return {
    schemas: envelopes,
    examples: Object.fromEntries(
      everyCode.map((code) => [code, { summary: meanings[code], value: exampleError(code) }]),
    ),
    responses: Object.fromEntries(sets.map(({ status, codes }) => [nameOf(status, codes), response(status, codes)])),
  };
}

interface CodeSet {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
}

/** In the order of the table of codes, so that equal sets have equal names. */
function codesByStatus(given: readonly ErrorCode[]): CodeSet[] {
  const codes = everyCode.filter((code) => given.includes(code));
  return [...Map.groupBy(codes, (code) => errorStatus[code])].map(([status, codes]) => ({ status, codes }));
}

/** Client generators make type names from component names, so these have only letters and digits and begin with a letter. */
const nameOf = (status: number, codes: readonly ErrorCode[]) => `Error${status}${codes.map(inCamelCase).join('')}`;

const inCamelCase = (code: string) =>
  code.toLowerCase().replace(/(^|_)([a-z])/g, (_, _before, letter: string) => letter.toUpperCase());

function response(status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join('\n\n'),
    headers: headersOf(status, codes),
    content: {
      'application/json': {
        schema: schemaOf(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** The envelope that the codes use, narrowed to them. */
function schemaOf(codes: readonly ErrorCode[]) {
  const narrowed = [
    { name: 'FullError', codes: codes.filter((code) => fullEnvelopeCodes.has(code)) },
    { name: 'Error', codes: codes.filter((code) => !fullEnvelopeCodes.has(code)) },
  ]
    .filter(({ codes }) => codes.length > 0)
    .map(({ name, codes }) => ({
      allOf: [
        { $ref: `#/components/schemas/${name}` },
        {
          type: 'object' as const,
          properties: { code: { type: 'string' as const, description: 'Code of the error.', enum: [...codes] } },
        },
      ],
    }));
  const [only, second] = narrowed;
  return only && !second ? only : { oneOf: narrowed };
}

function headersOf(status: number, codes: readonly ErrorCode[]): Record<string, { $ref: string }> {
  return {
    'X-Request-Id': headerRef('RequestId'),
    ...(status === 401 || status === 403 ? { 'WWW-Authenticate': headerRef('WwwAuthenticate') } : {}),
    ...(status === 405 ? { Allow: headerRef('Allow') } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': headerRef('RetryAfter') } : {}),
    ...(codes.includes('IDEMPOTENCY_IN_PROGRESS') ? { 'Retry-After': headerRef('RetryAfterInProgress') } : {}),
    ...(status < 500 ? rateHeaders : {}),
  };
}

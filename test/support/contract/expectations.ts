import { expect } from 'vitest';
import { type ErrorCode, errorStatus, fullEnvelopeCodes, isErrorCode } from '../../../schema/shared/errors.ts';
import { errorsOf } from '../../../schema/shared/operation.ts';
import type { Reply } from '../client.ts';
import type { Route } from './routes.ts';

const isoUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Expects the refusal with this code: status, exact envelope, headers, and its declaration by the operation. */
export function expectRefusal(reply: Reply, code: ErrorCode, path: string, label: string, route?: Route): void {
  const { status, body } = reply;
  expect({ status, code: body?.code }, `${label}: ${reply.text.slice(0, 300)}`).toEqual({
    status: errorStatus[code],
    code,
  });
  expectEnvelope(reply, path, label);
  if (route) expect(errorsOf(route.operation, route.via), `${label}: undeclared`).toContain(code);
}

/** Expects one of the two envelopes, with a declared code and its headers. */
export function expectEnvelope({ status, headers, body, text }: Reply, path: string | null, label: string): void {
  const code = String(body?.code);
  if (!isErrorCode(code)) throw new Error(`${label}: ${status} without a code of the list: ${text.slice(0, 300)}`);
  expect(status, label).toBe(errorStatus[code]);
  expect(Object.keys(body), label).toEqual(fieldsOf(code, body));
  expect(body.message, label).toMatch(/\S/);
  if (fullEnvelopeCodes.has(code)) {
    expect(body, label).toMatchObject({ statusCode: status, path: path ?? expect.any(String) });
    expect(body.timestamp, label).toMatch(isoUtc);
  }
  for (const issue of body.issues ?? [])
    expect(issue, label).toEqual({ path: expect.any(String), message: expect.any(String) });
  expect(headers.get('www-authenticate'), label).toBe(challenges[status] ?? null);
  expect(/^[1-9]\d*$/.test(headers.get('retry-after') ?? ''), label).toBe(isWaitedFor(code));
  expect(headers.get('cache-control'), label).toBe('no-store');
  expectOnAll(headers, label);
}

const challenges: Readonly<Record<number, string>> = {
  401: 'Bearer error="invalid_token"',
  403: 'Bearer error="insufficient_scope"',
};

const isWaitedFor = (code: ErrorCode) =>
  errorStatus[code] === 429 || errorStatus[code] === 503 || code === 'IDEMPOTENCY_IN_PROGRESS';

function fieldsOf(code: ErrorCode, body: object): string[] {
  if (fullEnvelopeCodes.has(code)) return ['statusCode', 'code', 'message', 'timestamp', 'path'];
  if (code === 'VALIDATION_FAILED') return ['code', 'message', 'issues'];
  if (code === 'INVALID_MONEY_PRECISION') return ['code', 'message', ...('issues' in body ? ['issues'] : [])];
  if (code === 'INVALID_STATE')
    return ['code', 'message', 'status', 'allowedActions', ...('existingId' in body ? ['existingId'] : [])];
  return ['code', 'message'];
}

function expectOnAll(headers: Headers, label: string, contentType = 'application/json'): void {
  expect(headers.get('x-request-id'), label).toMatch(/^[\w.-]{1,128}$/);
  expect(headers.get('content-type')?.split(';')[0], label).toBe(contentType);
  expect(headers.get('x-content-type-options'), label).toBe('nosniff');
}

/** Expects exactly the answer that the operation declares. */
export function expectAnswer(reply: Reply, { operation, via }: Route, label: string): void {
  expect(reply.status, `${label}: ${reply.text.slice(0, 300)}`).toBe(operation.success);
  const answer = operation.contentType === undefined ? reply.body : reply.text;
  const parsed = operation.answer().safeParse(answer);
  expect(parsed.success ? [] : parsed.error.issues, label).toEqual([]);
  expect(parsed.data, label).toEqual(answer);
  expectInstants(answer, label);
  expectOnAll(reply.headers, label, operation.contentType);
  if (via !== 'none') expect(reply.headers.get('cache-control'), label).toBe('no-store');
  expectLimits(reply, operation.rate, label);
}

/** Expects the class of the rate limit, and the remainder where it was counted. Without Redis there is no count. */
export function expectLimits({ headers }: Reply, limit: string, label: string): void {
  if (limit === 'none') return;
  expect(headers.get('ratelimit-policy'), label).toMatch(new RegExp(`^"${limit}";q=\\d+;w=60$`));
  const left = headers.get('ratelimit');
  if (left !== null) expect(left, label).toMatch(new RegExp(`^"${limit}";r=\\d+;t=\\d+$`));
}

/** Expects UTC with milliseconds in every field named as an instant. */
function expectInstants(value: unknown, label: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (/(At|By|lastModified)$/.test(name) && inner !== null) expect(inner, `${label}: ${name}`).toMatch(isoUtc);
    expectInstants(inner, label);
  }
}

/** Expects the refusal with this code in its envelope, and returns its body. */
export function refused(reply: Reply, code: ErrorCode, label = code as string): Reply['body'] {
  expectRefusal(reply, code, '', label);
  return reply.body;
}

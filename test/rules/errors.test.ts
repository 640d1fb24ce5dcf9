import { describe, expect, test } from 'vitest';
import { asRefusal, problem } from '../../functions/http/problem.ts';
import {
  type ErrorCode,
  errorStatus,
  fullEnvelopeCodes,
  invalid,
  notFound,
  Refusal,
} from '../../schema/shared/errors.ts';

// Copied from the interface's table and its additions: a code in neither does not exist.
const codes: Readonly<Record<number, string>> = {
  400: 'VALIDATION_FAILED INVALID_CURSOR IDEMPOTENCY_KEY_REQUIRED INVALID_MONEY_PRECISION INVALID_PROOF',
  401: 'API_KEY_INVALID JWT_INVALID',
  403: 'API_KEY_MISSING_SCOPE insufficient_scope ROLE_NOT_ALLOWED ACCOUNT_ACCESS_DENIED EMAIL_NOT_VERIFIED',
  404: 'RESOURCE_NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409:
    'VERSION_CONFLICT QUOTE_EXPIRED PRICE_CHANGED IDEMPOTENCY_CONFLICT IDEMPOTENCY_IN_PROGRESS INSUFFICIENT_FUNDS ' +
    'INVALID_STATE CHANNEL_EXISTS',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
  503: 'SERVICE_UNAVAILABLE PRIVATE_UPLOAD_SERVICE_UNAVAILABLE WRITE_NOT_AVAILABLE_FOR_FEATURE',
};
const at = new Date('2026-11-20T09:30:00.000Z');
const answer = async (refusal: Refusal) => {
  const response = problem(refusal, '/api/v1/me', at);
  return { status: response.status, headers: response.headers, body: await response.json() };
};

test('every code has the status of the interface, and no other code exists', () => {
  const expected = Object.entries(codes).flatMap(([status, names]) =>
    names.split(' ').map((code) => [code, Number(status)]),
  );
  expect(Object.fromEntries(expected)).toEqual(errorStatus);
});

describe('the error envelope', () => {
  test.each(['API_KEY_INVALID', 'JWT_INVALID', 'API_KEY_MISSING_SCOPE', 'insufficient_scope'] as const)(
    'has all fields for %s',
    async (code) => {
      const { status, body } = await answer(new Refusal(code));
      const envelope = {
        statusCode: status,
        code,
        message: expect.any(String),
        timestamp: at.toISOString(),
        path: '/api/v1/me',
      };
      expect(body).toEqual(envelope);
    },
  );

  test('is {code, message} for every other code', async () => {
    for (const code of Object.keys(errorStatus) as ErrorCode[]) {
      if (fullEnvelopeCodes.has(code)) continue;
      const { body } = await answer(new Refusal(code, 'What happened.'));
      expect(body).toEqual({ code, message: 'What happened.' });
    }
  });

  test('contains the issues of a validation, and the state that refused an action', async () => {
    expect((await answer(invalid('items.0', 'is odd'))).body).toEqual({
      ...{ code: 'VALIDATION_FAILED', message: 'items.0: is odd', issues: [{ path: 'items.0', message: 'is odd' }] },
    });
    const refusal = new Refusal('INVALID_STATE', 'No.', { status: 'FUNDED', allowedActions: [] });
    expect((await answer(refusal)).body).toEqual({
      code: 'INVALID_STATE',
      message: 'No.',
      status: 'FUNDED',
      allowedActions: [],
    });
  });
});

test('headers challenge for 401 and 403, give a retry time for 429 and 503, and forbid caching', async () => {
  for (const code of Object.keys(errorStatus) as ErrorCode[]) {
    const { status, headers } = await answer(new Refusal(code));
    const challenge = { 401: 'Bearer error="invalid_token"', 403: 'Bearer error="insufficient_scope"' }[status] ?? null;
    expect(headers.get('www-authenticate')).toBe(challenge);
    expect(headers.get('retry-after')).toBe(status === 429 || status === 503 ? '1' : null);
    expect(headers.get('cache-control')).toBe('no-store');
  }
  const later = await answer(new Refusal('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfterSeconds: 7 }));
  expect(later.headers.get('retry-after')).toBe('7');
});

test('a defect is returned as INTERNAL_ERROR without its cause', async () => {
  const { status, body } = await answer(asRefusal(new TypeError('the secret is hunter2')));
  expect({ status, code: body.code }).toEqual({ status: 500, code: 'INTERNAL_ERROR' });
  expect(JSON.stringify(body)).not.toContain('hunter2');
  expect(asRefusal(notFound()).code).toBe('RESOURCE_NOT_FOUND');
});

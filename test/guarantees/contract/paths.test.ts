import { describe, expect, test } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import { expectRefusal } from '../../support/contract/expectations.ts';
import { sendRaw } from '../../support/contract/raw.ts';
import { routesOf } from '../../support/contract/routes.ts';
import { share } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;

const methodsOf = (method: string) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]);
const paths = Object.entries(Object.groupBy(routesOf(operations), ({ path }) => path)).map(
  ([path, routes = []], row) => ({
    ...{ path, row },
    allow: [...new Set(routes.flatMap(({ operation }) => methodsOf(operation.method)))].sort(),
  }),
);

describe.each(paths)('$path', ({ path, row, allow }) => {
  const target = path.replace(/\{\w+\}/g, '7');

  test('returns 405 with the allowed methods for another method, before any other check', async () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];
    for (const method of share(
      methods.filter((name) => !allow.includes(name)),
      row,
      3,
    )) {
      const reply = await sendRaw(baseUrl, { method, target, headers: [['Content-Length', '0']] });
      expect({ method, status: reply.status }).toEqual({ method, status: 405 });
      expect(reply.headers.get('allow')).toBe(allow.join(', '));
      if (method !== 'HEAD') expectRefusal(reply, 'METHOD_NOT_ALLOWED', target, method);
    }
  });

  test('allows any origin, without browser credentials', async () => {
    const headers = [['Origin', 'https://elsewhere.example']] as const;
    const reply = await sendRaw(baseUrl, { method: 'OPTIONS', target, headers });
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 204, text: '' });
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    for (const method of allow) expect(reply.headers.get('access-control-allow-methods')).toContain(method);
    for (const name of ['Authorization', 'X-API-Key', 'Idempotency-Key', 'Content-Type'])
      expect(reply.headers.get('access-control-allow-headers')).toContain(name);
  });
});

test.each([
  '/nothing',
  '/api',
  '/api/v1',
  '/api/v1/public',
  '/api/v1/public/nothing',
  '/api/v1/public/wallet/',
  '/api/v2/me',
])('the unknown path %s returns 404, and the X-Request-Id of the caller if it is valid', async (target) => {
  for (const [id, isSane] of [
    ['a-b_c.9', true],
    ['two words', false],
    ['x'.repeat(129), false],
    ['', false],
  ] as const) {
    const reply = await sendRaw(baseUrl, { method: 'GET', target, headers: [['X-Request-Id', id]] });
    expectRefusal(reply, 'RESOURCE_NOT_FOUND', target, id);
    expect(reply.headers.get('x-request-id') === id, id).toBe(isSane);
  }
});

test('the path in an error envelope has no query', async () => {
  const reply = await sendRaw(baseUrl, { method: 'GET', target: '/api/v1/public/me?key=secret#x', headers: [] });
  expectRefusal(reply, 'API_KEY_INVALID', '/api/v1/public/me', 'query');
});

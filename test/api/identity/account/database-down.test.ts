import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAddress, aPerson, callAuth, type Person } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { openPool } from '../../../support/stack/pool.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let person: Person;
beforeAll(async () => {
  stack = await startStack();
  person = await aPerson(stack.baseUrl, { hasSession: true });
});
afterAll(() => stack?.stop());

test('a request by key succeeds without its entry in the log, and the service logs the failure once', async () => {
  const pool = openPool(stack.adminDatabaseUrl);
  await pool.query('revoke insert on api_requests from castline_service');
  const reply = await person.keyed.post('/webhook-endpoints', { url: 'https://example.com/' });
  await controlOf(stack.controlUrl).untilNothingIsDeferred();
  await pool.query('grant insert on api_requests to castline_service');
  await pool.end();
  expect(reply.status).toBe(201);
  const isOfRequest = (line: string) => line.includes(`"${reply.headers.get('x-request-id')}"`);
  const lines = readFileSync(stack.logFile, 'utf8').split('\n').filter(isOfRequest);
  const failures = lines.filter((line) => line.includes('"event":"failure"'));
  expect(failures).toHaveLength(1);
  expect(failures[0]).toContain('"code":"42501"');
  expect((await person.api.get('/me/requests')).body.data).toEqual([]);
});

test('every identity route returns 503 at once while the database is down, and recovers without a restart', async () => {
  const { cookie, email, password } = person;
  const own = { cookie, origin: stack.baseUrl };
  const requests = [
    () => callAuth(stack.baseUrl, '/sign-up/email', { body: { name: 'Nova', email: anAddress(), password } }),
    () => callAuth(stack.baseUrl, '/sign-in/email', { body: { email, password } }),
    () => callAuth(stack.baseUrl, '/sign-out', { method: 'POST', headers: own }),
    () => callAuth(stack.baseUrl, '/get-session', { headers: own }),
    () => callAuth(stack.baseUrl, '/token', { headers: own }),
    () => callAuth(stack.baseUrl, '/jwks'),
    () => callAuth(stack.baseUrl, '/request-password-reset', { body: { email } }),
    () => callAuth(stack.baseUrl, '/reset-password', { body: { token: 'x', newPassword: password } }),
    () => person.api.get('/me'),
    () => person.api.patch('/me', { displayName: 'Nova' }),
    () => person.api.post('/api-keys', { name: 'Robot', scopes: [] }),
    () => person.keyed.get('/me'),
  ];
  const control = controlOf(stack.controlUrl);
  await control.moveOn(1_000); // the cached user is trusted for that long
  await control.postgres('stop');
  for (const request of requests) {
    const reply = await control.withoutWaiting(request);
    expect([reply.status, reply.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(reply.headers.get('retry-after')).toBe('1');
  }
  await control.postgres('start');
  await expect.poll(async () => (await person.keyed.get('/me')).status).toBe(200);
  expect((await person.api.get('/me')).status).toBe(200);
});

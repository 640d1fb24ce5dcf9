import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAddress, aPerson, callAuth, type Person } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let person: Person;
beforeAll(async () => {
  stack = await startStack();
  person = await aPerson(stack.baseUrl);
});
afterAll(() => stack?.stop());

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

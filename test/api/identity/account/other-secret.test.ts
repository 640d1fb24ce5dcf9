import { expect, test, vi } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import type { Market } from '../../../support/market/market.ts';
import { aPerson, callAuth } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
// An isolate looks for an unknown signing key every two seconds, and this one will know none of the next stack.
ownMarket(
  async (own) => {
    ({ stack, market } = own);
  },
  { isLast: true },
);

test('a new key signs tokens after keys of another AUTH_SECRET are marked expired, and issued tokens stay valid', async () => {
  const { baseUrl } = stack;
  const person = await aPerson(baseUrl, { roles: ['CREATOR'] });
  const askWith = (token: string) => clientOf(baseUrl, token, '/api/v1').get('/me');
  expect((await askWith(person.token)).status).toBe(200);
  // A key that the current secret cannot decrypt.
  await market.pool.query(`update jwks set private_key = '"00"'`);
  const signIn = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email: person.email, password: 'correct horse battery' }),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const request = () => callAuth(baseUrl, '/token', { headers: { cookie } });
  expect((await request()).status).toBe(500);
  await market.pool.query('update jwks set expires_at = now() where expires_at is null');
  const { status, body } = await request();
  expect(status).toBe(200);
  await vi.waitFor(async () => expect((await askWith(body.token)).status).toBe(200), { timeout: 60_000 });
  expect((await askWith(person.token)).status).toBe(200);
});

test('every token of a deleted signing key is refused within a second, and the next token is signed by another key', async () => {
  const { baseUrl, controlUrl } = stack;
  const person = await aPerson(baseUrl, { roles: ['CREATOR'], hasSession: true });
  const statusOf = async (token: string) => (await clientOf(baseUrl, token, '/api/v1').get('/me')).status;
  expect(await statusOf(person.token)).toBe(200);
  await market.pool.query('delete from jwks');
  await controlOf(controlUrl).moveOn(1_000);
  expect(await statusOf(person.token)).toBe(401);
  const { body } = await callAuth(baseUrl, '/token', { headers: { cookie: person.cookie } });
  // Unknown keys are looked up at most every two seconds.
  await controlOf(controlUrl).moveOn(2_000);
  expect([await statusOf(body.token), await statusOf(person.token)]).toEqual([200, 401]);
});

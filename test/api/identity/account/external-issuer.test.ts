import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import { anAddress, callAuth } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { openPool } from '../../../support/stack/pool.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

const issuer = 'https://login.example';
const audience = 'castline-api';
const keys = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('ES256')];
let published: object[] = [];
let isDown = false;
let requested = 0;
let server: Server;
let stack: OwnStack;
let pool: pg.Pool;

beforeAll(async () => {
  published = [{ ...(await exportJWK(keyOf(0).publicKey)), kid: 'rsa', alg: 'RS256', use: 'sig' }];
  server = createServer((_, response) => {
    requested += 1;
    response.writeHead(isDown ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const vars = {
    JWT_ISSUER: issuer,
    JWT_AUDIENCE: audience,
    JWT_JWKS_URL: `http://127.0.0.1:${port}/keys`,
    RATE_LIMIT_SCALE: '1000',
  };
  stack = await startStack({ vars });
  pool = openPool(stack.adminDatabaseUrl);
});
afterAll(async () => {
  await pool?.end();
  server?.close();
  await stack?.stop();
});

function keyOf(index: number) {
  const key = keys[index];
  if (!key) throw new Error('there are two keys');
  return key;
}

const sign = (changes: Record<string, unknown> = {}, { alg = 'RS256', kid = 'rsa', key = 0 } = {}) =>
  new SignJWT({ iss: issuer, aud: audience, sub: 'auth0|42', exp: Math.floor(Date.now() / 1000) + 60, ...changes })
    .setProtectedHeader({ alg, kid })
    .sign(keyOf(key).privateKey);
const request = async (token: string) => clientOf(stack.baseUrl, token, '/api/v1').get('/me');

test('a token returns 503 and creates no user while the issuer is unreachable', async () => {
  isDown = true;
  const reply = await request(await sign());
  isDown = false;
  expect([reply.status, reply.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(reply.headers.get('retry-after')).toBe('1');
});

test('concurrent first tokens of one subject create one user from its claims', async () => {
  const email = anAddress();
  const token = await sign({ sub: 'auth0|1', name: 'Nova', email: email.toUpperCase(), email_verified: true });
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => request(token)));
  for (const reply of replies) expect(reply.body.data.owner).toMatchObject({ displayName: 'Nova', roles: [] });
  const { rows } = await pool.query(`select email, email_verified from users where external_subject = 'auth0|1'`);
  expect(rows).toEqual([{ email, email_verified: true }]);
});

test.each([undefined, false, 'true', 'yes', 1])(
  'an address is not verified when the claim email_verified is %s',
  async (email_verified) => {
    const sub = `auth0|unverified ${email_verified}`;
    await request(await sign({ sub, email: anAddress(), email_verified }));
    const { rows } = await pool.query('select email_verified from users where external_subject = $1', [sub]);
    expect(rows).toEqual([{ email_verified: false }]);
  },
);

test('a subject keeps its user, whatever name and address later tokens claim', async () => {
  const first = await request(await sign({ sub: 'auth0|2', name: 'Nova' }));
  const later = await request(await sign({ sub: 'auth0|2', name: 'Vega', email: anAddress() }));
  expect(later.body.data.owner).toEqual(first.body.data.owner);
  const other = await request(await sign({ sub: '2' }));
  expect(other.body.data.owner.id).not.toBe(first.body.data.owner.id);
});

test('a token with the address of another account gets no access to it', async () => {
  const email = anAddress();
  const victim = await request(await sign({ sub: 'auth0|3', email, email_verified: true }));
  const reply = await request(await sign({ sub: 'auth0|4', email, email_verified: true }));
  expect(reply.status).toBe(200);
  expect(reply.body.data.owner.id).not.toBe(victim.body.data.owner.id);
});

test.each<[string, Record<string, unknown>]>([
  ['another issuer', { iss: 'https://elsewhere.example' }],
  ['another audience', { aud: 'another-api' }],
  ['an expired one', { exp: Math.floor(Date.now() / 1000) - 60 }],
  ['no subject', { sub: undefined }],
  ['an empty subject', { sub: '' }],
  ['a subject with NUL', { sub: 'a\u0000b' }],
  ['an endless subject', { sub: 'x'.repeat(256) }],
])('a token is refused: %s', async (_, claims) => {
  expect((await request(await sign(claims))).body.code).toBe('JWT_INVALID');
});

test('malformed claims are dropped, and the user is created', async () => {
  const claims = {
    sub: 'auth0|5',
    name: 'x'.repeat(500),
    email: 'no address',
    email_verified: 'yes',
    roles: ['STAFF'],
  };
  const reply = await request(await sign(claims));
  expect(reply.body.data.owner).toMatchObject({ displayName: 'New user', roles: [] });
});

test('tokens of the service are refused while an external issuer is set', async () => {
  const body = { name: 'Nova', email: anAddress(), password: 'correct horse battery' };
  const signedUp = await callAuth(stack.baseUrl, '/sign-up/email', { body });
  const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { token } = (await callAuth(stack.baseUrl, '/token', { headers: { cookie } })).body;
  expect((await request(token)).body.code).toBe('JWT_INVALID');
  for (const path of ['/cabinet', '/cabinet/settings/keys', '/sign-in', '/sign-up'])
    expect((await fetch(stack.baseUrl + path, { headers: { cookie }, redirect: 'manual' })).status, path).toBe(404);
});

test('a new key of the issuer works within seconds, and unknown key ids do not cause a request each', async () => {
  published = [...published, { ...(await exportJWK(keyOf(1).publicKey)), kid: 'ec', alg: 'ES256', use: 'sig' }];
  const byNewKey = await sign({}, { alg: 'ES256', kid: 'ec', key: 1 });
  const control = controlOf(stack.controlUrl);
  await control.moveOn(5_000);
  expect((await request(byNewKey)).status).toBe(200);
  requested = 0;
  const startedAt = Date.now();
  for (let n = 0; n < 20; n++) expect((await request(await sign({}, { kid: `made-up-${n}` }))).status).toBe(401);
  // One request in five seconds.
  expect(requested).toBeLessThanOrEqual(1 + Math.floor((Date.now() - startedAt) / 5_000));
});

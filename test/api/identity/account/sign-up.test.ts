import { afterAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import { sendRaw } from '../../../support/contract/raw.ts';
import { anAddress, aPerson, callAuth } from '../../../support/market/people.ts';
import { openPool } from '../../../support/stack/pool.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const pool = openPool(shared.adminDatabaseUrl);
afterAll(() => pool.end());

const newcomer = (changes: object = {}) => ({
  name: 'Nova',
  email: anAddress(),
  password: 'correct horse battery',
  ...changes,
});
const signUp = (body: unknown, headers = {}) => callAuth(baseUrl, '/sign-up/email', { method: 'POST', body, headers });

test('a sign-up returns a session, a token and a key, and the key identifies its user in either header', async () => {
  const person = await aPerson(baseUrl, { roles: ['ADVERTISER'], scopes: ['write'], hasSession: true });
  const byBearer = await person.keyed.get('/me');
  const byHeader = await clientOf(baseUrl, null).get('/me', { headers: { 'x-api-key': person.apiKey } });

  expect(byBearer.status).toBe(200);
  expect(byBearer.body).toEqual(byHeader.body);
  expect(byBearer.body.data).toMatchObject({
    owner: { id: person.userId, displayName: 'A person', roles: ['ADVERTISER'] },
    key: { name: 'Demo', scopes: ['read', 'write'], expiresAt: null },
  });
  expect(Object.keys(byBearer.body.data)).toEqual(['owner', 'key', 'limits']);
  const { key: _, ...withoutKey } = byBearer.body.data;
  expect((await person.api.get('/me')).body.data).toEqual(withoutKey);
});

test('a token is valid for 15 minutes, is signed with a published key, and contains only the identity', async () => {
  const person = await aPerson(baseUrl, { scopes: [] });
  const [header, payload] = person.token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  const { keys } = (await callAuth(baseUrl, '/jwks')).body;
  const { alg, kid } = JSON.parse(header ?? '');
  const { iat, ...claims } = JSON.parse(payload ?? '');

  expect(alg).toBe('EdDSA');
  expect(keys.filter((key: { kid: string }) => key.kid === kid)).toHaveLength(1);
  expect(JSON.stringify(keys)).not.toContain('"d"');
  expect(claims).toEqual({
    sub: String(person.userId),
    iss: baseUrl,
    aud: baseUrl,
    exp: iat + 900,
    sid: expect.stringMatching(/^[0-9]+$/),
    auth_time: expect.any(Number),
  });
});

test('an address signs up once, however it is written', async () => {
  const body = newcomer();
  expect((await signUp(body)).status).toBe(200);
  const again = await signUp({ ...body, email: body.email.toUpperCase() });
  expect(again.status).toBe(422);
  expect(again.body.code).toBe('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL');
});

test('exactly one of several concurrent sign-ups with one address succeeds', async () => {
  const body = newcomer();
  const replies = await Promise.all([1, 2, 3, 4].map(() => signUp(body)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  const { rows } = await pool.query('select count(*)::int as n from users where email = $1', [body.email]);
  expect(rows[0].n).toBe(1);
});

test('a sign-up grants no role and no state, whatever it requests', async () => {
  const body = newcomer({ roles: ['STAFF'], emailVerified: true, id: 1, externalSubject: 'x', suspendedAt: null });
  expect((await signUp(body)).status).toBe(200);
  const { rows } = await pool.query('select roles, email_verified, external_subject from users where email = $1', [
    body.email,
  ]);
  expect(rows).toEqual([{ roles: [], email_verified: false, external_subject: null }]);
});

describe('a malformed sign-up', () => {
  test.each([
    ['no name', newcomer({ name: undefined }), 'VALIDATION_FAILED'],
    ['an empty name', newcomer({ name: '' }), 'VALIDATION_FAILED'],
    ['a name too long', newcomer({ name: 'x'.repeat(81) }), 'VALIDATION_FAILED'],
    ['a name with NUL', newcomer({ name: 'a\u0000b' }), 'VALIDATION_FAILED'],
    ['a lone surrogate', newcomer({ name: '\ud800' }), 'VALIDATION_FAILED'],
    ['no address', newcomer({ email: undefined }), 'VALIDATION_FAILED'],
    ['an address that is none', newcomer({ email: 'nova' }), 'VALIDATION_FAILED'],
    ['an address with NUL', newcomer({ email: 'a\u0000@castline.example' }), 'VALIDATION_FAILED'],
    ['an endless address', newcomer({ email: `a@${'b.'.repeat(2_000)}com` }), 'VALIDATION_FAILED'],
    ['a password too short', newcomer({ password: '1234567' }), 'PASSWORD_TOO_SHORT'],
    ['a password too long', newcomer({ password: 'abcdefgh'.repeat(17) }), 'PASSWORD_TOO_LONG'],
    ['a password that is none', newcomer({ password: { $gt: '' } }), 'VALIDATION_FAILED'],
    ['an image', newcomer({ image: 'javascript:alert(1)' }), 'VALIDATION_FAILED'],
    ['a list', [], 'VALIDATION_FAILED'],
    ['no object', 'null', 'VALIDATION_FAILED'],
    ['no JSON', '{"name":', 'VALIDATION_FAILED'],
    ['nothing', '', 'VALIDATION_FAILED'],
    ['a callback that is none', newcomer({ callbackURL: { a: 1 } }), 'VALIDATION_FAILED'],
  ])('is refused in the error envelope for %s', async (_, body, code) => {
    const reply = await signUp(body);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code, message: expect.any(String) });
  });

  test('is refused in the error envelope for another content type and for a body over the limit', async () => {
    const wrongType = await signUp('x', { 'content-type': 'text/plain' });
    expect([wrongType.status, wrongType.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    // Uses its own connection, which the service closes: no later request may use it.
    const headers = [
      ['Content-Type', 'application/json'],
      ['Content-Length', '1100000'],
    ] as const;
    const announced = { method: 'POST', target: '/api/auth/sign-up/email', headers, body: '{', isWhole: false };
    const tooLarge = await sendRaw(baseUrl, announced);
    expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

test.each([
  ['GET', '/ok', 404],
  ['POST', '/sign-in/social', 404],
  ['POST', '/update-user', 404],
  ['POST', '/delete-user', 404],
  ['GET', '/list-sessions', 404],
  ['GET', '/jwks/', 404],
  ['GET', '/sign-in/email', 405],
  ['DELETE', '/get-session', 405],
  ['OPTIONS', '/sign-in/email', 405],
])('%s %s is not served: %i in the error envelope', async (method, path, status) => {
  const reply = await callAuth(baseUrl, path, { method });
  expect(reply.status).toBe(status);
  expect(reply.body.code).toBe(status === 404 ? 'RESOURCE_NOT_FOUND' : 'METHOD_NOT_ALLOWED');
});

test('a session works for its own origin only, and its cookie is hidden from scripts and never cached', async () => {
  const reply = await signUp(newcomer(), { origin: baseUrl });
  const [cookie = ''] = reply.headers.getSetCookie();
  const session = cookie.split(';')[0] ?? '';
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('access-control-allow-origin')).toBeNull();

  const signOut = (headers: Record<string, string>) => callAuth(baseUrl, '/sign-out', { method: 'POST', headers });
  const isSignedIn = async () => (await callAuth(baseUrl, '/get-session', { headers: { cookie: session } })).body;
  expect((await signOut({ cookie: session, origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await signOut({ cookie: session })).status).toBe(403);
  expect(await isSignedIn()).not.toBeNull();
  expect((await signOut({ cookie: session, origin: baseUrl })).status).toBe(200);
  expect(await isSignedIn()).toBeNull();
  const foreign = { origin: 'https://elsewhere.example' };
  expect((await signUp(newcomer(), foreign)).status).toBe(403);
});

test('a token is issued to a session only', async () => {
  for (const headers of [{}, { cookie: 'castline.session_token=a.b' }, { authorization: 'Bearer x' }]) {
    const reply = await callAuth(baseUrl, '/token', { headers });
    expect([reply.status, reply.body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  }
});

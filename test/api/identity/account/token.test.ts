import { decodeJwt, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import { aPerson, type Person, untilStatus } from '../../../support/market/people.ts';
import { openPool } from '../../../support/stack/pool.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const pool = openPool(shared.adminDatabaseUrl);
const request = (token: string) => clientOf(baseUrl, token, '/api/v1').get('/me');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
let person: Person;
let kid: string;

// Adds a key of the service whose private half the test has; it is older than the signing key.
async function publish(publicKey: CryptoKey, alg: string): Promise<string> {
  const { rows } = await pool.query(
    `insert into jwks (public_key, private_key, alg, created_at) values ($1, 'unused', $2, '2020-01-01') returning id`,
    [JSON.stringify(await exportJWK(publicKey)), alg],
  );
  return String(rows[0].id);
}

beforeAll(async () => {
  person = await aPerson(baseUrl);
  kid = await publish(pair.publicKey, 'EdDSA');
  // The service looks up unknown keys every two seconds.
  await untilStatus(async () => request(await signed()), 200, 20_000);
});
afterAll(() => pool.end());

const claims = (): JWTPayload => ({
  iss: baseUrl,
  aud: baseUrl,
  sub: String(person.userId),
  sid: decodeJwt(person.token).sid,
  iat: inSeconds(0),
  exp: inSeconds(60),
});
const signed = (changes: Record<string, unknown> = {}, header: object = {}) =>
  new SignJWT({ ...claims(), ...changes })
    .setProtectedHeader({ alg: 'EdDSA', kid, ...header })
    .sign(pair.privateKey, { crit: { x: true } });
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each<[string, () => Promise<string> | string]>([
  ['another issuer', () => signed({ iss: 'https://elsewhere.example' })],
  ['another audience', () => signed({ aud: 'https://elsewhere.example' })],
  ['no audience', () => signed({ aud: undefined })],
  ['an expired one', () => signed({ exp: inSeconds(-1) })],
  ['one that never expires', () => signed({ exp: undefined })],
  ['one that is not valid yet', () => signed({ nbf: inSeconds(60) })],
  ['no subject', () => signed({ sub: undefined })],
  ['no session', () => signed({ sid: undefined })],
  ['a session that is none', () => signed({ sid: '999999999' })],
  ['a session that is no id', () => signed({ sid: { id: 1 } })],
  ['a session of another user', async () => signed({ sid: decodeJwt((await aPerson(baseUrl)).token).sid })],
  ['a subject that is no user', () => signed({ sub: '999999999' })],
  ['a subject that is no id', () => signed({ sub: "1' or '1'='1" })],
  ['a subject beyond every id', () => signed({ sub: '99999999999999999999' })],
  ['an unknown key', () => signed({}, { kid: '999999' })],
  ['a critical header that is unknown', () => signed({}, { crit: ['x'], x: 1 })],
  ['alg none', () => `${encoded({ alg: 'none' })}.${encoded(claims())}.`],
  [
    'alg none, signed',
    async () => `${encoded({ alg: 'none', kid })}.${(await signed()).split('.').slice(1).join('.')}`,
  ],
  ['HS256 with the public key as the secret', () => withPublicKeyAsSecret()],
  ['another key under our kid', () => byAnotherKey()],
  [
    'a changed payload',
    async () => (await signed()).replace(/\.[^.]+\./, `.${encoded({ ...claims(), exp: inSeconds(999) })}.`),
  ],
  ['three parts of rubbish', () => 'a.b.c'],
  ['three parts that are no JSON', () => `${encoded('x')}.${Buffer.from('{').toString('base64url')}.eHh4`],
  ['a payload that is no object', async () => `${(await signed()).split('.')[0]}.${encoded([1])}.eHh4`],
  ['one part', () => 'token'],
  ['five parts, as encrypted ones have', () => 'a.b.c.d.e'],
  ['a huge one', () => `${encoded({ alg: 'EdDSA', kid })}.${'A'.repeat(10_000)}.AAAA`],
  ['two at once', async () => `${await signed()},${await signed()}`],
])('a token is refused: %s', async (_, make) => {
  const reply = await request(await make());
  expect(reply.status).toBe(401);
  expect(Object.keys(reply.body)).toEqual(['statusCode', 'code', 'message', 'timestamp', 'path']);
  expect(reply.body).toMatchObject({ statusCode: 401, code: 'JWT_INVALID', path: '/api/v1/me' });
  expect(reply.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
});

async function withPublicKeyAsSecret(): Promise<string> {
  const secret = new TextEncoder().encode(await exportSPKI(pair.publicKey));
  return new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid }).sign(secret);
}

async function byAnotherKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  return new SignJWT(claims()).setProtectedHeader({ alg: 'EdDSA', kid }).sign(privateKey);
}

test('a token that expires in a moment or names several audiences is accepted', async () => {
  expect((await request(await signed({ exp: inSeconds(3) }))).status).toBe(200);
  expect((await request(await signed({ aud: ['https://elsewhere.example', baseUrl] }))).status).toBe(200);
});

test('a token signed with ES256 is accepted, and one with RS256 is refused', async () => {
  const [elliptic, rsa] = [await generateKeyPair('ES256', { extractable: true }), await generateKeyPair('RS256')];
  const ids = [await publish(elliptic.publicKey, 'ES256'), await publish(rsa.publicKey, 'RS256')];
  const tokenOf = (alg: string, id: string | undefined, key: CryptoKey) =>
    new SignJWT(claims()).setProtectedHeader({ alg, kid: id ?? '' }).sign(key);
  const token = await tokenOf('ES256', ids[0], elliptic.privateKey);
  await expect.poll(async () => (await request(token)).status).toBe(200);
  expect((await request(await tokenOf('RS256', ids[1], rsa.privateKey))).status).toBe(401);
});

test('a token whose scope lacks write changes nothing', async () => {
  const reading = clientOf(baseUrl, await signed({ scope: 'read' }), '/api/v1');
  const writing = clientOf(baseUrl, await signed({ scope: 'write' }), '/api/v1');
  expect((await reading.get('/me')).status).toBe(200);
  const refused = await reading.patch('/me', { displayName: 'A reader' });
  expect([refused.status, refused.body.code, refused.body.statusCode]).toEqual([403, 'insufficient_scope', 403]);
  expect((await writing.get('/me')).body.code).toBe('insufficient_scope');
  expect((await writing.patch('/me', {})).status).toBe(200);
});

test('keys are refused on token routes, and tokens on key routes', async () => {
  const keyAsToken = await request(person.apiKey);
  expect([keyAsToken.status, keyAsToken.body.code]).toEqual([401, 'JWT_INVALID']);
  const inTheKeysHeader = await clientOf(baseUrl, null, '/api/v1').get('/me', {
    headers: { 'x-api-key': person.apiKey },
  });
  expect([inTheKeysHeader.status, inTheKeysHeader.body.code]).toEqual([401, 'JWT_INVALID']);
  for (const headers of [{ authorization: `Bearer ${person.token}` }, { 'x-api-key': person.token }]) {
    const tokenAsKey = await clientOf(baseUrl, null).get('/me', { headers });
    expect([tokenAsKey.status, tokenAsKey.body.code]).toEqual([401, 'API_KEY_INVALID']);
  }
  const session = await clientOf(baseUrl, null, '/api/v1').get('/me', { headers: { cookie: person.cookie } });
  expect([session.status, session.body.code]).toEqual([401, 'JWT_INVALID']);
});

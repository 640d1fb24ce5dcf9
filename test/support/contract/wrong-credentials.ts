import { randomBytes } from 'node:crypto';
import { base64url, decodeJwt, SignJWT } from 'jose';
import { newToken } from '../stack/enrolled.ts';
import { shared } from '../stack/shared.ts';
import { bearer } from './routes.ts';
import type { Cast } from './world.ts';

type Lines = readonly (readonly [string, string])[];
type Wrong = readonly (readonly [label: string, credential: Lines])[];

let keys: Promise<Wrong> | undefined;
let tokens: Promise<Wrong> | undefined;

/** Credentials that are not or no longer keys. */
export const wrongKeys = (cast: Cast): Promise<Wrong> => {
  keys ??= makeKeys(cast);
  return keys;
};

/** Credentials that are not or no longer tokens. */
export const wrongTokens = (cast: Cast): Promise<Wrong> => {
  tokens ??= makeTokens(cast);
  return tokens;
};

async function makeKeys({ market, advertiser: { id, apiKey, token, twin } }: Cast): Promise<Wrong> {
  const [name = '', secret = ''] = apiKey.split('.');
  const expired = await market.aKey(id, { expiresAt: new Date(Date.now() - 1_000) });
  const created = await twin.post('/api-keys', { name: 'To be revoked', scopes: ['write'] });
  const revoked: string = created.body.data.key;
  await twin.delete(`/api-keys/${created.body.data.id}`);
  const otherSecret = randomBytes(32).toString('base64url');
  return [
    ['no key', []],
    ['an empty header', [['Authorization', '']]],
    ['a scheme alone', [['Authorization', 'Bearer']]],
    ['an empty X-API-Key', [['X-API-Key', '']]],
    ['a malformed key', bearer('nonsense')],
    ['a malformed key in X-API-Key', [['X-API-Key', `${name}.`]]],
    ['another scheme', [['Authorization', `Basic ${apiKey}`]]],
    ['a wrong secret', bearer(`${name}.${otherSecret}`)],
    ['a wrong prefix', bearer(`castline_live_${randomBytes(6).toString('hex')}.${secret}`)],
    ['another service', bearer(apiKey.replace('castline', 'castlime'))],
    ['more than a key', bearer(`${apiKey}x`)],
    ['an expired key', bearer(expired)],
    ['a revoked key', bearer(revoked)],
    ['a token', bearer(token)],
  ];
}

async function makeTokens({ mint, market, advertiser: { id, apiKey, token } }: Cast): Promise<Wrong> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = decodeJwt(token);
  const sub = String(id);
  const ended = (await newToken(shared.baseUrl, id)) ?? '';
  await market.pool.query('delete from sessions where id = $1', [decodeJwt(ended).sid]);
  const other = base64url.encode(JSON.stringify({ ...claims, sub: `${id + 1}` }));
  const unsigned = `${base64url.encode('{"alg":"none"}')}.${payload}.`;
  const symmetric = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(randomBytes(32));
  const now = Math.floor(Date.now() / 1_000);
  return [
    ['no token', []],
    ['an empty header', [['Authorization', '']]],
    ['a malformed token', bearer('nonsense')],
    ['another scheme', [['Authorization', `Basic ${token}`]]],
    ['another payload', bearer(`${header}.${other}.${signature}`)],
    ['another signature', bearer(`${header}.${payload}.${base64url.encode(randomBytes(64))}`)],
    ['an unsigned token', bearer(unsigned)],
    ['a symmetric token', bearer(symmetric)],
    ['an expired token', bearer(await mint({ sub, exp: now - 60 }))],
    ['a token of a session that has ended', bearer(ended)],
    ['a token without a session', bearer(await mint({ sub, sid: undefined }))],
    ['a token that never expires', bearer(await mint({ sub }, null))],
    ['a token for another audience', bearer(await mint({ sub, aud: 'https://elsewhere.example' }))],
    ['a token of another issuer', bearer(await mint({ sub, iss: 'https://elsewhere.example' }))],
    ['a token of nobody', bearer(await mint({ sub: '9007199254740991' }))],
    ['a key', bearer(apiKey)],
    ['a key in X-API-Key', [['X-API-Key', apiKey]]],
    ['a token in X-API-Key', [['X-API-Key', token]]],
  ];
}

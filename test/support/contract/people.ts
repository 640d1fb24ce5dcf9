import { randomBytes } from 'node:crypto';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { expect, vi } from 'vitest';
import type { Role } from '../../../schema/shared/enums.ts';
import { type Client, clientOf } from '../client.ts';
import type { Advertiser, Market } from '../market/market.ts';
import { enroll } from '../stack/enrolled.ts';
import { pollTimeout } from '../stack/poll-timeout.ts';

/** A user with both credentials: a key and a token. */
export interface Person extends Advertiser {
  readonly token: string;
  /** A key without the scope write. */
  readonly readOnlyKey: string;
  /** The same client with a token. */
  readonly twin: Client;
}

/** Creates users who sign in and get their token through HTTP. */
export function peopleOf(baseUrl: string, market: Market) {
  async function signUp(): Promise<string> {
    const name = `person-${randomBytes(6).toString('hex')}`;
    const account = { name, email: `${name}@castline.example`, password: 'a password that is long' };
    const isEnrolled = await enroll(baseUrl, account);
    const signedIn = await fetch(`${baseUrl}/api/auth/${isEnrolled ? 'sign-in' : 'sign-up'}/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseUrl },
      body: JSON.stringify(account),
    });
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const answer = await fetch(`${baseUrl}/api/auth/token`, { headers: { cookie, origin: baseUrl } });
    return tokenIn(await answer.json());
  }

  async function aPerson({ roles = ['ADVERTISER'] as readonly Role[], fundsCents = 0 } = {}): Promise<Person> {
    const token = await signUp();
    const id = Number(decodeJwt(token).sub);
    await market.pool.query('update users set roles = $2 where id = $1', [id, roles]);
    if (roles.includes('CREATOR')) await market.anEmptyProfile(id);
    if (fundsCents > 0) await market.deposit(id, fundsCents);
    const apiKey = await market.aKey(id);
    const readOnlyKey = await market.aKey(id, { scopes: ['read'] });
    return {
      id,
      token,
      apiKey,
      readOnlyKey,
      api: clientOf(baseUrl, apiKey),
      twin: clientOf(baseUrl, token, '/api/v1'),
    };
  }

  return { aPerson };
}

/**
 * Signs tokens that the service would never sign: expired ones, or with a scope. Its key is added to the service's keys
 * as the oldest, so that it signs nothing else.
 */
export async function mintOf(baseUrl: string, market: Market, genuine: string) {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const { id } = await market.one(
    `insert into jwks (public_key, private_key, alg, crv, created_at) values ($1, '-', 'EdDSA', 'Ed25519', '2000-01-01') returning id`,
    [JSON.stringify(await exportJWK(publicKey))],
  );
  const { iss, aud } = decodeJwt(genuine);
  const inTenMinutes = () => Math.floor(Date.now() / 1_000) + 600;
  const mint = (claims: JWTPayload, exp: number | null = inTenMinutes()) =>
    new SignJWT({ iss: iss ?? '', aud: aud ?? '', ...(exp !== null && { exp }), ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid: String(id) })
      .sign(privateKey);
  const proof = clientOf(baseUrl, await mint({ sub: decodeJwt(genuine).sub ?? '' }), '/api/v1');
  // The service looks up unknown keys at most every two seconds.
  await vi.waitFor(async () => expect((await proof.get('/me')).status).toBe(200), pollTimeout);
  return { mint, forget: () => market.pool.query('delete from jwks where id = $1', [id]) };
}

export type Mint = Awaited<ReturnType<typeof mintOf>>['mint'];

function tokenIn(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'token' in answer && typeof answer.token === 'string')
    return answer.token;
  throw new Error('the service gave no token');
}

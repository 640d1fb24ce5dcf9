import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { expect, vi } from 'vitest';
import type { Role } from '../../../schema/shared/enums.ts';
import { type Client, clientOf } from '../client.ts';
import type { Advertiser, Market } from '../market/market.ts';
import { newToken } from '../stack/enrolled.ts';
import { pollTimeout } from '../stack/poll-timeout.ts';

/** A user with both credentials: a key and a token. */
export interface Person extends Advertiser {
  readonly token: string;
  /** A key without the scope write. */
  readonly readOnlyKey: string;
  /** The same client with a token. */
  readonly twin: Client;
}

/** Creates users directly in the database. */
export function peopleOf(baseUrl: string, market: Market) {
  async function aPerson({ roles = ['ADVERTISER'] as readonly Role[], fundsCents = 0 } = {}): Promise<Person> {
    const id = await market.aUser(roles);
    const token = (await newToken(baseUrl, id)) ?? '';
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
  const sessionOf = async ({ sub }: JWTPayload) =>
    (await market.one(`select coalesce(max(id), 0)::text as id from sessions where user_id = $1`, [sub])).id;
  const inTenMinutes = () => Math.floor(Date.now() / 1_000) + 600;
  const mint = async (claims: JWTPayload, exp: number | null = inTenMinutes()) =>
    new SignJWT({
      iss: iss ?? '',
      aud: aud ?? '',
      sid: await sessionOf(claims),
      ...(exp !== null && { exp }),
      ...claims,
    })
      .setProtectedHeader({ alg: 'EdDSA', kid: String(id) })
      .sign(privateKey);
  const proof = clientOf(baseUrl, await mint({ sub: decodeJwt(genuine).sub ?? '' }), '/api/v1');
  // The service looks up unknown keys at most every two seconds.
  await vi.waitFor(async () => expect((await proof.get('/me')).status).toBe(200), pollTimeout);
  return { mint, forget: () => market.pool.query('delete from jwks where id = $1', [id]) };
}

export type Mint = Awaited<ReturnType<typeof mintOf>>['mint'];

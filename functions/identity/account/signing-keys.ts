import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Db } from '../../../db/client.ts';
import { readSigningKeys } from '../../../db/identity/signing-keys.ts';
import { Refusal } from '../../../schema/shared/errors.ts';

type KeySet = ReturnType<typeof createLocalJWKSet>;

const trustMs = 60_000;
// Keeps tokens with invented key ids from causing a query each.
const cooldownMs = 2_000;
let own: { keys: KeySet; isEmpty: boolean; readAt: number } | undefined;

/** Our own keys from the database, cached for a minute. An unknown key id reloads them earlier. */
export function ownKeys(db: Db, now: Date): JWTVerifyGetKey {
  return async (header, token) => {
    const ageMs = own ? now.getTime() - own.readAt : Number.POSITIVE_INFINITY;
    // The age is negative after the clock went back.
    if (own && ageMs >= 0 && ageMs < trustMs) {
      try {
        return await own.keys(header, token);
      } catch (error) {
        const mayBeNew = error instanceof errors.JWKSNoMatchingKey && (own.isEmpty || ageMs >= cooldownMs);
        if (!mayBeNew) throw error;
      }
    }
    own = await readOwn(db, now);
    return own.keys(header, token);
  };
}

async function readOwn(db: Db, now: Date) {
  const rows = await readSigningKeys(db, now);
  const keys = rows.map(({ kid, alg, publicKey }) => ({ ...JSON.parse(publicKey), kid, alg, use: 'sig' }));
  return { keys: createLocalJWKSet({ keys }), isEmpty: keys.length === 0, readAt: now.getTime() };
}

const remote = new Map<string, JWTVerifyGetKey>();
const remoteTimeoutMs = 2_000;
const remoteCooldownMs = 5_000;

/** The keys of an external issuer. Throws SERVICE_UNAVAILABLE when they cannot be read. */
export function externalKeys(jwksUrl: string): JWTVerifyGetKey {
  const keys =
    remote.get(jwksUrl) ??
    createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: remoteTimeoutMs, cooldownDuration: remoteCooldownMs });
  remote.set(jwksUrl, keys);
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (isAboutToken(error)) throw error;
      const refusal = new Refusal('SERVICE_UNAVAILABLE', undefined, { retryAfterSeconds: 1 });
      refusal.cause = error;
      throw refusal;
    }
  };
}

const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

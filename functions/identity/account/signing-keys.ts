import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Db } from '../../../db/client.ts';
import { readSigningKeys } from '../../../db/identity/sign-in.ts';
import { Refusal } from '../../../schema/shared/errors.ts';

type KeySet = ReturnType<typeof createLocalJWKSet>;

const trustMs = 60_000;
// Tokens with made-up key ids must not become queries.
const cooldownMs = 2_000;
let own: { keys: KeySet; isEmpty: boolean; readAt: number } | undefined;

/** Our own keys, read from the database: again after a minute, and sooner for a key that is not among them. */
export function ownKeys(db: Db, now: Date): JWTVerifyGetKey {
  return async (header, token) => {
    const ageMs = own ? now.getTime() - own.readAt : Number.POSITIVE_INFINITY;
    if (own && ageMs < trustMs) {
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

/** The keys of an external issuer. That they cannot be read is not the token's fault: SERVICE_UNAVAILABLE. */
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

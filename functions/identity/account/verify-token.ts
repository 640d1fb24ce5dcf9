import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Db } from '../../../db/client.ts';
import type { UserRow } from '../../../db/identity/users.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { pathId } from '../../../schema/shared/ids.ts';
import type { Actor } from '../../context.ts';
import type { CommonSettings } from '../../settings/index.ts';
import { externalUser } from './external-user.ts';
import { userById } from './known-users.ts';
import { externalKeys, ownKeys } from './signing-keys.ts';
import { trustedIssuer } from './trusted-issuer.ts';

export interface VerifiedToken {
  readonly actor: Actor;
  /** The scopes of the token's `scope` claim, or null when it has none. */
  readonly scopes: readonly string[] | null;
}

// Asymmetric only: with HS256 a public key could be used as a secret.
const ownAlgorithms = ['EdDSA', 'Ed25519', 'ES256'];
const externalAlgorithms = [...ownAlgorithms, 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const longest = 8_192;
const externalToleranceSeconds = 5;

/** The actor of a token; null when it is missing, malformed, forged or expired. */
export async function verifyToken(
  db: Db,
  settings: CommonSettings,
  token: string,
  now: Date,
): Promise<VerifiedToken | null> {
  const claims = token.length > longest ? null : await claimsOf(db, settings, token, now);
  if (!claims) return null;
  const user = await userOf(db, settings, claims, now);
  if (!user) return null;
  const { id: userId, passwordChangedAt, ...standing } = user;
  const signedInAt = signedInAtOf(settings, claims);
  if (signedInAt && passwordChangedAt && signedInAt < passwordChangedAt) return null;
  return {
    actor: { userId, ...standing, signedInAt, key: null },
    scopes: typeof claims.scope === 'string' ? claims.scope.split(' ') : null,
  };
}

async function claimsOf(db: Db, settings: CommonSettings, token: string, now: Date): Promise<JWTPayload | null> {
  const { own, external } = trustedIssuer(settings);
  const { issuer, audience } = external ?? own;
  const checks = { issuer, audience, requiredClaims: ['sub', 'exp'], currentDate: now };
  try {
    const { payload } = external
      ? await jwtVerify(token, externalKeys(external.jwksUrl), {
          ...checks,
          algorithms: externalAlgorithms,
          clockTolerance: externalToleranceSeconds,
        })
      : await jwtVerify(token, ownKeys(db, now), { ...checks, algorithms: ownAlgorithms });
    return payload;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // jose's own errors, and the TypeError that it throws for values it cannot decode or import.
    if (error instanceof errors.JOSEError || error instanceof TypeError || isCryptoFault(error)) return null;
    throw error;
  }
}

const isCryptoFault = (error: unknown): boolean => error instanceof DOMException;

/** A token ends with its session when the password changes. Old tokens without the claim have none. */
function signedInAtOf(settings: CommonSettings, { auth_time: seconds }: JWTPayload): Date | null {
  if (trustedIssuer(settings).external) return null;
  return new Date(typeof seconds === 'number' ? Math.round(seconds * 1000) : 0);
}

function userOf(db: Db, settings: CommonSettings, claims: JWTPayload, now: Date): Promise<UserRow | null> {
  if (trustedIssuer(settings).external) return externalUser(db, claims, now);
  const userId = pathId().safeParse(claims.sub);
  return userId.success ? userById(db, userId.data, now) : Promise.resolve(null);
}

import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Db } from '../../../db/client.ts';
import { type UserRow, userWithId } from '../../../db/identity/users.ts';
import type { Query } from '../../../db/query.ts';
import { missing, Refusal } from '../../../schema/shared/errors.ts';
import { pathId } from '../../../schema/shared/ids.ts';
import type { Actor } from '../../context.ts';
import type { CommonSettings } from '../../settings/index.ts';
import { externalUser, knownSubject } from './external-user.ts';
import { acceptUser, seenUser, userById } from './known-users.ts';
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

/** A token whose signature and times are right. Its user decides whether it is accepted. */
export interface SignedToken {
  /** The caller as this isolate last read its user. */
  seen(now: Date): (VerifiedToken & { readonly isProven: boolean }) | null;
  /** The statement that reads the user of a caller that was seen: no row, or one. */
  query(): Query<UserRow>;
  /** The caller after that row has been read. */
  accept(user: UserRow | undefined, now: Date): VerifiedToken | null;
  /** Finds the user, and creates it for the first token of an external issuer. */
  verify(now: Date): Promise<VerifiedToken | null>;
}

/** Null when the token is malformed, forged or expired. */
export async function readToken(
  db: Db,
  settings: CommonSettings,
  token: string,
  now: Date,
): Promise<SignedToken | null> {
  const claims = token.length > longest ? null : await claimsOf(db, settings, token, now);
  if (!claims) return null;
  const isExternal = trustedIssuer(settings).external !== null;
  const userId = isExternal ? knownSubject(claims) : (pathId().safeParse(claims.sub).data ?? null);
  const callerOf = (user: UserRow | null, now: Date) =>
    user && !isExpired(claims, now, isExternal) ? verifiedAs(user, settings, claims) : null;
  return {
    seen(now) {
      const seen = userId === null ? null : seenUser(userId, now);
      const caller = callerOf(seen?.user ?? null, now);
      return seen && caller && { ...caller, isProven: seen.isProven };
    },
    query: () => userWithId(userId ?? missing('the user of a token that was seen')),
    accept: (user, now) => callerOf(userId === null ? null : acceptUser(userId, user, now), now),
    async verify(now) {
      if (isExternal) return callerOf(await externalUser(db, claims, now), now);
      return callerOf(userId === null ? null : await userById(db, userId, now), now);
    },
  };
}

/** A body may arrive after its token has expired. */
const isExpired = ({ exp = 0 }: JWTPayload, now: Date, isExternal: boolean): boolean =>
  (exp + (isExternal ? externalToleranceSeconds : 0)) * 1_000 <= now.getTime();

function verifiedAs(user: UserRow, settings: CommonSettings, claims: JWTPayload): VerifiedToken | null {
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

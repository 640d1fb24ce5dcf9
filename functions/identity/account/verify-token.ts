import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Db } from '../../../db/client.ts';
import { type TokenIds, type UserRow, userOfToken } from '../../../db/identity/users.ts';
import type { Query } from '../../../db/query.ts';
import { missing, Refusal } from '../../../schema/shared/errors.ts';
import { pathId } from '../../../schema/shared/ids.ts';
import type { Actor } from '../../context.ts';
import type { CommonSettings } from '../../settings/index.ts';
import { externalUser, knownSubject } from './external-user.ts';
import { acceptUser, type KnownBy, provenUser, seenUser } from './known-users.ts';
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
  /** The statement that proves a caller that was seen: no row, or the user. */
  query(now: Date): Query<UserRow>;
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
  const signed = token.length > longest ? null : await signedOf(db, settings, token, now);
  if (!signed) return null;
  const { claims } = signed;
  const isExternal = trustedIssuer(settings).external !== null;
  const own = isExternal ? null : ownIds(signed);
  if (!isExternal && own === null) return null;
  const known = own === null ? knownSubject(claims) : bySession(own);
  const callerOf = (user: UserRow | null, now: Date) =>
    user && !isExpired(claims, now, isExternal) ? verifiedAs(user, own?.sessionId ?? null, claims) : null;
  return {
    seen(now) {
      const seen = known && seenUser(known, now);
      const caller = callerOf(seen?.user ?? null, now);
      return seen && caller && { ...caller, isProven: seen.isProven };
    },
    query: (now) => (known ?? missing('the user of a token that was seen')).query(now),
    accept: (user, now) => callerOf(known && acceptUser(known, user, now), now),
    async verify(now) {
      if (own === null) return callerOf(await externalUser(db, claims, now), now);
      return callerOf(await provenUser(db, bySession(own), now), now);
    },
  };
}

/** A body may arrive after its token has expired. */
const isExpired = ({ exp = 0 }: JWTPayload, now: Date, isExternal: boolean): boolean =>
  (exp + (isExternal ? externalToleranceSeconds : 0)) * 1_000 <= now.getTime();

const verifiedAs = (user: UserRow, sessionId: number | null, { scope }: JWTPayload): VerifiedToken => {
  const { id: userId, ...standing } = user;
  return {
    actor: { userId, ...standing, sessionId, key: null },
    scopes: typeof scope === 'string' ? scope.split(' ') : null,
  };
};

/** The user, the session and the key of one of our own tokens; null when it lacks one. */
function ownIds({ claims, keyId }: Signed): TokenIds | null {
  const [userId, sessionId, signedBy] = [claims.sub, claims.sid, keyId].map((id) => pathId().safeParse(id).data);
  return userId === undefined || sessionId === undefined || signedBy === undefined
    ? null
    : { userId, sessionId, keyId: signedBy };
}

const bySession = (ids: TokenIds): KnownBy => ({
  name: `${ids.userId}/${ids.sessionId}/${ids.keyId}`,
  query: (now) => userOfToken(ids, now),
});

interface Signed {
  readonly claims: JWTPayload;
  readonly keyId: string | undefined;
}

async function signedOf(db: Db, settings: CommonSettings, token: string, now: Date): Promise<Signed | null> {
  const { own, external } = trustedIssuer(settings);
  const { issuer, audience } = external ?? own;
  const checks = { issuer, audience, requiredClaims: ['sub', 'exp'], currentDate: now };
  try {
    const { payload: claims, protectedHeader } = external
      ? await jwtVerify(token, externalKeys(external.jwksUrl), {
          ...checks,
          algorithms: externalAlgorithms,
          clockTolerance: externalToleranceSeconds,
        })
      : await jwtVerify(token, ownKeys(db, now), { ...checks, algorithms: ownAlgorithms });
    return { claims, keyId: protectedHeader.kid };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // jose's own errors, and the TypeError that it throws for values it cannot decode or import.
    if (error instanceof errors.JOSEError || error instanceof TypeError || isCryptoFault(error)) return null;
    throw error;
  }
}

const isCryptoFault = (error: unknown): boolean => error instanceof DOMException;

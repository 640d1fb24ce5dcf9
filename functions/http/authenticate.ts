import { Refusal } from '../../schema/shared/errors.ts';
import { isMutation, type Operation } from '../../schema/shared/operation.ts';
import type { Actor, ApiCtx } from '../context.ts';
import { verifyToken } from '../identity/account/index.ts';
import { isGenuine, knownOwner, parseKey, verifyKey } from '../identity/api-keys/index.ts';
import { sha256 } from '../platform/hash.ts';

/** How a caller authenticates. */
export type Via = 'key' | 'token' | 'none';

export interface Caller {
  readonly actor: Actor;
  /** The scope that the key or token lacks. It is reported right after verification. */
  readonly scopeRefusal: Refusal | null;
}

/** A credential as presented, before verification. */
export interface Credential {
  /**
   * Identifies the key to the rate limit before it is verified. It is derived from the secret's hash, so that nobody else can spend the
   * limit.
   */
  readonly id: string | null;
  /** The owner, if this isolate has verified the credential before. */
  readonly ownerId: number | null;
  /** Whether the credential is plausible: this isolate has verified it, or it has a MAC of this service. Needs no I/O. */
  isLikely(): Promise<boolean>;
  /** The caller at that time; null when the credential is invalid. */
  verify(now: Date): Promise<Caller | null>;
}

/** The credential of a request; null when it is malformed. Throws when it is missing. */
export async function credentialOf(
  headers: Headers,
  via: 'key' | 'token',
  operation: Operation,
  ctx: ApiCtx,
): Promise<Credential | null> {
  return via === 'key' ? keyCredential(headers, operation, ctx) : tokenCredential(headers, operation, ctx);
}

async function keyCredential(headers: Headers, operation: Operation, ctx: ApiCtx): Promise<Credential | null> {
  const authorization = headers.get('authorization');
  const header = headers.get('x-api-key');
  if (authorization === null && header === null) throw new Refusal('API_KEY_INVALID');
  const bearer = authorization === null ? header : bearerOf(authorization);
  // Refuses two different keys. workerd joins repeated headers with a comma, which no key contains.
  const text = header !== null && bearer !== header ? null : bearer;
  const presented = text === null ? null : parseKey(text, ctx.settings.KEY_PREFIX_WORD);
  if (!presented) return null;
  const hash = await sha256(presented.secret);
  const ownerId = knownOwner(presented, hash);
  return {
    ownerId,
    isLikely: async () => ownerId !== null || isGenuine(presented, ctx.settings),
    id: `key:${presented.prefix}:${Buffer.from(hash).toString('base64url').slice(0, 22)}`,
    async verify(now) {
      const actor = await verifyKey(ctx.db, presented, hash, now);
      if (!actor) return null;
      const reaches = !isMutation(operation) || actor.key?.scopes.includes('write');
      return { actor, scopeRefusal: reaches ? null : new Refusal('API_KEY_MISSING_SCOPE') };
    },
  };
}

async function tokenCredential(headers: Headers, operation: Operation, ctx: ApiCtx): Promise<Credential | null> {
  const authorization = headers.get('authorization');
  if (authorization === null) throw new Refusal('JWT_INVALID');
  const token = bearerOf(authorization);
  if (token === null || token.includes(',')) return null;
  return {
    id: null,
    ownerId: null,
    // Verifying a token needs no query.
    isLikely: async () => true,
    async verify(now) {
      const verified = await verifyToken(ctx.db, ctx.settings, token, now);
      if (!verified) return null;
      const { actor, scopes } = verified;
      const isReached = scopes === null || scopes.includes(isMutation(operation) ? 'write' : 'read');
      const isStaffEnough = operation.access !== 'staff' || actor.roles.includes('STAFF');
      return { actor, scopeRefusal: isReached && isStaffEnough ? null : new Refusal('insufficient_scope') };
    },
  };
}

/** RFC 6750, 2.1; the scheme is case-insensitive (RFC 9110, 11.1). */
const bearerOf = (authorization: string): string | null => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? null;

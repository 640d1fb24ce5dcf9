import { Refusal } from '../../schema/shared/errors.ts';
import { isMutation, type Operation } from '../../schema/shared/operation.ts';
import type { Actor, ApiCtx } from '../context.ts';
import { type CookieSession, readToken } from '../identity/account/index.ts';
import { acceptKey, isGenuine, keyQuery, noteUse, parseKey, seenKey, verifyKey } from '../identity/api-keys/index.ts';
import { sha256 } from '../platform/hash.ts';
import { type Proof, proofBy } from './proof.ts';

/** How a caller authenticates. */
export type Via = 'key' | 'token' | 'none';

export interface Caller {
  readonly actor: Actor;
  /** The scope that the key or token lacks. It is reported right after verification. */
  readonly scopeRefusal: Refusal | null;
}

/** A credential as presented. */
export interface Credential {
  /**
   * Identifies the key to the rate limit before it is verified. It is derived from the secret's hash, so that nobody else can spend the
   * limit.
   */
  readonly id: string | null;
  /** Whether the credential is plausible: this isolate has read it, or it has a MAC of this service. Needs no I/O. */
  isLikely(): Promise<boolean>;
  /** The caller as this isolate last read it. It is proven if that was within the last second. */
  seen(now: Date): (Caller & { readonly isProven: boolean }) | null;
  /** Proves a caller that was seen. */
  proof(now: Date): Proof<Caller>;
  /** The caller at that time; null when the credential is invalid. */
  verify(now: Date): Promise<Caller | null>;
  /** Stores that a call was accepted. Null if there is nothing to store. */
  noteUse(now: Date): Promise<void> | null;
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
  const callerOf = (actor: Actor): Caller => {
    const reaches = !isMutation(operation) || actor.key?.scopes.includes('write');
    return { actor, scopeRefusal: reaches ? null : new Refusal('API_KEY_MISSING_SCOPE') };
  };
  return {
    id: `key:${presented.prefix}:${Buffer.from(hash).toString('base64url').slice(0, 22)}`,
    isLikely: async () => seenKey(presented, hash, ctx.now()) !== null || isGenuine(presented, ctx.settings),
    seen(now) {
      const seen = seenKey(presented, hash, now);
      return seen && { ...callerOf(seen.actor), isProven: seen.isProven };
    },
    proof: (now) =>
      proofBy(ctx.db, keyQuery(presented), (row) => mapped(acceptKey(presented, row, hash, now), callerOf)),
    verify: async (now) => mapped(await verifyKey(ctx.db, presented, hash, now), callerOf),
    noteUse: (now) => noteUse(ctx.db, presented, now),
  };
}

async function tokenCredential(headers: Headers, operation: Operation, ctx: ApiCtx): Promise<Credential | null> {
  const authorization = headers.get('authorization');
  if (authorization === null) throw new Refusal('JWT_INVALID');
  const text = bearerOf(authorization);
  if (text === null || text.includes(',')) return null;
  const token = await readToken(ctx.db, ctx.settings, text, ctx.now());
  if (!token) return null;
  const callerOf = ({ actor, scopes }: { actor: Actor; scopes: readonly string[] | null }): Caller => {
    const isReached = scopes === null || scopes.includes(isMutation(operation) ? 'write' : 'read');
    const isStaffEnough = operation.access !== 'staff' || actor.roles.includes('STAFF');
    return { actor, scopeRefusal: isReached && isStaffEnough ? null : new Refusal('insufficient_scope') };
  };
  return {
    id: null,
    isLikely: async () => true,
    seen(now) {
      const seen = token.seen(now);
      return seen && { ...callerOf(seen), isProven: seen.isProven };
    },
    proof: (now) => proofBy(ctx.db, token.query(now), (row) => mapped(token.accept(row, now), callerOf)),
    verify: async (now) => mapped(await token.verify(now), callerOf),
    noteUse: () => null,
  };
}

/** The session of a browser as a credential. A page checks the role for each operation that it calls. */
export function sessionCredential(session: CookieSession, ctx: ApiCtx): Credential {
  const callerOf = (actor: Actor): Caller => ({ actor, scopeRefusal: null });
  return {
    id: null,
    isLikely: async () => true,
    seen(now) {
      const seen = session.seen(now);
      return seen && { ...callerOf(seen.actor), isProven: seen.isProven };
    },
    proof(now) {
      const ofUser = proofBy(ctx.db, session.query(), (row) => row ?? null);
      return {
        alone: async () => mapped(await session.verify(now), callerOf),
        async beside(other) {
          const [confirmed, { caller: user, given }] = await Promise.all([session.confirm(now), ofUser.beside(other)]);
          return { caller: mapped(session.accept(confirmed, user ?? undefined, now), callerOf), given };
        },
      };
    },
    verify: async (now) => mapped(await session.verify(now), callerOf),
    noteUse: () => null,
  };
}

const mapped = <T, U>(value: T | null, map: (value: T) => U): U | null => (value === null ? null : map(value));

/** RFC 6750, 2.1; the scheme is case-insensitive (RFC 9110, 11.1). */
const bearerOf = (authorization: string): string | null => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? null;

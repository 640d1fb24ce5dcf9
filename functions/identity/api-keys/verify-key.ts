import type { Db } from '../../../db/client.ts';
import { bytesOfHex } from '../../../db/hex.ts';
import { type KeyRow, keyByPrefix, markKeyUsed } from '../../../db/identity/api-keys.ts';
import type { Query } from '../../../db/query.ts';
import type { Actor } from '../../context.ts';
import { isolateCache } from '../../isolate-cache.ts';
import { areEqual } from '../../platform/mac.ts';
import { isTrusted } from '../trust.ts';
import type { PresentedKey } from './rules.ts';

const max = 5_000;
const seen = isolateCache<string, { readonly key: KeyRow; readonly readAt: number }>(max);
/** Prefixes without a key, and when that was read. */
const unknown = isolateCache<string, number>(max);

/** A key as this isolate last read it. */
export interface SeenKey {
  readonly actor: Actor;
  /** It was read within the last second. */
  readonly isProven: boolean;
}

/** The actor of a key that this isolate has read; null for other keys, other secrets and expired keys. */
export function seenKey({ prefix }: PresentedKey, secretSha256: Uint8Array, now: Date): SeenKey | null {
  const known = seen.get(prefix);
  if (known === undefined) return null;
  const actor = actorOf(known.key, secretSha256, now);
  return actor && { actor, isProven: isTrusted(known.readAt, now) };
}

/** The actor of a key; null when it is unknown, wrong or expired. */
export async function verifyKey(
  db: Db,
  presented: PresentedKey,
  secretSha256: Uint8Array,
  now: Date,
): Promise<Actor | null> {
  const { prefix } = presented;
  const known = seen.get(prefix);
  if (known && isTrusted(known.readAt, now)) return actorOf(known.key, secretSha256, now);
  const missedAt = unknown.get(prefix);
  if (missedAt !== undefined && isTrusted(missedAt, now)) return null;
  const [row] = await db.read(keyQuery(presented));
  return acceptKey(presented, row, secretSha256, now);
}

/** The statement that proves a key: no row, or one. */
export const keyQuery = ({ prefix }: PresentedKey): Query<KeyRow> => keyByPrefix({ prefix });

/** The actor of a key whose row has just been read. */
export function acceptKey(
  { prefix }: PresentedKey,
  key: KeyRow | undefined,
  secretSha256: Uint8Array,
  now: Date,
): Actor | null {
  seen.delete(prefix);
  unknown.delete(prefix);
  if (key === undefined) unknown.set(prefix, now.getTime());
  else seen.set(prefix, { key, readAt: now.getTime() });
  return key === undefined ? null : actorOf(key, secretSha256, now);
}

function actorOf(key: KeyRow, secretSha256: Uint8Array, now: Date): Actor | null {
  if (!areEqual(bytesOfHex(key.secretHex), secretSha256)) return null;
  if (key.expiresAt !== null && key.expiresAt <= now) return null;
  return {
    userId: key.ownerId,
    displayName: key.ownerName,
    roles: key.ownerRoles,
    isSuspended: key.isOwnerSuspended,
    isVerified: key.isOwnerVerified,
    sessionId: null,
    key: { id: key.id, name: key.name, prefix: key.prefix, scopes: key.scopes, expiresAt: key.expiresAt },
  };
}

/** Stores that the key was used, at most once a minute. Null if that was within the last minute. */
export function noteUse(db: Db, { prefix }: PresentedKey, now: Date): Promise<void> | null {
  const known = seen.get(prefix);
  const since = new Date(now.getTime() - 60_000);
  if (!known || (known.key.lastUsedAt !== null && known.key.lastUsedAt >= since)) return null;
  const { key, readAt } = known;
  seen.set(prefix, { key: { ...key, lastUsedAt: now }, readAt });
  return db.transaction([markKeyUsed({ id: key.id, now, since })]);
}

/** After a change of an owner or of its keys: this isolate shows it at once, the others within a second. */
export function forgetOwner(ownerId: number): void {
  for (const [prefix, { key }] of [...seen]) if (key.ownerId === ownerId) seen.delete(prefix);
}

import type { Db } from '../../../db/client.ts';
import { type KeyRow, readKeyByPrefix } from '../../../db/identity/api-keys.ts';
import type { Actor } from '../../context.ts';
import { isolateCache } from '../../isolate-cache.ts';
import { areEqual } from '../../platform/mac.ts';
import type { PresentedKey } from './rules.ts';

// An isolate caches a key and its owner for one second, so a revocation takes effect everywhere within a second.
const trustMs = 1_000;
const max = 5_000;
const known = isolateCache<string, { readonly key: KeyRow; readonly readAt: number }>(max);
/** Prefixes without a key, and when that was read. */
const unknown = isolateCache<string, number>(max);

/** The actor of a key; null when it is unknown, wrong or expired. */
export async function verifyKey(
  db: Db,
  presented: PresentedKey,
  secretSha256: Uint8Array,
  now: Date,
): Promise<Actor | null> {
  const key = await keyOf(db, presented.prefix, secretSha256, now);
  if (!key || !areEqual(key.secretSha256, secretSha256)) return null;
  if (key.expiresAt !== null && key.expiresAt <= now) return null;
  return {
    userId: key.ownerId,
    displayName: key.ownerName,
    roles: key.ownerRoles,
    isSuspended: key.isOwnerSuspended,
    isVerified: key.isOwnerVerified,
    signedInAt: null,
    key: { id: key.id, name: key.name, prefix: key.prefix, scopes: key.scopes, expiresAt: key.expiresAt },
  };
}

/** The owner of a key that has worked in this isolate before; null for other keys and other secrets. */
export function knownOwner({ prefix }: PresentedKey, secretSha256: Uint8Array): number | null {
  const key = known.get(prefix)?.key;
  return key && areEqual(key.secretSha256, secretSha256) ? key.ownerId : null;
}

async function keyOf(db: Db, prefix: string, secretSha256: Uint8Array, now: Date): Promise<KeyRow | null> {
  const seen = known.get(prefix);
  const requestedAt = now.getTime();
  if (seen && requestedAt - seen.readAt < trustMs) return seen.key;
  const missedAt = unknown.get(prefix);
  if (missedAt !== undefined && requestedAt - missedAt < trustMs) return null;
  const key = await readKeyByPrefix(db, prefix, secretSha256, now);
  known.delete(prefix);
  unknown.delete(prefix);
  if (!key) {
    unknown.set(prefix, requestedAt);
    return null;
  }
  known.set(prefix, { key, readAt: requestedAt });
  return key;
}

/** After a change of an owner or of its keys: this isolate shows it at once, the others within a second. */
export function forgetOwner(ownerId: number): void {
  for (const [prefix, { key }] of [...known]) if (key.ownerId === ownerId) known.delete(prefix);
}

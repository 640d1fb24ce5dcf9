import { sql } from 'drizzle-orm';
import type { Role, Scope } from '../schema/enums.ts';
import type { Db } from './client.ts';

/** A key with what is needed of its owner to decide a call. */
export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly secretSha256: Uint8Array;
  readonly ownerId: number;
  readonly ownerName: string;
  readonly ownerRoles: readonly Role[];
  readonly isOwnerSuspended: boolean;
}

/** Reads a key; in the same statement notes its use, at most once a minute and only when the secret is right. */
export async function readKeyByPrefix(
  db: Db,
  prefix: string,
  secretSha256: Uint8Array,
  now: Date,
): Promise<KeyRow | null> {
  const [key] = await db.rows<KeyColumns>(sql`
    with used as (
      update api_keys set last_used_at = ${now}
      where prefix = ${prefix} and secret_sha256 = ${secretSha256}
        and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')
    )
    select k.id, k.name, k.prefix, k.scopes, k.expires_at as "expiresAt", encode(k.secret_sha256, 'hex') as hash,
           u.id as "ownerId", u.name as "ownerName", u.roles as "ownerRoles", u.suspended_at is not null as "isOwnerSuspended"
    from api_keys k join users u on u.id = k.owner_id
    where k.prefix = ${prefix}`);
  if (!key) return null;
  const { hash, ownerId, ...rest } = key;
  return { ...rest, ownerId: Number(ownerId), secretSha256: Uint8Array.from(Buffer.from(hash, 'hex')) };
}

type KeyColumns = Omit<KeyRow, 'secretSha256' | 'ownerId'> & { hash: string; ownerId: bigint };

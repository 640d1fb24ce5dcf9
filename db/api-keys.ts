import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Role, Scope } from '../schema/enums.ts';
import { array, type Db } from './client.ts';
import { limitCode } from './failures.ts';
import { isVerified } from './users.ts';

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
  readonly isOwnerVerified: boolean;
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
      where prefix = ${prefix} and secret_sha256 = ${secretSha256} and deleted_at is null
        and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')
    )
    select k.id, k.name, k.prefix, k.scopes, k.expires_at as "expiresAt", encode(k.secret_sha256, 'hex') as hash,
           u.id as "ownerId", u.name as "ownerName", u.roles as "ownerRoles", u.suspended_at is not null as "isOwnerSuspended",
           ${isVerified} as "isOwnerVerified"
    from api_keys k join users u on u.id = k.owner_id
    where k.prefix = ${prefix} and k.deleted_at is null`);
  if (!key) return null;
  const { hash, ownerId, ...rest } = key;
  return { ...rest, ownerId: Number(ownerId), secretSha256: Uint8Array.from(Buffer.from(hash, 'hex')) };
}

type KeyColumns = Omit<KeyRow, 'secretSha256' | 'ownerId'> & { hash: string; ownerId: bigint };

/** A key as its owner sees it. */
export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface NewKey extends ListedKey {
  readonly ownerId: number;
  readonly secretSha256: Uint8Array;
}

/**
 * The row of the owner is locked first, so that of parallel inserts none passes the limit, and none by a token from before the
 * password changed comes after that change.
 */
export const insertKey = (key: NewKey, signedInAt: Date | null, mostLive: number): SQL[] => [
  sql`select from users where id = ${key.ownerId} for no key update`,
  sql`select guard((
        select ${signedInAt}::timestamptz is null or password_changed_at is null or ${signedInAt}::timestamptz >= password_changed_at
        from users where id = ${key.ownerId}
      ), 'JWT_INVALID')`,
  sql`insert into api_keys (id, owner_id, name, prefix, secret_sha256, scopes, expires_at, created_at)
      values (${key.id}, ${key.ownerId}, ${key.name}, ${key.prefix}, ${key.secretSha256}, ${array(key.scopes)},
              ${key.expiresAt}, ${key.createdAt})`,
  sql`select guard((
        select count(*) <= ${mostLive} from api_keys
        where owner_id = ${key.ownerId} and deleted_at is null and (expires_at is null or expires_at > ${key.createdAt})
      ), ${limitCode('api_keys')})`,
];

const listedColumns = sql`id, name, prefix, scopes, expires_at as "expiresAt", created_at as "createdAt",
  last_used_at as "lastUsedAt"`;

/** The owner's keys after the cursor, newest first; null when the cursor was never in this list. */
export async function readKeys(
  db: Db,
  ownerId: number,
  page: { cursor: string | null; most: number },
): Promise<ListedKey[] | null> {
  const rows = await db.rows<ListedKey | { id: null }>(sql`
    with place as (select created_at, id from api_keys where id = ${page.cursor} and owner_id = ${ownerId}),
    listed as (
      select ${listedColumns} from api_keys
      where owner_id = ${ownerId} and deleted_at is null
        and (${page.cursor}::uuid is null or (created_at, id) < (select created_at, id from place))
      order by created_at desc, id desc limit ${page.most}
    )
    select listed.* from (select 1) one
    left join listed on true
    where ${page.cursor}::uuid is null or exists (select from place)
    order by "createdAt" desc, id desc`);
  if (rows.length === 0) return null;
  return rows.filter((row) => row.id !== null);
}

/** The key that was deleted, or null when the owner has no such key. */
export async function deleteKey(db: Db, ownerId: number, keyId: string, now: Date): Promise<ListedKey | null> {
  const [key] = await db.rows<ListedKey>(sql`
    update api_keys set deleted_at = ${now} where id = ${keyId} and owner_id = ${ownerId} and deleted_at is null
    returning ${listedColumns}`);
  return key ?? null;
}

/** The owner's keys that work, newest first; `mostLiveKeys` at most. */
export const readLiveKeys = (db: Db, ownerId: number, now: Date): Promise<ListedKey[]> =>
  db.rows<ListedKey>(sql`
    select ${listedColumns} from api_keys
    where owner_id = ${ownerId} and deleted_at is null and (expires_at is null or expires_at > ${now})
    order by created_at desc, id desc`);

/** No key of the owner works any more. */
export const deleteKeysOf = (ownerId: number, now: Date): SQL =>
  sql`update api_keys set deleted_at = ${now} where owner_id = ${ownerId} and deleted_at is null`;

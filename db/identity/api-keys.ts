import { and, eq, gt, isNull, lt, or, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { limitCode } from '../failures.ts';
import { build, changesOne, guard, json, jsonList, maybe, query, type RowOf, select, type TypeOf } from '../query.ts';
import type { ParametersOf, Value } from '../statements.ts';
import { storedChange, storedRead } from '../stored.ts';
import { apiKeys } from '../tables/api-keys.ts';
import { users } from '../tables/identity.ts';
import { isVerified } from './users.ts';

const keyFields = {
  id: apiKeys.id,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  scopes: apiKeys.scopes,
  expiresAt: apiKeys.expiresAt,
  secretHex: sql<string>`encode(${apiKeys.secretSha256}, 'hex')`,
  lastUsedAt: apiKeys.lastUsedAt,
  ownerId: users.id,
  ownerName: users.name,
  ownerRoles: users.roles,
  isOwnerSuspended: sql<boolean>`${users.suspendedAt} is not null`,
  isOwnerVerified: isVerified,
};

/** A key with the fields of its owner that decide a call. */
export type KeyRow = RowOf<typeof keyFields>;

/** The key with this prefix, unless the key or its owner is deleted: no row, or one. */
export const keyByPrefix = storedRead(
  'key_by_prefix',
  ['prefix'],
  ({ prefix }: ParametersOf<{ readonly prefix: string }>) =>
    select(
      keyFields,
      sql`from ${apiKeys} join ${users} on ${users.id} = ${apiKeys.ownerId}
      where ${apiKeys.prefix} = ${prefix} and ${apiKeys.deletedAt} is null and ${users.deletedAt} is null`,
    ),
);

interface KeyUse {
  readonly id: string;
  readonly now: Date;
  /** A use after this time is not stored: there has been another one. */
  readonly since: Date;
}

/** Stores the time of a use. */
export const markKeyUsed = storedChange(
  'mark_key_used',
  ['id', 'now', 'since'],
  ({ id, now, since }: ParametersOf<KeyUse>) =>
    build
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(
        and(
          eq(apiKeys.id, id),
          isNull(apiKeys.deletedAt),
          or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, since)),
        ),
      ),
);

const listedFields = {
  id: apiKeys.id,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  scopes: apiKeys.scopes,
  expiresAt: apiKeys.expiresAt,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
  replacedAt: apiKeys.replacedAt,
};

/** A key as its owner sees it. */
export type ListedKey = RowOf<typeof listedFields>;

const listedJson = json(listedFields);

/** The newest keys of a user that are not deleted, as JSON: a field of the facts. */
export const newestKeys = (ownerId: number, limit: number): SQL<readonly TypeOf<typeof listedJson>[]> =>
  jsonList(
    listedJson,
    sql`from (select * from ${apiKeys} where ${apiKeys.ownerId} = ${ownerId} and ${apiKeys.deletedAt} is null
      order by ${apiKeys.createdAt} desc, ${apiKeys.id} desc limit ${limit}) ${apiKeys}`,
    sql`${apiKeys.createdAt} desc, ${apiKeys.id} desc`,
  );

export interface NewKey extends ListedKey {
  readonly ownerId: number;
  readonly secretSha256: Uint8Array;
}

/**
 * The row of the owner is locked first: parallel inserts cannot exceed the limit, and a change of the password ends the session of the
 * caller before this commit checks it, or the key after it.
 */
export const insertKey = (key: NewKey, maxLive: number): SQLWrapper[] => [
  sql`select from ${users} where ${users.id} = ${key.ownerId} for no key update`,
  build.insert(apiKeys).values(key),
  guard(
    sql`(select count(*) <= ${maxLive} from ${apiKeys} where ${isLive(key.ownerId, key.createdAt)})`,
    limitCode('api_keys'),
  ),
];

/** A condition: the owner has not deleted the key, and it has not expired. */
export const isLive = (ownerId: number | typeof users.id, at: Value<Date>): SQL | undefined =>
  and(
    eq(apiKeys.ownerId, ownerId),
    isNull(apiKeys.deletedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, at)),
  );

/** An order of keys. */
export const newestFirst = sql`${apiKeys.createdAt} desc, ${apiKeys.id} desc`;

/** The owner's keys after the cursor, newest first; null when the cursor was never in this list. */
export async function readKeys(
  db: Db,
  ownerId: number,
  page: { cursor: string | null; limit: number },
): Promise<ListedKey[] | null> {
  const rows = await db.read(
    query(
      { ...listedFields, id: sql<string | null>`${apiKeys.id}` },
      (columns) => sql`
        with place as (
          select ${apiKeys.createdAt}, ${apiKeys.id} from ${apiKeys}
          where ${apiKeys.id} = ${page.cursor} and ${apiKeys.ownerId} = ${ownerId}),
        listed as (
          select ${sql.join(Object.values(listedFields), sql`, `)} from ${apiKeys}
          where ${apiKeys.ownerId} = ${ownerId} and ${apiKeys.deletedAt} is null
            and (${page.cursor}::uuid is null or (${apiKeys.createdAt}, ${apiKeys.id}) < (select * from place))
          order by ${newestFirst} limit ${page.limit}
        )
        select ${columns} from (select 1) one
        left join listed ${apiKeys} on true
        where ${page.cursor}::uuid is null or exists (select from place)
        order by ${newestFirst}`,
    ),
  );
  if (rows.length === 0) return null;
  return rows.flatMap(({ id, ...key }) => (id === null ? [] : [{ id, ...key }]));
}

/** The key that was deleted, or null when the owner has no such key. */
export const deleteKey = (db: Db, ownerId: number, keyId: string, now: Date): Promise<ListedKey | null> =>
  maybe(
    db,
    query(
      listedFields,
      (columns) =>
        sql`${build
          .update(apiKeys)
          .set({ deletedAt: now })
          .where(and(eq(apiKeys.id, keyId), eq(apiKeys.ownerId, ownerId), isNull(apiKeys.deletedAt)))
          .getSQL()} returning ${columns}`,
    ),
  );

/** The key of an owner that is neither deleted nor expired; null if there is none. */
export const readLiveKey = (db: Db, ownerId: number, keyId: string, now: Date): Promise<ListedKey | null> =>
  maybe(db, select(listedFields, sql`from ${apiKeys} where ${and(eq(apiKeys.id, keyId), isLive(ownerId, now))}`));

export interface Replacement {
  readonly id: string;
  readonly ownerId: number;
  readonly at: Date;
  readonly endsAt: Date;
}

/** Ends a key that another one replaces. VERSION_CONFLICT ends the transaction if it was replaced or deleted meanwhile. */
export const replaceKey = ({ id, ownerId, at, endsAt }: Replacement): SQLWrapper =>
  changesOne(
    build
      .update(apiKeys)
      .set({ replacedAt: at, expiresAt: sql`least(${apiKeys.expiresAt}, ${endsAt})` })
      .where(and(eq(apiKeys.id, id), isLive(ownerId, at), isNull(apiKeys.replacedAt))),
  );

/** The owner's keys that work, newest first; `maxLiveKeys` at most. */
export const readLiveKeys = (db: Db, ownerId: number, now: Date): Promise<ListedKey[]> =>
  db.read(select(listedFields, sql`from ${apiKeys} where ${isLive(ownerId, now)} order by ${newestFirst}`));

/** Deletes all keys of the owner. */
export const deleteKeysOf = (ownerId: number, now: Date): SQLWrapper =>
  build
    .update(apiKeys)
    .set({ deletedAt: now })
    .where(and(eq(apiKeys.ownerId, ownerId), isNull(apiKeys.deletedAt)));

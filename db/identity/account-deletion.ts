import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { DeletionObstacle } from '../../schema/identity/deletion-terms.ts';
import type { Db } from '../client.ts';
import { one, type Query, query, type RowOf, select } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { users } from '../tables/identity.ts';
import { socialAccounts } from '../tables/social-accounts.ts';

/** An obstacle that the database finds. STAFF_ROLE comes from the roles of the user. */
export type Obstacle = Exclude<DeletionObstacle, 'STAFF_ROLE'>;

/** What keeps the user from being deleted: a field of the facts. */
export const obstaclesOf = (userId: number): SQL<readonly Obstacle[]> =>
  sql`to_json(account_obstacles(${userId}::bigint))`;

/** Ends the account. VERSION_CONFLICT ends the transaction if something is in the way, or if it is deleted already. */
export const deleteAccount = (userId: number, at: Date): SQL =>
  sql`select delete_account(${userId}::bigint, ${at}::timestamptz)`;

const deletedFields = {
  userId: users.id,
  deletedAt: sql<Date>`${users.deletedAt}`,
  /** Accounts and channels that have not ended. */
  accountIds: sql<
    readonly number[]
  >`(select coalesce(json_agg(${socialAccounts.id} order by ${socialAccounts.id}), '[]')
    from ${socialAccounts} where ${socialAccounts.ownerId} = ${users.id} and ${socialAccounts.status} <> 'DELETED')`,
  channelIds: sql<readonly number[]>`(select coalesce(json_agg(${channels.id} order by ${channels.id}), '[]')
    from ${channels} where ${channels.creatorId} = ${users.id} and ${channels.status} <> 'REMOVED' and ${channels.kind} = 'MANUAL')`,
};

/** A deleted account whose personal data is not erased yet. */
export type UnerasedAccount = RowOf<typeof deletedFields>;

/** Deleted accounts whose personal data is not erased yet, the oldest first, at most `limit`. */
export const unerasedAccounts = (limit: number): Query<UnerasedAccount> =>
  select(
    deletedFields,
    sql`from ${users} where ${users.deletedAt} is not null and ${users.erasedAt} is null order by ${users.deletedAt} limit ${limit}`,
  );

/** Erases at most `limit` rows of each kind of a deleted account, and gives the number of rows. */
export const eraseRows = async (db: Db, userId: number, limit: number, at: Date): Promise<number> => {
  const erasing: Query<{ readonly erased: number }> = query(
    { erased: sql<number>`erase_account(${userId}::bigint, ${limit}::int, ${at}::timestamptz)` },
    (columns) => sql`select ${columns}`,
  );
  return (await one(db, erasing)).erased;
};

/** Marks the account as erased. */
export const markErased = (userId: number, at: Date): SQL =>
  sql`select account_erased(${userId}::bigint, ${at}::timestamptz)`;

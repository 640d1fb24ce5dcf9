import type { SQLWrapper } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { build, one, query, type RowOf } from '../query.ts';
import { apiKeys } from '../tables/api-keys.ts';
import { sessions, verifications } from '../tables/identity.ts';
import { suspendedSessions } from '../tables/suspended-sessions.ts';

/** Costs as much as a write, and leaves a row that nobody can use and the next sweep deletes. */
export const writeNothing = (at: Date): SQLWrapper =>
  build.insert(verifications).values({ identifier: '', value: '', expiresAt: new Date(at.getTime() - 1_000) });

const deletedFields = {
  sessions: sql<number>`(select count(*) from s)::int`,
  suspendedSessions: sql<number>`(select count(*) from e)::int`,
  verifications: sql<number>`(select count(*) from v)::int`,
  apiKeys: sql<number>`(select count(*) from k)::int`,
};

/** The numbers of deleted rows. */
export type Expired = RowOf<typeof deletedFields>;

/** Deletes expired sessions, also those that a suspension has ended, expired verifications, and keys that were deleted a month ago: at most `limit` of each kind. */
export function deleteExpired(db: Db, now: Date, limit: number): Promise<Expired> {
  const monthAgo = sql`${now}::timestamptz - interval '30 days'`;
  return one(
    db,
    query(
      deletedFields,
      (columns) => sql`
        with s as (delete from ${sessions} where ${sessions.id} = any (array(
               select ${sessions.id} from ${sessions} where ${sessions.expiresAt} < ${now}
               order by ${sessions.expiresAt} limit ${limit})) returning 1),
             e as (delete from ${suspendedSessions} where ${suspendedSessions.tokenSha256} = any (array(
               select ${suspendedSessions.tokenSha256} from ${suspendedSessions} where ${suspendedSessions.expiresAt} < ${now}
               order by ${suspendedSessions.expiresAt} limit ${limit})) returning 1),
             v as (delete from ${verifications} where ${verifications.id} = any (array(
               select ${verifications.id} from ${verifications} where ${verifications.expiresAt} < ${now}
               order by ${verifications.expiresAt} limit ${limit})) returning 1),
             k as (delete from ${apiKeys} where ${apiKeys.id} = any (array(
               select ${apiKeys.id} from ${apiKeys} where ${apiKeys.deletedAt} < ${monthAgo}
               order by ${apiKeys.deletedAt} limit ${limit})) returning 1)
        select ${columns}`,
    ),
  );
}

import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { maybe, type RowOf, select } from '../query.ts';
import type { Value } from '../statements.ts';
import { storedChange } from '../stored.ts';
import { sessions, users } from '../tables/identity.ts';

interface OpenAt {
  readonly userId: number;
  readonly sessionId: number;
  readonly at: Date;
}

/** A condition: the user has this session, and it has not ended. */
export const isOpen = ({ userId, sessionId, at }: { readonly [Name in keyof OpenAt]: Value<OpenAt[Name]> }) =>
  sql<boolean>`exists (select from ${sessions} where ${sessions.id} = ${sessionId} and ${sessions.userId} = ${userId}
    and ${sessions.expiresAt} > ${at})`;

/**
 * Ends the transaction when the session has ended. It locks nothing: the deletion of an account locks its sessions before rows that a
 * commit has locked already.
 */
export const requireSession = storedChange(
  'require_session',
  ['userId', 'sessionId', 'at'],
  ({ userId, sessionId, at }: { readonly [Name in keyof OpenAt]: SQL<OpenAt[Name]> }) =>
    sql`select guard(${isOpen({ userId, sessionId, at })}, case when exists (
      select from ${users} where ${users.id} = ${userId} and ${users.suspendedAt} is not null)
      then 'ACCOUNT_ACCESS_DENIED' else 'JWT_INVALID' end)`,
);

const sessionFields = {
  id: sessions.id,
  userId: sessions.userId,
  createdAt: sessions.createdAt,
  updatedAt: sessions.updatedAt,
  expiresAt: sessions.expiresAt,
};

export type SessionRow = RowOf<typeof sessionFields>;

/** The session with this token, or null when it has ended. */
export const readSession = (db: Db, token: string, now: Date): Promise<SessionRow | null> =>
  maybe(
    db,
    select(sessionFields, sql`from ${sessions} where ${sessions.token} = ${token} and ${sessions.expiresAt} > ${now}`),
  );

import { and, eq, ne, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { maxSessions } from '../../schema/identity/sessions.ts';
import type { Db } from '../client.ts';
import { build, changesOne, countChanged, type RowOf, select } from '../query.ts';
import { sessions } from '../tables/identity.ts';

const listedFields = {
  id: sessions.id,
  userAgent: sessions.userAgent,
  ipAddress: sessions.ipAddress,
  createdAt: sessions.createdAt,
  updatedAt: sessions.updatedAt,
  expiresAt: sessions.expiresAt,
};

export type ListedSession = RowOf<typeof listedFields>;

/** The sessions of a user that have not ended, newest first, without their tokens. */
export const readSessions = (db: Db, userId: number, now: Date): Promise<ListedSession[]> =>
  db.read(
    select(
      listedFields,
      sql`from ${sessions} where ${sessions.userId} = ${userId} and ${sessions.expiresAt} > ${now}
      order by ${sessions.createdAt} desc, ${sessions.id} desc limit ${maxSessions}`,
    ),
  );

/** Ends one session. RESOURCE_NOT_FOUND ends the transaction when the user has no such session. */
export const endSession = (userId: number, id: number): SQL =>
  changesOne(build.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, id))), 'RESOURCE_NOT_FOUND');

/** Ends all sessions of the user but this one; null ends all. Returns their number. */
export const endOtherSessions = (db: Db, userId: number, sessionId: number | null): Promise<number> =>
  countChanged(
    db,
    build
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), sessionId === null ? undefined : ne(sessions.id, sessionId))),
  );

/** Ends the session with this token, if there is one. */
export const endSessionWith = (token: string): SQLWrapper => build.delete(sessions).where(eq(sessions.token, token));

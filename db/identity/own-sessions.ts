import { and, eq, ne } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import { maxSessions } from '../../schema/identity/sessions.ts';
import type { Db } from '../client.ts';
import { build, countChanged, type RowOf, select } from '../query.ts';
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

/** Whether the user had this session. */
export const endSession = async (db: Db, userId: number, id: number): Promise<boolean> =>
  (await countChanged(db, build.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, id))))) > 0;

/** Ends all sessions of the user but those that began at this time; null ends all. Returns their number. */
export const endOtherSessions = (db: Db, userId: number, signedInAt: Date | null): Promise<number> =>
  countChanged(
    db,
    build
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), signedInAt === null ? undefined : ne(sessions.createdAt, signedInAt))),
  );

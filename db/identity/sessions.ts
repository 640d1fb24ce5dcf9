import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { maybe, type RowOf, select } from '../query.ts';
import { sessions } from '../tables/identity.ts';

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

import { eq } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import type { MailTopic } from '../../schema/identity/mail-topics.ts';
import { array, type Db } from '../client.ts';
import { build, maybe, query, select } from '../query.ts';
import { users } from '../tables/identity.ts';

const fields = { mutedTopics: users.mutedTopics };

/** The topics about which the user gets no emails; null without such a user. */
export const readMutedTopics = async (db: Db, userId: number): Promise<readonly MailTopic[] | null> =>
  (await maybe(db, select(fields, sql`from ${users} where ${users.id} = ${userId}`)))?.mutedTopics ?? null;

/** Stores the topics about which the user gets no emails, and gives them; null without such a user. */
export async function storeMutedTopics(
  db: Db,
  userId: number,
  topics: readonly MailTopic[],
  at: Date,
): Promise<readonly MailTopic[] | null> {
  const change = build
    .update(users)
    .set({ mutedTopics: sql`${array(topics)}::text[]`, updatedAt: at })
    .where(eq(users.id, userId));
  const stored = await maybe(
    db,
    query(fields, (columns) => sql`${change.getSQL()} returning ${columns}`),
  );
  return stored?.mutedTopics ?? null;
}

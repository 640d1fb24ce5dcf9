import { eq } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { build, maybe, type RowOf, select } from '../query.ts';
import { users } from '../tables/identity.ts';
import { suspendedSessions } from '../tables/suspended-sessions.ts';

const suspendedFields = { userId: users.id, reason: users.suspensionReason };

/** A suspended user whose session had a certain token. */
export type SuspendedSession = RowOf<typeof suspendedFields>;

/** Null for a token of no session that a suspension has ended. */
export const readSuspendedSession = (db: Db, tokenSha256: Uint8Array, now: Date): Promise<SuspendedSession | null> =>
  maybe(
    db,
    select(
      suspendedFields,
      sql`from ${suspendedSessions} join ${users} on ${users.id} = ${suspendedSessions.userId}
      where ${suspendedSessions.tokenSha256} = ${tokenSha256} and ${suspendedSessions.expiresAt} > ${now}
        and ${users.suspendedAt} is not null`,
    ),
  );

/** After a sign-out the browser is no longer that of the suspended user. */
export const forgetSuspendedSession = (db: Db, tokenSha256: Uint8Array): Promise<void> =>
  db.transaction([build.delete(suspendedSessions).where(eq(suspendedSessions.tokenSha256, tokenSha256))]);

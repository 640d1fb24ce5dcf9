import { check, index, pgTable } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { at, bytes, idOf } from './columns.ts';
import { users } from './identity.ts';

/**
 * The sessions that a suspension has ended, so that their browsers show its reason. They are sessions no more: the end of the suspension
 * deletes them.
 */
export const suspendedSessions = pgTable(
  'suspended_sessions',
  {
    /** SHA-256 of the token of the session, which is stored nowhere. */
    tokenSha256: bytes('token_sha256').primaryKey(),
    userId: idOf('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    check('suspended_sessions_token_sha256_check', sql`length(${t.tokenSha256}) = 32`),
    index('suspended_sessions_expiry').on(t.expiresAt),
    index('suspended_sessions_user').on(t.userId),
  ],
);

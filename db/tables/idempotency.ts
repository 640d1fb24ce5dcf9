import { index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { at, idOf } from './columns.ts';
import { users } from './identity.ts';

/** The record of an Idempotency-Key, written in the transaction of the change. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    ownerId: idOf('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: uuid('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    status: smallint('status').notNull(),
    /** Text instead of json, so that a replay has the same bytes. */
    body: text('body').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [t.ownerId, t.key] }),
    index('idempotency_keys_age').on(t.createdAt),
  ],
);

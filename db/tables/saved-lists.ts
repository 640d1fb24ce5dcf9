import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { at, id, idOf } from './columns.ts';
import { creators } from './creators.ts';
import { users } from './identity.ts';

/** A list of creators that an advertiser has saved. */
export const savedLists = pgTable(
  'saved_lists',
  {
    id: id(),
    ownerId: idOf('owner_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    check('saved_lists_name_check', sql`length(${t.name}) <= 80`),
    index('saved_lists_owner').on(t.ownerId, t.id),
  ],
);

export const savedCreators = pgTable(
  'saved_creators',
  {
    listId: idOf('list_id')
      .notNull()
      .references(() => savedLists.id, { onDelete: 'cascade' }),
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => creators.userId),
    savedAt: at('saved_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'saved_creators_pkey', columns: [t.listId, t.creatorId] }),
    index('saved_creators_latest').on(t.listId, t.savedAt, t.creatorId),
  ],
);

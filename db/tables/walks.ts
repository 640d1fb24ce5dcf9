import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { at, id, idOf } from './columns.ts';

/**
 * The order that a list had when a reader began to walk it. The following pages keep it, because the values by which the list is sorted may change
 * meanwhile.
 */
export const walks = pgTable(
  'walks',
  {
    id: id(),
    /** What the list is of, such as a factory: the newest orders of each are kept. */
    subject: text('subject').notNull(),
    /** The hash of the reader, the list, its filters and its sort. */
    list: uuid('list').notNull(),
    ids: text('ids').array().notNull(),
    usedAt: at('used_at').notNull(),
  },
  (t) => [
    index('walks_list').on(t.list, t.id),
    index('walks_subject').on(t.subject, t.id),
    index('walks_age').on(t.usedAt),
  ],
);

/** Where a page ended that a next page follows: in an order, or, in a list whose values never change, at the value of its last row. */
export const walkPages = pgTable(
  'walk_pages',
  {
    list: uuid('list').notNull(),
    /** The id of the last row. */
    last: text('last').notNull(),
    walkId: idOf('walk_id'),
    place: text('place'),
    usedAt: at('used_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'walk_pages_pkey', columns: [t.list, t.last] }),
    check('walk_pages_one', sql`num_nonnulls(${t.walkId}, ${t.place}) = 1`),
    index('walk_pages_age').on(t.usedAt),
  ],
);

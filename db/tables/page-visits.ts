import { check, date, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { count, idOf } from './columns.ts';
import { creators } from './creators.ts';

/** The visits of the page of a creator on a UTC day, without known bots. A day without a row had none. */
export const pageVisits = pgTable(
  'page_visits',
  {
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => creators.userId),
    day: date('day').notNull(),
    visits: count('visits').notNull(),
  },
  (t) => [
    primaryKey({ name: 'page_visits_pkey', columns: [t.creatorId, t.day] }),
    index('page_visits_age').on(t.day),
    check('page_visits_visits_check', sql`${t.visits} > 0`),
  ],
);

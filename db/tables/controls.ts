import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { at, idOf } from './columns.ts';
import { users } from './identity.ts';

/** Switches that staff changes while the service runs. */
export const controls = pgTable('controls', {
  name: text('name').primaryKey(),
  isEnabled: boolean('is_enabled').notNull(),
  updatedAt: at('updated_at').notNull().defaultNow(),
  updatedBy: idOf('updated_by').references(() => users.id),
});

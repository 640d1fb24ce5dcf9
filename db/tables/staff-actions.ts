import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { alwaysId, at, idOf } from './columns.ts';

/** A change by a member of staff, written in its commit, or a read of others' data. Rows are only inserted. The ids have no foreign keys, so that a row outlives its objects. */
export const staffActions = pgTable(
  'staff_actions',
  {
    id: alwaysId(),
    actorId: idOf('actor_id').notNull(),
    /** The name of the operation of the API. */
    operation: text('operation').notNull(),
    /** Kind and id, as in the path of the operation: `users/42`. */
    object: text('object').notNull(),
    requestId: text('request_id').notNull(),
    at: at('at').notNull(),
    isRead: boolean('is_read').notNull().default(false),
    /** The body of the request and the further ids in its path, without secrets; of a read its query, without free texts. */
    data: jsonb('data').notNull(),
  },
  (t) => [
    index('staff_actions_actor').on(t.actorId, t.id),
    index('staff_actions_operation').on(t.operation, t.id),
    index('staff_actions_object').on(t.object, t.id),
    // Changes are few among reads.
    index('staff_actions_changes').on(t.id).where(sql`not ${t.isRead}`),
  ],
);

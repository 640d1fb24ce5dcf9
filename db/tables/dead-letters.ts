import { check, index, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { alwaysId, at, idOf } from './columns.ts';

/** A queue message whose job failed at every attempt. The newest ones are kept, for 90 days. */
export const deadLetters = pgTable(
  'dead_letters',
  {
    id: alwaysId(),
    /** The id that the queue gave the message. A queue may deliver a message twice. */
    messageId: text('message_id').notNull().unique('dead_letters_message_id_key'),
    /** The binding of the queue that the job belongs to; null for a body that is no job. */
    queue: text('queue'),
    /** The kind of the job; null for a body that is no job. */
    kind: text('kind'),
    body: jsonb('body').notNull(),
    /** Null for a body that is no job. */
    attempts: smallint('attempts'),
    at: at('at').notNull(),
    requeuedAt: at('requeued_at'),
    requeuedBy: idOf('requeued_by'),
  },
  (t) => [
    check('dead_letters_requeued', sql`(${t.requeuedAt} is null) = (${t.requeuedBy} is null)`),
    index('dead_letters_age').on(t.at),
    index('dead_letters_waiting').on(t.id).where(sql`${t.requeuedAt} is null`),
  ],
);

import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { alwaysId, at, idOf } from './columns.ts';

/**
 * The changes and the failed requests by API keys of the last days. It has no bodies, no ids of paths, no queries and no secrets. The ids
 * have no foreign keys: an insert locks neither the user nor the key.
 */
export const apiRequests = pgTable(
  'api_requests',
  {
    id: alwaysId(),
    ownerId: idOf('owner_id').notNull(),
    keyId: uuid('key_id').notNull(),
    requestId: text('request_id').notNull(),
    method: text('method').notNull(),
    /** The pattern of the path. */
    path: text('path').notNull(),
    status: smallint('status').notNull(),
    /** Null for a success. */
    errorCode: text('error_code'),
    durationMs: integer('duration_ms').notNull(),
    /** The time of the answer. */
    at: at('at').notNull(),
  },
  (t) => [
    index('api_requests_owner').on(t.ownerId, t.id),
    index('api_requests_owner_class').on(t.ownerId, sql`(${t.status} / 100)`, t.id),
    index('api_requests_key').on(t.keyId, t.id),
    index('api_requests_key_class').on(t.keyId, sql`(${t.status} / 100)`, t.id),
    index('api_requests_request').on(t.ownerId, t.requestId, t.id),
    index('api_requests_age').on(t.at),
  ],
);

import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { scopes } from '../../schema/shared/enums.ts';
import { at, bytes, idOf } from './columns.ts';
import { users } from './identity.ts';

/** The SHA-256 of a secret is stored, never the secret. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    ownerId: idOf('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    prefix: text('prefix').notNull().unique('api_keys_prefix_key'),
    secretSha256: bytes('secret_sha256').notNull(),
    scopes: text('scopes', { enum: scopes }).array().notNull(),
    expiresAt: at('expires_at'),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
    /** When another key replaced it. It expires soon after. */
    replacedAt: at('replaced_at'),
    /** A deleted key is kept for a time: the cursor of a list keeps its place, and no new key gets its prefix. */
    deletedAt: at('deleted_at'),
  },
  (t) => [
    check('api_keys_scopes_check', sql`(${t.scopes} <@ array['read', 'write']) and ('read' = any (${t.scopes}))`),
    check('api_keys_secret_sha256_check', sql`length(${t.secretSha256}) = 32`),
    index('api_keys_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index('api_keys_owner').on(t.ownerId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { type HideableField, hideableFields } from '../../schema/factories/factory-terms.ts';
import { at, bytes, idOf } from './columns.ts';
import { factories } from './factories.ts';

/** A link whose readers see a report of a factory without an account. Its row is deleted when it is revoked. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: uuid('id').primaryKey(),
    factoryId: idOf('factory_id')
      .notNull()
      .references(() => factories.id),
    /** SHA-256 of the text of the secret. The secret itself is stored nowhere. */
    secretSha256: bytes('secret_sha256').notNull(),
    label: text('label'),
    /** What its report hides, besides what the factory hides. */
    hiddenFields: text('hidden_fields').array().$type<readonly HideableField[]>().notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at'),
    lastOpenedAt: at('last_opened_at'),
    opens: integer('opens').notNull().default(0),
  },
  (t) => [
    unique('share_links_secret').on(t.secretSha256),
    check('share_links_secret_check', sql`length(${t.secretSha256}) = 32`),
    check(
      'share_links_hidden_fields_check',
      sql`${t.hiddenFields} <@ array[${sql.raw(hideableFields.map((field) => `'${field}'`).join(', '))}]`,
    ),
    check('share_links_expiry_check', sql`${t.expiresAt} > ${t.createdAt}`),
    check('share_links_opens_check', sql`(${t.opens} = 0) = (${t.lastOpenedAt} is null)`),
    index('share_links_factory').on(t.factoryId, t.createdAt, t.id),
  ],
);

import { check, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { at, idOf } from './columns.ts';
import { creators } from './creators.ts';
import { avatars } from './social-accounts.ts';
import { privateUploads } from './uploads.ts';

/** A picture that a creator shows on the page. A trigger releases its file when the row is deleted. */
export const portfolioPictures = pgTable(
  'portfolio_pictures',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => avatars.id),
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => creators.userId),
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => privateUploads.id)
      .unique('portfolio_pictures_upload_id_key'),
    url: text('url').notNull(),
    caption: text('caption'),
    /** Of the picture as browsers show it, in pixels. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** From 1, without gaps. A commit locks the creator before it changes positions. */
    position: smallint('position').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    check('portfolio_pictures_caption_check', sql`length(${t.caption}) between 1 and 200`),
    check('portfolio_pictures_position_check', sql`${t.position} between 1 and 12`),
    check('portfolio_pictures_size_check', sql`${t.width} > 0 and ${t.height} > 0`),
    index('portfolio_pictures_creator').on(t.creatorId, t.position),
  ],
);

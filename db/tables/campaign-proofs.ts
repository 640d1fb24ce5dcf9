import { check, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { campaignPosts } from './campaign-posts.ts';
import { at, count, id, idOf } from './columns.ts';
import { privateUploads } from './uploads.ts';

/** A screenshot of a post of a campaign, with the views that it shows: append-only. The owner of the file has added it. */
export const campaignProofs = pgTable(
  'campaign_proofs',
  {
    id: id(),
    campaignPostId: idOf('campaign_post_id')
      .notNull()
      .references(() => campaignPosts.id),
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => privateUploads.id)
      .unique('campaign_proofs_upload_id_key'),
    takenAt: at('taken_at').notNull(),
    /** Null: the platform hid them. */
    views: count('views'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    check('campaign_proofs_views_check', sql`${t.views} >= 0`),
    index('campaign_proofs_post').on(t.campaignPostId, t.takenAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

import { check, index, jsonb, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { mediaTypes, type UnknownCounts, visibilities } from '../../schema/metrics/readings.ts';
import { platforms } from '../../schema/shared/enums.ts';
import { amount, at, id, idOf, isOneOf } from './columns.ts';
import { socialAccounts } from './social-accounts.ts';

/** A post on a platform that is measured. It is one row, whatever number of deliverables names it. */
export const posts = pgTable(
  'posts',
  {
    id: id(),
    platform: text('platform', { enum: platforms }).notNull(),
    contentId: text('content_id').notNull(),
    /** The id by which the platform's events name the post, where it is another one; null until the platform has stated it. */
    mediaId: text('media_id'),
    /**
     * The account of the creator who delivered it, whose grant reads it where the platform needs one. It has published the post only if
     * ownerExternalId says so. Null: no account that a creator has proven.
     */
    socialAccountId: idOf('social_account_id').references(() => socialAccounts.id),
    /** When it is measured next. Null: nobody needs it any more. A caller leases it by this time. */
    dueAt: at('due_at'),
    failures: smallint('failures').notNull().default(0),
    /** As the platform described the post last; null until then. */
    mediaType: text('media_type', { enum: mediaTypes }),
    visibility: text('visibility', { enum: visibilities }),
    publishedAt: at('published_at'),
    /** Scans in a row in which the platform showed no such post. */
    missingScans: smallint('missing_scans').notNull().default(0),
    /** The id at the platform of the account that published it, as the platform named it last; null: not known. */
    ownerExternalId: text('owner_external_id'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    isOneOf('posts_platform_check', t.platform, platforms),
    isOneOf('posts_media_type_check', t.mediaType, mediaTypes),
    isOneOf('posts_visibility_check', t.visibility, visibilities),
    unique('posts_platform_content_id_key').on(t.platform, t.contentId),
    index('posts_account').on(t.socialAccountId).where(sql`${t.socialAccountId} is not null`),
    index('posts_due').on(t.platform, t.dueAt).where(sql`${t.dueAt} is not null`),
  ],
);

/** A measurement of a post. Unknown is null, never 0. The migration partitions the table by month. */
export const postMeasurements = pgTable(
  'post_measurements',
  {
    postId: idOf('post_id')
      .notNull()
      .references(() => posts.id),
    measuredAt: at('measured_at').notNull(),
    views: amount('views'),
    likes: amount('likes'),
    comments: amount('comments'),
    saves: amount('saves'),
    /** The adapter that measured. */
    source: text('source').notNull(),
    /** The account under whose grant it was read, so that others see it only with its owner's consent. Null: by the application's key. */
    grantAccountId: idOf('grant_account_id').references(() => socialAccounts.id),
    /** Why each unknown count is unknown. */
    reasons: jsonb('reasons').$type<UnknownCounts>().notNull(),
    /** Counts below the last known ones. They are stored as they were measured. */
    fallen: text('fallen').array().notNull(),
    /** The definition of a view that applied, where it has changed. */
    viewDefinition: text('view_definition'),
  },
  (t) => [
    primaryKey({ name: 'post_measurements_pkey', columns: [t.postId, t.measuredAt] }),
    check('post_measurements_views_check', sql`${t.views} >= 0`),
    check('post_measurements_likes_check', sql`${t.likes} >= 0`),
    check('post_measurements_comments_check', sql`${t.comments} >= 0`),
    check('post_measurements_saves_check', sql`${t.saves} >= 0`),
    check('post_measurements_fallen_check', sql`${t.fallen} <@ array['views', 'likes', 'comments', 'saves']`),
    check(
      'post_measurements_reasons_check',
      sql`(${t.views} is null) = (${t.reasons} ? 'views') and (${t.likes} is null) = (${t.reasons} ? 'likes')
        and (${t.comments} is null) = (${t.reasons} ? 'comments') and (${t.saves} is null) = (${t.reasons} ? 'saves')`,
    ),
    index('post_measurements_age').on(t.source, t.measuredAt),
    index('post_measurements_grant').on(t.grantAccountId, t.postId).where(sql`${t.grantAccountId} is not null`),
  ],
);

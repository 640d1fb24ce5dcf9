import { boolean, check, date, index, integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { platforms, unknownCounts } from '../../schema/shared/enums.ts';
import { channels } from './channels.ts';
import { amount, at, id, idOf, isOneOf } from './columns.ts';
import { deliverables } from './deliverables.ts';
import { users } from './identity.ts';
import { posts } from './posts.ts';
import { socialAccounts } from './social-accounts.ts';

/** The latest posts of a channel. Counts that the platform does not give are null, never 0. */
export const channelPosts = pgTable(
  'channel_posts',
  {
    channelId: idOf('channel_id')
      .notNull()
      .references(() => channels.id),
    externalId: text('external_id').notNull(),
    publishedAt: at('published_at').notNull(),
    isPublic: boolean('is_public').notNull().default(true),
    views: amount('views'),
    /** Likes and comments are null, too, if the owner's consent does not include them. */
    likes: amount('likes'),
    comments: amount('comments'),
    measuredAt: at('measured_at').notNull(),
    /** They were read under the grant of the account, so that others see them only with its owner's consent. */
    isByGrant: boolean('is_by_grant').notNull().default(false),
  },
  (t) => [
    primaryKey({ name: 'channel_posts_pkey', columns: [t.channelId, t.externalId] }),
    index('channel_posts_age').on(t.measuredAt),
    index('channel_posts_latest')
      .on(t.channelId, t.publishedAt.desc().nullsFirst(), t.externalId.desc().nullsFirst())
      .where(sql`${t.isPublic}`),
  ],
);

/** A delivered public post, with the last known counts that its advertiser may see. */
export const deliverableScans = pgTable(
  'deliverable_scans',
  {
    id: id(),
    deliverableId: idOf('deliverable_id')
      .notNull()
      .references(() => deliverables.id),
    platform: text('platform', { enum: platforms }).notNull(),
    contentId: text('content_id').notNull(),
    /** The measured post. Null: the former version of the service has inserted the row. */
    postId: idOf('post_id').references(() => posts.id),
    /** The creator's account of the ordered channel, which must have published the post. Null: the creator has proven none. */
    socialAccountId: idOf('social_account_id').references(() => socialAccounts.id),
    /** The first delivery. */
    deliveredAt: at('delivered_at').notNull(),
    // The former version of the service still writes these two. Later migrations drop them.
    dueAt: at('due_at'),
    failures: smallint('failures').notNull().default(0),
    views: amount('views'),
    likes: amount('likes'),
    comments: amount('comments'),
    /** The time of the last measurement with all three counts. */
    countsMeasuredAt: at('counts_measured_at'),
    saves: amount('saves'),
    /** The time of the last measurement of saves. */
    savesMeasuredAt: at('saves_measured_at'),
  },
  (t) => [
    check(
      'deliverable_scans_complete',
      sql`num_nulls(${t.views}, ${t.likes}, ${t.comments}, ${t.countsMeasuredAt}) in (0, 4)`,
    ),
    isOneOf('deliverable_scans_platform_check', t.platform, platforms),
    check('deliverable_scans_saves', sql`(${t.saves} is null) = (${t.savesMeasuredAt} is null)`),
    unique('deliverable_scans_deliverable_id_content_id_key').on(t.deliverableId, t.contentId),
    index('deliverable_scans_counts_age')
      .on(t.platform, t.countsMeasuredAt)
      .where(sql`${t.countsMeasuredAt} is not null`),
    index('deliverable_scans_due').on(t.platform, t.dueAt).where(sql`${t.dueAt} is not null`),
    index('deliverable_scans_post').on(t.postId),
    index('deliverable_scans_saves_age').on(t.platform, t.savesMeasuredAt).where(sql`${t.savesMeasuredAt} is not null`),
  ],
);

/** Measurements by the former version of the service. A later migration drops the table. */
export const deliverableMeasurements = pgTable(
  'deliverable_measurements',
  {
    deliverableId: idOf('deliverable_id')
      .notNull()
      .references(() => deliverables.id),
    measuredAt: at('measured_at').notNull(),
    views: amount('views'),
    likes: amount('likes'),
    comments: amount('comments'),
    saves: amount('saves'),
    contentId: text('content_id').notNull(),
    /** The adapter that measured. */
    source: text('source').notNull(),
    /** Why a count is null: the post is deleted or private, or its author hides the count. */
    reason: text('reason', { enum: unknownCounts }),
    /** Counts below the last known ones. They are stored as they were measured. */
    fallen: text('fallen').array().notNull().default([]),
    /** The definition of a view that applied, where it has changed. */
    viewDefinition: text('view_definition'),
  },
  (t) => [
    primaryKey({ name: 'deliverable_measurements_pkey', columns: [t.deliverableId, t.measuredAt] }),
    check('deliverable_measurements_comments_check', sql`${t.comments} >= 0`),
    check('deliverable_measurements_fallen_check', sql`${t.fallen} <@ array['views', 'likes', 'comments', 'saves']`),
    check('deliverable_measurements_likes_check', sql`${t.likes} >= 0`),
    check(
      'deliverable_measurements_reason',
      sql`(${t.reason} is null) = (num_nulls(${t.views}, ${t.likes}, ${t.comments}) = 0)`,
    ),
    isOneOf('deliverable_measurements_reason_check', t.reason, unknownCounts),
    check('deliverable_measurements_saves_check', sql`${t.saves} >= 0`),
    check('deliverable_measurements_views_check', sql`${t.views} >= 0`),
    index('deliverable_measurements_age').on(t.source, t.measuredAt),
  ],
);

/** Calls of a platform's API in a day of that platform. */
export const platformBudgets = pgTable(
  'platform_budgets',
  {
    platform: text('platform', { enum: platforms }).notNull(),
    day: date('day').notNull(),
    used: integer('used').notNull(),
    /** The part of `used` for requests of users. */
    usedByUsers: integer('used_by_users').notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'platform_budgets_pkey', columns: [t.platform, t.day] }),
    isOneOf('platform_budgets_platform_check', t.platform, platforms),
    check('platform_budgets_used_check', sql`${t.used} >= 0`),
    check('platform_budgets_used_by_users_check', sql`${t.usedByUsers} >= 0 and ${t.usedByUsers} <= ${t.used}`),
  ],
);

/** Calls of one limit of a platform's API, such as an endpoint, in its latest window. */
export const platformWindows = pgTable(
  'platform_windows',
  {
    platform: text('platform', { enum: platforms }).notNull(),
    bucket: text('bucket').notNull(),
    startedAt: at('started_at').notNull(),
    used: integer('used').notNull(),
    /** The platform has refused more requests until then. */
    closedUntil: at('closed_until'),
    /** Of the bucket for pauses: the rows whose requests have failed since the last answer, the newest 200. */
    failing: text('failing').array().notNull().default([]),
  },
  (t) => [
    primaryKey({ name: 'platform_windows_pkey', columns: [t.platform, t.bucket] }),
    isOneOf('platform_windows_platform_check', t.platform, platforms),
    check('platform_windows_used_check', sql`${t.used} >= 0`),
  ],
);

/** Calls of a platform's API for one user, on the last day with any. */
export const platformUserBudgets = pgTable(
  'platform_user_budgets',
  {
    userId: idOf('user_id')
      .notNull()
      .references(() => users.id),
    platform: text('platform', { enum: platforms }).notNull(),
    day: date('day').notNull(),
    used: integer('used').notNull(),
    /** Units of the day for listings of accounts of factories that no scan pays for. */
    listed: integer('listed').notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'platform_user_budgets_pkey', columns: [t.userId, t.platform] }),
    isOneOf('platform_user_budgets_platform_check', t.platform, platforms),
    check('platform_user_budgets_used_check', sql`${t.used} >= 0`),
  ],
);

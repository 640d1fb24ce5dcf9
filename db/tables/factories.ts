import { check, index, integer, jsonb, numeric, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import {
  type FactoryPostFlag,
  factoryAccountModes,
  factoryAccountStatuses,
  factoryPauseReasons,
  factoryStatuses,
  factoryTurns,
  type HideableField,
  hideableFields,
  type IntervalHours,
  intervalHours,
  trackingDays,
} from '../../schema/factories/factory-terms.ts';
import { mediaTypes, type UnknownCounts } from '../../schema/metrics/readings.ts';
import { platforms } from '../../schema/shared/enums.ts';
import { at, count, id, idOf, isOneOf } from './columns.ts';
import { users } from './identity.ts';
import { socialAccounts } from './social-accounts.ts';

/** A content factory: accounts and posts on platforms that its owner watches, whoever publishes them. */
export const factories = pgTable(
  'factories',
  {
    id: id(),
    ownerId: idOf('owner_id')
      .notNull()
      .references(() => users.id),
    version: integer('version').notNull().default(1),
    name: text('name').notNull(),
    status: text('status', { enum: factoryStatuses }).notNull().default('ACTIVE'),
    pauseReason: text('pause_reason', { enum: factoryPauseReasons }),
    /** An account is due so many hours after its last scan has ended. */
    intervalHours: smallint('interval_hours').$type<IntervalHours>().notNull(),
    /** A post is scanned for so many days after its publication. */
    trackingDays: smallint('tracking_days').notNull(),
    /** What its reports hide. */
    hiddenFields: text('hidden_fields').array().$type<readonly HideableField[]>().notNull().default(sql`'{}'`),
    /** Credits that its scans have cost. */
    spentCredits: count('spent_credits').notNull().default(0),
    /** When its owner was notified that the credits are low. Null again once they last for longer. */
    lowCreditsNotifiedAt: at('low_credits_notified_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** Null while it exists for its owner. Its credit history is kept. */
    deletedAt: at('deleted_at'),
  },
  (t) => [
    isOneOf('factories_status_check', t.status, factoryStatuses),
    isOneOf('factories_pause_reason_check', t.pauseReason, factoryPauseReasons),
    check('factories_paused', sql`(${t.status} = 'PAUSED') = (${t.pauseReason} is not null)`),
    check('factories_interval_check', sql`${t.intervalHours} in (${sql.raw(intervalHours.join(', '))})`),
    check(
      'factories_tracking_check',
      sql`${t.trackingDays} between ${sql.raw(`${trackingDays.min} and ${trackingDays.max}`)}`,
    ),
    check(
      'factories_hidden_fields_check',
      sql`${t.hiddenFields} <@ array[${sql.raw(hideableFields.map((field) => `'${field}'`).join(', '))}]`,
    ),
    check('factories_spent_check', sql`${t.spentCredits} >= 0`),
    check('factories_version_check', sql`${t.version} > 0`),
    index('factories_owner').on(t.ownerId, t.id).where(sql`${t.deletedAt} is null`),
  ],
);

export const factoryId = () =>
  idOf('factory_id')
    .notNull()
    .references(() => factories.id);

/** An account that a factory watches. */
export const factoryAccounts = pgTable(
  'factory_accounts',
  {
    id: id(),
    factoryId: factoryId(),
    platform: text('platform', { enum: platforms }).notNull(),
    /** As its owner typed it, and as the platform names it once it is found. */
    handle: text('handle').notNull(),
    /** The id at the platform; null until it is found. */
    externalId: text('external_id'),
    title: text('title'),
    mode: text('mode', { enum: factoryAccountModes }).notNull(),
    /** The account here whose grant reads it, where the platform needs one. Null: the application's key reads it. */
    socialAccountId: idOf('social_account_id').references(() => socialAccounts.id),
    status: text('status', { enum: factoryAccountStatuses }).notNull(),
    /** Its posts that the factory has found. */
    posts: integer('posts').notNull().default(0),
    /** Those of them that the latest scan asked for, or did not have to ask for again. */
    trackedPosts: integer('tracked_posts').notNull().default(0),
    /** The sum of the last known views of its posts; null when none are known. */
    views: count('views'),
    lastScannedAt: at('last_scanned_at'),
    /** When the platform is asked next. Null while the factory is paused. A caller leases it by this time. */
    dueAt: at('due_at'),
    failures: smallint('failures').notNull().default(0),
    turn: text('turn', { enum: factoryTurns }).notNull().default('LISTING'),
    listedAt: at('listed_at'),
    /** The page of older posts that is listed next; null when all are known. */
    nextPage: text('next_page'),
    /** Pages that were listed since the first one. */
    listedPages: smallint('listed_pages').notNull().default(0),
    /** The address of its stored picture, and when it is fetched again, or fetched after a failure. */
    avatarUrl: text('avatar_url'),
    pictureDueAt: at('picture_due_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    isOneOf('factory_accounts_platform_check', t.platform, platforms),
    isOneOf('factory_accounts_mode_check', t.mode, factoryAccountModes),
    isOneOf('factory_accounts_status_check', t.status, factoryAccountStatuses),
    isOneOf('factory_accounts_turn_check', t.turn, factoryTurns),
    index('factory_accounts_factory').on(t.factoryId, t.id),
    uniqueIndex('factory_accounts_once').on(t.factoryId, t.platform, t.externalId),
    index('factory_accounts_due').on(t.platform, t.dueAt).where(sql`${t.dueAt} is not null`),
    index('factory_accounts_social_account').on(t.socialAccountId).where(sql`${t.socialAccountId} is not null`),
    uniqueIndex('factory_accounts_pending')
      .on(t.factoryId, t.platform, sql`lower(${t.handle})`)
      .where(sql`${t.externalId} is null`),
  ],
);

/** A post that a factory watches. */
export const factoryPosts = pgTable(
  'factory_posts',
  {
    id: id(),
    factoryId: factoryId(),
    accountId: idOf('account_id')
      .notNull()
      .references(() => factoryAccounts.id),
    platform: text('platform', { enum: platforms }).notNull(),
    contentId: text('content_id').notNull(),
    publishedAt: at('published_at').notNull(),
    foundAt: at('found_at').notNull(),
    /** As the platform described it last; null until then. */
    title: text('title'),
    mediaType: text('media_type', { enum: mediaTypes }),
    durationSeconds: integer('duration_seconds'),
    hashtags: text('hashtags').array().notNull().default(sql`'{}'`),
    /** The folded title and hashtags, for searches. A trigger writes it; null until the post is described again. */
    searchText: text('search_text'),
    /** The last known value of each count, and the time of its measurement. Unknown is null, never 0. */
    views: count('views'),
    viewsAt: at('views_at'),
    likes: count('likes'),
    likesAt: at('likes_at'),
    comments: count('comments'),
    commentsAt: at('comments_at'),
    saves: count('saves'),
    savesAt: at('saves_at'),
    /** Views, and likes with comments, of the last measurement that had all three. */
    completeViews: count('complete_views'),
    completeReactions: count('complete_reactions'),
    completeAt: at('complete_at'),
    /** The engagement rate in hundredths of a percent, rounded half up; null without views. */
    rate: numeric('rate').generatedAlwaysAs(
      sql`case when complete_views > 0 then div(20000::numeric * complete_reactions + complete_views, 2 * complete_views) end`,
    ),
    /** The adapter that measured it last; null before. */
    source: text('source'),
    /** The definition of a view that applied to `views`, where it has changed. */
    viewDefinition: text('view_definition'),
    /** Why the last measurement had no value for a count. */
    reasons: jsonb('reasons').$type<UnknownCounts>().notNull().default({}),
    /** The time of the last measurement that raised each flag, as ISO 8601. */
    flags: jsonb('flags').$type<Partial<Record<FactoryPostFlag, string>>>().notNull().default({}),
    /** When the platform answered for it last. */
    lastScannedAt: at('last_scanned_at'),
    /** Scans in a row in which the platform showed no such post. */
    goneScans: smallint('gone_scans').notNull().default(0),
    /** The same for its picture. Only the newest posts of an account have one. */
    coverUrl: text('cover_url'),
    coverDueAt: at('cover_due_at'),
  },
  (t) => [
    isOneOf('factory_posts_platform_check', t.platform, platforms),
    isOneOf('factory_posts_media_type_check', t.mediaType, mediaTypes),
    check('factory_posts_views', sql`(${t.views} is null) = (${t.viewsAt} is null) and ${t.views} >= 0`),
    check('factory_posts_likes', sql`(${t.likes} is null) = (${t.likesAt} is null) and ${t.likes} >= 0`),
    check('factory_posts_comments', sql`(${t.comments} is null) = (${t.commentsAt} is null) and ${t.comments} >= 0`),
    check('factory_posts_saves', sql`(${t.saves} is null) = (${t.savesAt} is null) and ${t.saves} >= 0`),
    check(
      'factory_posts_complete',
      sql`num_nulls(${t.completeViews}, ${t.completeReactions}, ${t.completeAt}) in (0, 3) and ${t.completeViews} >= 0 and ${t.completeReactions} >= 0`,
    ),
    uniqueIndex('factory_posts_once').on(t.factoryId, t.platform, t.contentId),
    index('factory_posts_account').on(t.accountId, t.publishedAt, t.id),
    index('factory_posts_published').on(t.factoryId, t.publishedAt, t.id),
    index('factory_posts_oldest').on(
      t.platform,
      sql`least(${t.viewsAt}, ${t.likesAt}, ${t.commentsAt}, ${t.savesAt}, ${t.completeAt})`,
    ),
  ],
);

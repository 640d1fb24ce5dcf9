import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import {
  factoryAccountModes,
  factoryAccountStatuses,
  factoryPauseReasons,
  factoryScanStatuses,
  factoryStatuses,
  factoryTurns,
  type HideableField,
  hideableFields,
  type IntervalHours,
  intervalHours,
  trackingDays,
} from '../../schema/factories/factory-terms.ts';
import { mediaTypes } from '../../schema/metrics/readings.ts';
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

const factoryId = () =>
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
    /** The sum of the last known views of its posts; null when none are known. */
    views: count('views'),
    lastScannedAt: at('last_scanned_at'),
    /** When the platform is asked next. Null while the factory is paused. A caller leases it by this time. */
    dueAt: at('due_at'),
    failures: smallint('failures').notNull().default(0),
    turn: text('turn', { enum: factoryTurns }).notNull().default('LISTING'),
    /** When its posts were listed last. */
    listedAt: at('listed_at'),
    /** The page of older posts that is listed next; null when all are known. */
    nextPage: text('next_page'),
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
    /** The last known value of each count, and the time of its measurement. Unknown is null, never 0. */
    views: count('views'),
    viewsAt: at('views_at'),
    likes: count('likes'),
    likesAt: at('likes_at'),
    comments: count('comments'),
    commentsAt: at('comments_at'),
    saves: count('saves'),
    savesAt: at('saves_at'),
    /** When the platform answered for it last. */
    lastScannedAt: at('last_scanned_at'),
    /** Scans in a row in which the platform showed no such post. */
    goneScans: smallint('gone_scans').notNull().default(0),
  },
  (t) => [
    isOneOf('factory_posts_platform_check', t.platform, platforms),
    isOneOf('factory_posts_media_type_check', t.mediaType, mediaTypes),
    check('factory_posts_views', sql`(${t.views} is null) = (${t.viewsAt} is null) and ${t.views} >= 0`),
    check('factory_posts_likes', sql`(${t.likes} is null) = (${t.likesAt} is null) and ${t.likes} >= 0`),
    check('factory_posts_comments', sql`(${t.comments} is null) = (${t.commentsAt} is null) and ${t.comments} >= 0`),
    check('factory_posts_saves', sql`(${t.saves} is null) = (${t.savesAt} is null) and ${t.saves} >= 0`),
    uniqueIndex('factory_posts_once').on(t.factoryId, t.platform, t.contentId),
    index('factory_posts_account').on(t.accountId, t.publishedAt, t.id),
    index('factory_posts_age').on(t.platform, sql`least(${t.viewsAt}, ${t.likesAt}, ${t.commentsAt}, ${t.savesAt})`),
  ],
);

/** One scan of an account, from its claim to its end. Only functions of the database write it. */
export const factoryScans = pgTable(
  'factory_scans',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    factoryId: factoryId(),
    ownerId: idOf('owner_id')
      .notNull()
      .references(() => users.id),
    /** No foreign key: the account may be removed. */
    accountId: idOf('account_id').notNull(),
    status: text('status', { enum: factoryScanStatuses }).notNull().default('OPEN'),
    /** Credits reserved for it: one for each post that is due. */
    held: integer('held').notNull(),
    /** Credits that it has cost: one for each post that the platform answered for. */
    charged: integer('charged').notNull().default(0),
    openedAt: at('opened_at').notNull(),
    /** The end of the lease of its account. */
    leaseEnd: at('lease_end').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    isOneOf('factory_scans_status_check', t.status, factoryScanStatuses),
    check('factory_scans_charged_check', sql`${t.charged} between 0 and ${t.held}`),
    check('factory_scans_ended', sql`(${t.status} = 'OPEN') = (${t.endedAt} is null)`),
    uniqueIndex('factory_scans_one_open').on(t.accountId).where(sql`${t.status} = 'OPEN'`),
    index('factory_scans_open').on(t.leaseEnd).where(sql`${t.status} = 'OPEN'`),
    index('factory_scans_factory').on(t.factoryId).where(sql`${t.status} = 'OPEN'`),
  ],
);

/** A tag of a user, for accounts of all the user's factories. */
export const tags = pgTable(
  'tags',
  {
    id: id(),
    ownerId: idOf('owner_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [uniqueIndex('tags_owner_name').on(t.ownerId, sql`lower(${t.name})`)],
);

const tagId = () =>
  idOf('tag_id')
    .notNull()
    .references(() => tags.id);

export const factoryAccountTags = pgTable(
  'factory_account_tags',
  {
    accountId: idOf('account_id')
      .notNull()
      .references(() => factoryAccounts.id),
    tagId: tagId(),
  },
  (t) => [
    primaryKey({ name: 'factory_account_tags_pkey', columns: [t.accountId, t.tagId] }),
    index('factory_account_tags_tag').on(t.tagId, t.accountId),
  ],
);

/** A named set of tags of one factory. */
export const tagGroups = pgTable(
  'tag_groups',
  { id: id(), factoryId: factoryId(), name: text('name').notNull(), createdAt: at('created_at').notNull() },
  (t) => [uniqueIndex('tag_groups_name').on(t.factoryId, sql`lower(${t.name})`)],
);

export const tagGroupTags = pgTable(
  'tag_group_tags',
  {
    groupId: idOf('group_id')
      .notNull()
      .references(() => tagGroups.id),
    tagId: tagId(),
  },
  (t) => [
    primaryKey({ name: 'tag_group_tags_pkey', columns: [t.groupId, t.tagId] }),
    index('tag_group_tags_tag').on(t.tagId),
  ],
);

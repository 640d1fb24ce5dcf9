import { boolean, check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import {
  type AudienceCountry,
  type AudienceGroup,
  audienceSources,
  socialAccountStatuses,
  verifiedVias,
} from '../../schema/creators/creators.ts';
import { pictureTypes, platforms } from '../../schema/shared/enums.ts';
import { sessionStatuses } from '../../schema/social-accounts/stats-session-terms.ts';
import { alwaysId, at, bytes, count, id, idOf, isOneOf } from './columns.ts';
import { creators } from './creators.ts';
import { users } from './identity.ts';

/** An account on a platform. One owner at a time has proven it. */
export const socialAccounts = pgTable(
  'social_accounts',
  {
    id: id(),
    ownerId: idOf('owner_id')
      .notNull()
      .references(() => users.id),
    platform: text('platform', { enum: platforms }).notNull(),
    handle: text('handle').notNull(),
    /** The account's id at its platform; null until the platform has named it. */
    externalId: text('external_id'),
    title: text('title'),
    /** Null: the platform does not provide them. */
    followers: count('followers'),
    /** When handle, title and followers were last read at the platform. */
    profileAt: at('profile_at'),
    status: text('status', { enum: socialAccountStatuses }).notNull().default('PENDING'),
    isVerified: boolean('is_verified').notNull().default(false),
    verifiedVia: text('verified_via', { enum: verifiedVias }),
    verifiedAt: at('verified_at'),
    avatarUrl: text('avatar_url'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** The owner's request for the picture leases the account. Until then no other one is made, also after the answer. */
    pictureLeasedUntil: at('picture_leased_until'),
    /** When the profile and the picture are read again. */
    pictureDueAt: at('picture_due_at'),
    pictureFailures: smallint('picture_failures').notNull().default(0),
    version: integer('version').notNull().default(1),
    blockedAt: at('blocked_at'),
    blockReason: text('block_reason'),
    /** When it was sold or deleted. */
    endedAt: at('ended_at'),
  },
  (t) => [
    check('social_accounts_block_reason_check', sql`length(${t.blockReason}) <= 1000`),
    check('social_accounts_followers_check', sql`${t.followers} >= 0`),
    check('social_accounts_version_check', sql`${t.version} > 0`),
    check('social_accounts_handle_check', sql`length(${t.handle}) >= 1 and length(${t.handle}) <= 100`),
    isOneOf('social_accounts_platform_check', t.platform, platforms),
    isOneOf('social_accounts_status_check', t.status, socialAccountStatuses),
    check('social_accounts_verified_via_set', sql`(not ${t.isVerified}) or ${t.verifiedVia} is not null`),
    isOneOf('social_accounts_verified_via_check', t.verifiedVia, verifiedVias),
    index('social_accounts_owner').on(t.ownerId, t.id.desc().nullsFirst()),
    uniqueIndex('social_accounts_one_claim')
      .on(t.ownerId, t.platform, sql`lower(${t.handle})`)
      .where(sql`${t.status} = 'PENDING'`),
    index('social_accounts_proven_handle')
      .on(t.platform, sql`lower(${t.handle})`)
      .where(sql`${t.isVerified} and (${t.status} not in ('SOLD', 'DELETED'))`),
    index('social_accounts_profile_age').on(t.platform, t.profileAt).where(sql`${t.profileAt} is not null`),
    index('social_accounts_picture_due').on(t.platform, t.pictureDueAt).where(sql`${t.pictureDueAt} is not null`),
    uniqueIndex('social_accounts_proven')
      .on(t.platform, t.externalId)
      .where(sql`${t.isVerified} and (${t.status} not in ('SOLD', 'DELETED'))`),
  ],
);

/** The code that proves an account by its profile. */
export const accountClaims = pgTable(
  'account_claims',
  {
    socialAccountId: idOf('social_account_id')
      .primaryKey()
      .references(() => socialAccounts.id),
    code: text('code').notNull(),
    codeExpiresAt: at('code_expires_at').notNull(),
    /** Checks that the owner may still request with this code. */
    checksLeft: smallint('checks_left').notNull(),
    /** When the job looks for the code; null while no check is requested. The job leases the row by it. */
    checkDueAt: at('check_due_at'),
    failures: smallint('failures').notNull().default(0),
    /** When the platform last answered. */
    checkedAt: at('checked_at'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    check('account_claims_checks_left_check', sql`${t.checksLeft} >= 0`),
    index('account_claims_due').on(t.checkDueAt).where(sql`${t.checkDueAt} is not null`),
  ],
);

/** A request to prove the audience of an account by a recording of the platform's own statistics. */
export const statsSessions = pgTable(
  'stats_sessions',
  {
    id: id(),
    socialAccountId: idOf('social_account_id')
      .notNull()
      .references(() => socialAccounts.id),
    /** Until the sweep stores NONE, an OPEN one past expires_at reads as NONE. */
    status: text('status', { enum: sessionStatuses }).notNull(),
    openedAt: at('opened_at').notNull(),
    /** The end of the time for the recording. */
    expiresAt: at('expires_at').notNull(),
    uploadedAt: at('uploaded_at'),
    decidedAt: at('decided_at'),
    /** The member of staff. */
    decidedBy: idOf('decided_by').references(() => users.id),
    reason: text('reason'),
  },
  (t) => [
    check('stats_sessions_decided', sql`(${t.status} in ('VERIFIED', 'REJECTED')) = (${t.decidedAt} is not null)`),
    check('stats_sessions_decided_by', sql`(${t.decidedAt} is null) = (${t.decidedBy} is null)`),
    check('stats_sessions_reason_check', sql`length(${t.reason}) <= 1000`),
    check('stats_sessions_rejected', sql`${t.status} <> 'REJECTED' or ${t.reason} is not null`),
    isOneOf('stats_sessions_status_check', t.status, sessionStatuses),
    check('stats_sessions_uploaded', sql`${t.status} in ('NONE', 'OPEN') or ${t.uploadedAt} is not null`),
    index('stats_sessions_account').on(t.socialAccountId, t.id.desc().nullsFirst()),
    index('stats_sessions_expiry').on(t.expiresAt).where(sql`${t.status} = 'OPEN'`),
    index('stats_sessions_reviews').on(t.status, t.uploadedAt, t.id).where(sql`${t.uploadedAt} is not null`),
    uniqueIndex('stats_sessions_one_current').on(t.socialAccountId).where(sql`${t.status} in ('OPEN', 'UPLOADED')`),
  ],
);

/** The audience as a platform or a reviewed recording states it. */
export const audienceSnapshots = pgTable(
  'audience_snapshots',
  {
    id: alwaysId(),
    socialAccountId: idOf('social_account_id')
      .notNull()
      .references(() => socialAccounts.id),
    source: text('source', { enum: audienceSources }).notNull(),
    capturedAt: at('captured_at').notNull(),
    verifiedAt: at('verified_at'),
    periodDays: integer('period_days'),
    geo: jsonb('geo').$type<readonly AudienceCountry[]>().notNull().default([]),
    demo: jsonb('demo').$type<readonly AudienceGroup[]>().notNull().default([]),
    /** Null: not provided. */
    followers: count('followers'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Since then it is too old to be shown to others. */
    expiredAt: at('expired_at'),
    /** The session of the recording that staff has read it from. */
    sessionId: idOf('session_id').references(() => statsSessions.id),
  },
  (t) => [
    check('audience_snapshots_demo_check', sql`jsonb_typeof(${t.demo}) = 'array'`),
    check('audience_snapshots_followers_check', sql`${t.followers} >= 0`),
    check('audience_snapshots_geo_check', sql`jsonb_typeof(${t.geo}) = 'array'`),
    check('audience_snapshots_period_days_check', sql`${t.periodDays} > 0`),
    isOneOf('audience_snapshots_source_check', t.source, audienceSources),
    index('audience_snapshots_history').on(
      t.socialAccountId,
      t.capturedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    uniqueIndex('audience_snapshots_session').on(t.sessionId).where(sql`${t.sessionId} is not null`),
    index('audience_snapshots_current')
      .on(t.capturedAt)
      .where(sql`${t.verifiedAt} is not null and ${t.expiredAt} is null`),
    index('audience_snapshots_verified')
      .on(t.socialAccountId, t.capturedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.verifiedAt} is not null`),
  ],
);

/** Pictures from platforms, checked and stored. */
export const avatars = pgTable(
  'avatars',
  {
    id: uuid('id').primaryKey(),
    /** The account that shows it; null for a picture of a factory or a portfolio. */
    socialAccountId: idOf('social_account_id').references(() => socialAccounts.id),
    /** The account of a factory that shows it, or whose post does; null for others. No foreign key: the account may be removed. */
    factoryAccountId: idOf('factory_account_id'),
    /** The creator whose portfolio shows or showed it; null for others. */
    portfolioCreatorId: idOf('portfolio_creator_id').references(() => creators.userId),
    /** True for a picture of a factory or a portfolio that nothing shows any more: its file is deleted next. A trigger writes it. */
    isReleased: boolean('is_released').notNull().default(false),
    objectKey: text('object_key').notNull().unique('avatars_object_key_key'),
    contentType: text('content_type', { enum: pictureTypes }).notNull(),
    size: integer('size').notNull(),
    storedAt: at('stored_at').notNull(),
    sha256: bytes('sha256'),
  },
  (t) => [
    isOneOf('avatars_content_type_check', t.contentType, pictureTypes),
    check('avatars_sha256_check', sql`length(${t.sha256}) = 32`),
    check('avatars_size_check', sql`${t.size} > 0`),
    index('avatars_account').on(t.socialAccountId, t.storedAt.desc().nullsFirst()),
    check(
      'avatars_holder',
      sql`num_nonnulls(${t.socialAccountId}, ${t.factoryAccountId}, ${t.portfolioCreatorId}) = 1`,
    ),
    index('avatars_stored').on(t.storedAt),
    index('avatars_factory_account').on(t.factoryAccountId).where(sql`${t.factoryAccountId} is not null`),
    index('avatars_released').on(t.id).where(sql`${t.isReleased}`),
  ],
);

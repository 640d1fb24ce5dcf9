import { check, index, integer, pgTable, smallint, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { channelKinds, channelStatuses, ownershipStatuses } from '../../schema/creators/creators.ts';
import { platforms } from '../../schema/shared/enums.ts';
import { at, id, idOf, isOneOf } from './columns.ts';
import { creators } from './creators.ts';
import { socialAccounts } from './social-accounts.ts';

export const channels = pgTable(
  'channels',
  {
    id: id(),
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => creators.userId),
    kind: text('kind', { enum: channelKinds }).notNull(),
    platform: text('platform', { enum: platforms }).notNull(),
    handle: text('handle').notNull(),
    canonicalUrl: text('canonical_url').notNull(),
    status: text('status', { enum: channelStatuses }).notNull().default('ACTIVE'),
    ownership: text('ownership', { enum: ownershipStatuses }).notNull().default('NONE'),
    socialAccountId: idOf('social_account_id').references(() => socialAccounts.id),
    position: integer('position').notNull().default(0),
    version: integer('version').notNull().default(1),
    /** The price list has its own version; 1 is a channel without prices. */
    pricingVersion: integer('pricing_version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    blockedAt: at('blocked_at'),
    blockReason: text('block_reason'),
    /** When the latest posts of a native channel are measured again. */
    viewsDueAt: at('views_due_at'),
    /** When its average views were measured last; null: never. */
    viewsMeasuredAt: at('views_measured_at'),
    /** Consecutive failures to measure them. */
    viewsFailures: smallint('views_failures').notNull().default(0),
  },
  (t) => [
    check('channels_block_reason_check', sql`length(${t.blockReason}) <= 1000`),
    check('channels_canonical_url_check', sql`${t.canonicalUrl} like 'https://%' and length(${t.canonicalUrl}) <= 500`),
    check('channels_handle_check', sql`length(${t.handle}) >= 1 and length(${t.handle}) <= 100`),
    isOneOf('channels_kind_check', t.kind, channelKinds),
    check('channels_native_account', sql`(${t.kind} = 'NATIVE') = (${t.socialAccountId} is not null)`),
    isOneOf('channels_ownership_check', t.ownership, ownershipStatuses),
    isOneOf('channels_platform_check', t.platform, platforms),
    check('channels_pricing_version_check', sql`${t.pricingVersion} > 0`),
    isOneOf('channels_status_check', t.status, channelStatuses),
    check('channels_version_check', sql`${t.version} > 0`),
    unique('channels_id_creator_id_key').on(t.id, t.creatorId),
    index('channels_account').on(t.socialAccountId).where(sql`${t.socialAccountId} is not null`),
    index('channels_address').on(t.platform, t.canonicalUrl).where(sql`${t.status} <> 'REMOVED'`),
    index('channels_creator').on(t.creatorId, t.position, t.id),
    index('channels_listed').on(t.creatorId, t.id).where(sql`${t.status} <> 'REMOVED'`),
    uniqueIndex('channels_once').on(t.creatorId, t.platform, t.canonicalUrl).where(sql`${t.status} <> 'REMOVED'`),
    uniqueIndex('channels_one_per_account')
      .on(t.socialAccountId)
      .where(sql`${t.socialAccountId} is not null and ${t.status} <> 'REMOVED'`),
    index('channels_proofs')
      .on(t.platform, t.canonicalUrl)
      .where(sql`${t.status} <> 'REMOVED' and (${t.kind} = 'NATIVE' or ${t.ownership} = 'VERIFIED')`),
    uniqueIndex('channels_proven_once')
      .on(t.platform, t.canonicalUrl)
      .where(sql`${t.ownership} = 'VERIFIED' and ${t.status} <> 'REMOVED'`),
    index('channels_views_due')
      .on(t.platform, t.viewsDueAt)
      .where(sql`${t.kind} = 'NATIVE' and ${t.status} = 'ACTIVE'`),
  ],
);

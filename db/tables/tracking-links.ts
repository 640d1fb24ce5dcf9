import { check, date, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { campaignId } from './campaigns.ts';
import { at, bytes, count, id, idOf } from './columns.ts';
import { users } from './identity.ts';
import { socialAccounts } from './social-accounts.ts';

/** A link of a campaign that redirects to a page of its advertiser. Only its counts and its block change. */
export const trackingLinks = pgTable(
  'tracking_links',
  {
    id: id(),
    campaignId: campaignId(),
    /** The account that publishes the link, and its owner when the link was made; null for a link of the advertiser. */
    socialAccountId: idOf('social_account_id').references(() => socialAccounts.id),
    creatorId: idOf('creator_id').references(() => users.id),
    /** The path of the link after /t/. */
    code: text('code').notNull(),
    destinationUrl: text('destination_url').notNull(),
    label: text('label'),
    /** The key of the digests of its visitors. */
    salt: bytes('salt').notNull(),
    clicks: count('clicks').notNull().default(0),
    uniqueClicks: count('unique_clicks').notNull().default(0),
    lastClickAt: at('last_click_at'),
    /** The sketch of its visitors as Redis wrote it last: only Redis can read it. */
    sketch: bytes('sketch'),
    sketchedAt: at('sketched_at'),
    /** When clicks were counted last that the sketch in this row may lack. */
    sketchDueAt: at('sketch_due_at'),
    createdAt: at('created_at').notNull(),
    /** When staff switched the link off, and why. */
    blockedAt: at('blocked_at'),
    blockReason: text('block_reason'),
  },
  (t) => [
    check('tracking_links_blocked', sql`(${t.blockedAt} is null) = (${t.blockReason} is null)`),
    check('tracking_links_block_reason_check', sql`length(${t.blockReason}) <= 1000`),
    unique('tracking_links_code').on(t.code),
    check('tracking_links_code_check', sql`${t.code} ~ '^[0-9A-Za-z]{10}$'`),
    check('tracking_links_salt_check', sql`length(${t.salt}) = 32`),
    check('tracking_links_creator', sql`(${t.socialAccountId} is null) = (${t.creatorId} is null)`),
    check('tracking_links_clicks', sql`${t.uniqueClicks} >= 0 and ${t.uniqueClicks} <= ${t.clicks}`),
    check('tracking_links_last_click', sql`(${t.clicks} = 0) = (${t.lastClickAt} is null)`),
    check('tracking_links_sketched', sql`(${t.sketch} is null) or ${t.sketchedAt} is not null`),
    index('tracking_links_campaign').on(t.campaignId, t.id),
    index('tracking_links_creator_campaign').on(t.creatorId, t.campaignId).where(sql`${t.creatorId} is not null`),
    index('tracking_links_sketch_due').on(t.id).where(sql`${t.sketchDueAt} is not null`),
  ],
);

/** The clicks of a link on a UTC day. */
export const trackingDays = pgTable(
  'tracking_days',
  {
    linkId: idOf('link_id')
      .notNull()
      .references(() => trackingLinks.id),
    day: date('day').notNull(),
    clicks: count('clicks').notNull(),
  },
  (t) => [
    primaryKey({ name: 'tracking_days_pkey', columns: [t.linkId, t.day] }),
    check('tracking_days_clicks_check', sql`${t.clicks} > 0`),
  ],
);

/** The messages of clicks that were counted: a queue may deliver each several times. */
export const countedClicks = pgTable(
  'counted_clicks',
  {
    messageId: text('message_id').primaryKey(),
    countedAt: at('counted_at').notNull(),
  },
  (t) => [index('counted_clicks_age').on(t.countedAt)],
);

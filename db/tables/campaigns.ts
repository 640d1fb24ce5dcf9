import { boolean, check, date, index, integer, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import type { Requirements } from '../../schema/campaigns/campaign.ts';
import { campaignStatuses, pauseReasons, paymentModels } from '../../schema/campaigns/campaign-terms.ts';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import { amount, at, id, idOf, isOneOf, measurementSharings } from './columns.ts';
import { users } from './identity.ts';
import { socialAccounts } from './social-accounts.ts';

/**
 * A campaign pays creators for posts. Every change of a campaign, of its posts and of the sums below locks the row of the campaign first, so
 * that the budget pays each cent once. Money is cents of USD.
 */
export const campaigns = pgTable(
  'campaigns',
  {
    id: id(),
    advertiserId: idOf('advertiser_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: campaignStatuses }).notNull(),
    pauseReason: text('pause_reason', { enum: pauseReasons }),
    version: integer('version').notNull().default(1),
    title: text('title').notNull(),
    brief: text('brief').notNull(),
    platforms: text('platforms').array().$type<readonly Platform[]>().notNull(),
    paymentModel: text('payment_model', { enum: paymentModels }).notNull(),
    /** For a thousand views. */
    cpmCents: amount('cpm_cents'),
    /** For an accepted post. */
    rewardCents: amount('reward_cents'),
    maxPerPostCents: amount('max_per_post_cents'),
    requirements: json('requirements').$type<Requirements>().notNull(),
    budgetCents: amount('budget_cents').notNull(),
    endsAt: at('ends_at'),
    /** What its posts have earned. */
    spentCents: amount('spent_cents').notNull().default(sql`0`),
    /** What was paid of it to the creators. */
    paidCents: amount('paid_cents').notNull().default(sql`0`),
    /** How often money was reserved for it. */
    reserves: integer('reserves').notNull().default(0),
    /** Creators who have submitted a post. */
    creators: integer('creators').notNull().default(0),
    /** When the advertiser was notified that the budget is nearly spent. */
    budgetLowAt: at('budget_low_at'),
    createdAt: at('created_at').notNull(),
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    isOneOf('campaigns_status_check', t.status, campaignStatuses),
    isOneOf('campaigns_pause_reason_check', t.pauseReason, pauseReasons),
    isOneOf('campaigns_payment_model_check', t.paymentModel, paymentModels),
    check('campaigns_paused', sql`(${t.status} = 'PAUSED') = (${t.pauseReason} is not null)`),
    check('campaigns_started', sql`(${t.startedAt} is null) = (${t.reserves} = 0)`),
    check('campaigns_ended', sql`(${t.status} in ('COMPLETED', 'CANCELLED')) = (${t.endedAt} is not null)`),
    check(
      'campaigns_payment',
      sql`(${t.paymentModel} = 'CPM') = (${t.cpmCents} is not null) and (${t.paymentModel} = 'FIXED') = (${t.rewardCents} is not null)`,
    ),
    check('campaigns_payment_above_zero', sql`${t.cpmCents} > 0 or ${t.rewardCents} > 0`),
    check(
      'campaigns_max_per_post',
      sql`${t.maxPerPostCents} is null or (${t.maxPerPostCents} > 0 and ${t.paymentModel} = 'CPM')`,
    ),
    check('campaigns_budget_check', sql`${t.budgetCents} > 0`),
    check('campaigns_never_overspent', sql`${t.spentCents} <= ${t.budgetCents}`),
    check('campaigns_never_overpaid', sql`${t.paidCents} >= 0 and ${t.paidCents} <= ${t.spentCents}`),
    check('campaigns_platforms_check', sql`cardinality(${t.platforms}) > 0`),
    check('campaigns_version_check', sql`${t.version} > 0`),
    index('campaigns_advertiser').on(t.advertiserId, t.id),
    index('campaigns_status').on(t.advertiserId, t.status, t.id),
    index('campaigns_wall').on(t.startedAt, t.id).where(sql`${t.status} = 'RUNNING'`),
    index('campaigns_ending').on(t.endsAt).where(sql`${t.status} in ('RUNNING', 'PAUSED') and ${t.endsAt} is not null`),
    index('campaigns_unpaid').on(t.id).where(sql`${t.paidCents} < ${t.spentCents}`),
  ],
);

/** The campaign of a row. */
export const campaignId = () =>
  idOf('campaign_id')
    .notNull()
    .references(() => campaigns.id);

/** A creator who has taken the offer of a campaign, and what the campaign owes this creator. */
export const campaignCreators = pgTable(
  'campaign_creators',
  {
    campaignId: campaignId(),
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => users.id),
    takenAt: at('taken_at').notNull(),
    posts: integer('posts').notNull().default(0),
    earnedCents: amount('earned_cents').notNull().default(sql`0`),
    paidCents: amount('paid_cents').notNull().default(sql`0`),
    payouts: integer('payouts').notNull().default(0),
    /** The UTC day of the last daily payout. */
    paidOn: date('paid_on'),
  },
  (t) => [
    primaryKey({ name: 'campaign_creators_pkey', columns: [t.campaignId, t.creatorId] }),
    check('campaign_creators_never_overpaid', sql`${t.paidCents} >= 0 and ${t.paidCents} <= ${t.earnedCents}`),
    index('campaign_creators_creator').on(t.creatorId, t.campaignId),
    index('campaign_creators_unpaid_creator').on(t.creatorId).where(sql`${t.paidCents} < ${t.earnedCents}`),
    index('campaign_creators_unpaid').on(t.campaignId, t.creatorId).where(sql`${t.paidCents} < ${t.earnedCents}`),
  ],
);

/** The numbers of posts, and the sums of the last known metrics that the advertiser may see. A sum without a measurement is null. */
const sums = () => ({
  posts: integer('posts').notNull().default(0),
  onModeration: integer('on_moderation').notNull().default(0),
  accepted: integer('accepted').notNull().default(0),
  rejected: integer('rejected').notNull().default(0),
  unavailable: integer('unavailable').notNull().default(0),
  earnedCents: amount('earned_cents').notNull().default(sql`0`),
  /** Of the posts of every status, and the time of their oldest measurement. */
  totalViews: amount('total_views'),
  viewsSince: at('views_since'),
  /** Accepted videos, and those of them with a complete measurement. */
  videos: integer('videos').notNull().default(0),
  counted: integer('counted').notNull().default(0),
  views: amount('views').notNull().default(sql`0`),
  likes: amount('likes').notNull().default(sql`0`),
  comments: amount('comments').notNull().default(sql`0`),
  countedSince: at('counted_since'),
  /** Accepted videos with known saves. */
  saved: integer('saved').notNull().default(0),
  saves: amount('saves'),
  savedSince: at('saved_since'),
  /** The definitions of a view of the posts in totalViews; an element that is null stands for the only definition of a platform. */
  viewDefinitions: text('view_definitions').array().notNull().default(sql`'{}'`),
});

/** The posts of an account in a campaign. The functions of the migration keep them equal to the posts. */
export const campaignAccounts = pgTable(
  'campaign_accounts',
  {
    campaignId: campaignId(),
    socialAccountId: idOf('social_account_id')
      .notNull()
      .references(() => socialAccounts.id),
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => users.id),
    platform: text('platform', { enum: platforms }).notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({ name: 'campaign_accounts_pkey', columns: [t.campaignId, t.socialAccountId] }),
    isOneOf('campaign_accounts_platform_check', t.platform, platforms),
    index('campaign_accounts_ranked').on(t.campaignId, t.views.desc().nullsFirst(), t.socialAccountId),
    index('campaign_accounts_account').on(t.socialAccountId),
  ],
);

/** The sums of the accounts of a campaign at a platform. */
export const campaignPlatforms = pgTable(
  'campaign_platforms',
  {
    campaignId: campaignId(),
    platform: text('platform', { enum: platforms }).notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({ name: 'campaign_platforms_pkey', columns: [t.campaignId, t.platform] }),
    isOneOf('campaign_platforms_platform_check', t.platform, platforms),
  ],
);

/** What was added on a UTC day to the accepted videos that were measured on this day and the day before; null: none was. */
const added = () => ({
  views: amount('views'),
  likes: amount('likes'),
  comments: amount('comments'),
});

/** The metrics that an account added on a day. */
export const campaignAccountDays = pgTable(
  'campaign_account_days',
  {
    campaignId: campaignId(),
    socialAccountId: idOf('social_account_id')
      .notNull()
      .references(() => socialAccounts.id),
    day: date('day').notNull(),
    platform: text('platform', { enum: platforms }).notNull(),
    /** To whom they may be shown besides the creator. */
    sharing: text('sharing', { enum: measurementSharings }).notNull(),
    /** Whether the day of the platform contains them. */
    isShown: boolean('is_shown').notNull().default(false),
    ...added(),
  },
  (t) => [
    primaryKey({ name: 'campaign_account_days_pkey', columns: [t.campaignId, t.day, t.socialAccountId] }),
    isOneOf('campaign_account_days_platform_check', t.platform, platforms),
    isOneOf('campaign_account_days_sharing_check', t.sharing, measurementSharings),
    index('campaign_account_days_age').on(t.platform, t.day),
    index('campaign_account_days_account').on(t.socialAccountId, t.day),
  ],
);

/** The events of a day, and the metrics that the accounts of a platform added whose metrics the advertiser may see. */
export const campaignDays = pgTable(
  'campaign_days',
  {
    campaignId: campaignId(),
    day: date('day').notNull(),
    platform: text('platform', { enum: platforms }).notNull(),
    submitted: integer('submitted').notNull().default(0),
    accepted: integer('accepted').notNull().default(0),
    spentCents: amount('spent_cents').notNull().default(sql`0`),
    /** The accounts whose metrics the sums contain. */
    shownAccounts: integer('shown_accounts').notNull().default(0),
    ...added(),
  },
  (t) => [
    primaryKey({ name: 'campaign_days_pkey', columns: [t.campaignId, t.day, t.platform] }),
    isOneOf('campaign_days_platform_check', t.platform, platforms),
    index('campaign_days_age').on(t.platform, t.day),
  ],
);

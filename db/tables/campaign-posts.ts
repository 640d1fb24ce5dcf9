import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import {
  earningKinds,
  earningLimits,
  type PostFlag,
  postStatuses,
  rejectionReasons,
} from '../../schema/campaigns/campaign-terms.ts';
import type { UnknownCounts } from '../../schema/metrics/readings.ts';
import { platforms } from '../../schema/shared/enums.ts';
import { campaignId } from './campaigns.ts';
import { alwaysId, amount, at, id, idOf, isOneOf, measurementSharings } from './columns.ts';
import { users } from './identity.ts';
import { posts } from './posts.ts';
import { socialAccounts } from './social-accounts.ts';

/** A post that a creator has submitted to a campaign, with the last known metrics, which the creator sees. Unknown is null, never 0. */
export const campaignPosts = pgTable(
  'campaign_posts',
  {
    id: id(),
    campaignId: campaignId(),
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => users.id),
    socialAccountId: idOf('social_account_id')
      .notNull()
      .references(() => socialAccounts.id),
    platform: text('platform', { enum: platforms }).notNull(),
    contentId: text('content_id').notNull(),
    url: text('url').notNull(),
    postId: idOf('post_id')
      .notNull()
      .references(() => posts.id),
    publishedAt: at('published_at').notNull(),
    status: text('status', { enum: postStatuses }).notNull(),
    /** The status that an UNAVAILABLE post has again when it is visible again. */
    formerStatus: text('former_status', { enum: postStatuses }),
    reason: text('reason', { enum: rejectionReasons }),
    note: text('note'),
    submittedAt: at('submitted_at').notNull(),
    /** The service decides then about a post that the advertiser has not decided about. */
    decideBy: at('decide_by'),
    decidedAt: at('decided_at'),
    /** The job does not decide about it before then, because the platform could not be asked. */
    postponedUntil: at('postponed_until'),
    /** The last known views, also of a measurement without other counts. */
    views: amount('views'),
    viewsMeasuredAt: at('views_measured_at'),
    /** The last measurement with views, likes and comments. */
    countedViews: amount('counted_views'),
    countedLikes: amount('counted_likes'),
    countedComments: amount('counted_comments'),
    countsMeasuredAt: at('counts_measured_at'),
    saves: amount('saves'),
    savesMeasuredAt: at('saves_measured_at'),
    /** The last scan whose result is in this row. */
    scannedAt: at('scanned_at'),
    /** To whom these metrics may be shown besides the creator; null before the first scan. */
    sharing: text('sharing', { enum: measurementSharings }),
    /** The adapter that measured it last; null before. */
    source: text('source'),
    /** The definition of a view that applied to `views`, where it has changed. */
    viewDefinition: text('view_definition'),
    /** Why the counts that its last scan did not give are unknown. */
    reasons: jsonb('reasons').$type<UnknownCounts>().notNull().default({}),
    /** The time of each flag. */
    flags: jsonb('flags').$type<Readonly<Partial<Record<PostFlag, string>>>>().notNull().default({}),
    earnedCents: amount('earned_cents').notNull().default(sql`0`),
    paidCents: amount('paid_cents').notNull().default(sql`0`),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    isOneOf('campaign_posts_platform_check', t.platform, platforms),
    isOneOf('campaign_posts_status_check', t.status, postStatuses),
    isOneOf('campaign_posts_sharing_check', t.sharing, measurementSharings),
    check(
      'campaign_posts_former_status',
      sql`(${t.status} = 'UNAVAILABLE') = (${t.formerStatus} is not null) and ${t.formerStatus} in ('ON_MODERATION', 'ACCEPTED')`,
    ),
    check(
      'campaign_posts_decided',
      sql`(${t.decidedAt} is null) = ('ON_MODERATION' in (${t.status}, coalesce(${t.formerStatus}, ${t.status})))`,
    ),
    check('campaign_posts_rejected', sql`(${t.status} = 'REJECTED') = (${t.reason} is not null)`),
    isOneOf('campaign_posts_reason_check', t.reason, rejectionReasons),
    check('campaign_posts_decide_by', sql`(${t.status} = 'ON_MODERATION') = (${t.decideBy} is not null)`),
    check('campaign_posts_note_check', sql`length(${t.note}) <= 1000`),
    check('campaign_posts_views', sql`(${t.views} is null) = (${t.viewsMeasuredAt} is null)`),
    check(
      'campaign_posts_counted',
      sql`num_nulls(${t.countedViews}, ${t.countedLikes}, ${t.countedComments}, ${t.countsMeasuredAt}) in (0, 4)`,
    ),
    check('campaign_posts_saves', sql`(${t.saves} is null) = (${t.savesMeasuredAt} is null)`),
    check('campaign_posts_never_overpaid', sql`${t.paidCents} >= 0 and ${t.paidCents} <= ${t.earnedCents}`),
    uniqueIndex('campaign_posts_once').on(t.platform, t.contentId).where(sql`${t.status} <> 'REJECTED'`),
    index('campaign_posts_tries').on(t.campaignId, t.platform, t.contentId),
    index('campaign_posts_campaign').on(t.campaignId, t.id),
    index('campaign_posts_campaign_status').on(t.campaignId, t.status, t.id),
    index('campaign_posts_account').on(t.campaignId, t.socialAccountId),
    // For the cost of a thousand views: posts whose views are newer than their last complete measurement.
    index('campaign_posts_newer_views')
      .on(t.campaignId)
      .where(sql`${t.status} = 'ACCEPTED' and ${t.viewsMeasuredAt} > ${t.countsMeasuredAt}`),
    index('campaign_posts_creator').on(t.creatorId, t.id),
    index('campaign_posts_creator_status').on(t.creatorId, t.status, t.id),
    index('campaign_posts_creator_platform').on(t.creatorId, t.platform, t.id),
    index('campaign_posts_post').on(t.postId),
    index('campaign_posts_social').on(t.socialAccountId),
    index('campaign_posts_age').on(
      t.platform,
      sql`least(${t.viewsMeasuredAt}, ${t.countsMeasuredAt}, ${t.savesMeasuredAt})`,
    ),
    index('campaign_posts_undecided')
      .on(sql`greatest(${t.decideBy}, ${t.postponedUntil})`)
      .where(sql`${t.status} = 'ON_MODERATION'`),
  ],
);

/** Why a post has earned what it has: append-only. The sum of the accruals is earned_cents, that of the payouts paid_cents. */
export const campaignEarnings = pgTable(
  'campaign_earnings',
  {
    id: alwaysId(),
    campaignPostId: idOf('campaign_post_id')
      .notNull()
      .references(() => campaignPosts.id),
    kind: text('kind', { enum: earningKinds }).notNull(),
    at: at('at').notNull(),
    /** The views that the accrual counts; null for others, and once the measurement had to be deleted. */
    views: amount('views'),
    measuredAt: at('measured_at'),
    amountCents: amount('amount_cents').notNull(),
    earnedAfterCents: amount('earned_after_cents').notNull(),
    limitedBy: text('limited_by', { enum: earningLimits }),
  },
  (t) => [
    isOneOf('campaign_earnings_kind_check', t.kind, earningKinds),
    isOneOf('campaign_earnings_limited_by_check', t.limitedBy, earningLimits),
    check('campaign_earnings_amount_check', sql`${t.amountCents} > 0`),
    index('campaign_earnings_post').on(t.campaignPostId, t.id),
    index('campaign_earnings_age').on(t.measuredAt).where(sql`${t.views} is not null`),
  ],
);

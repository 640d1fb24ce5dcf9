import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { assignmentStatuses, platforms } from '../../schema/shared/enums.ts';
import { amount, asciiText, at, idOf, isOneOf } from './columns.ts';

/*
 * Summaries of the assignments of each advertiser. The triggers of the summarized tables mark an order in the commit of its change, and
 * analytics_summarize() brings the summaries up to date. Readers read marked orders from their own rows, so an answer is never late.
 */

/** Orders that have changed since they were summarized. Rows are only inserted and deleted, so that a change waits for no other. */
export const analyticsChanges = pgTable(
  'analytics_changes',
  { advertiserId: idOf('advertiser_id').notNull(), orderId: idOf('order_id').notNull() },
  (t) => [index('analytics_changes_advertiser').on(t.advertiserId, t.orderId)],
);

/** The assignments as they are in the summaries. */
export const analyticsAssignments = pgTable(
  'analytics_assignments',
  {
    assignmentId: idOf('assignment_id').primaryKey(),
    orderId: idOf('order_id').notNull(),
    advertiserId: idOf('advertiser_id').notNull(),
    creatorId: idOf('creator_id').notNull(),
    status: text('status', { enum: assignmentStatuses }).notNull(),
    quantity: smallint('quantity').notNull(),
    delivered: smallint('delivered').notNull(),
    total: amount('total').notNull(),
    held: amount('held').notNull(),
    released: amount('released').notNull(),
    refunded: amount('refunded').notNull(),
    createdAt: at('created_at').notNull(),
    acceptedAt: at('accepted_at'),
    deliveredAt: at('delivered_at'),
    endedAt: at('ended_at'),
    acceptMs: amount('accept_ms'),
    deliverMs: amount('deliver_ms'),
    /** Whether it counts as the beginning of its order: one of the assignments of an order does. */
    isFirst: boolean('is_first').notNull(),
    /** Whether it ended last of its order, and none of them is open. */
    isLast: boolean('is_last').notNull(),
  },
  (t) => [
    isOneOf('analytics_assignments_status_check', t.status, assignmentStatuses),
    index('analytics_assignments_order').on(t.orderId),
    index('analytics_assignments_created').on(t.advertiserId, t.createdAt),
    index('analytics_assignments_accepted').on(t.advertiserId, t.acceptedAt).where(sql`${t.acceptedAt} is not null`),
    index('analytics_assignments_delivered').on(t.advertiserId, t.deliveredAt).where(sql`${t.deliveredAt} is not null`),
    index('analytics_assignments_ended').on(t.advertiserId, t.endedAt).where(sql`${t.endedAt} is not null`),
    index('analytics_assignments_accept')
      .on(t.advertiserId, t.acceptMs, t.createdAt, t.endedAt, t.orderId)
      .where(sql`${t.acceptMs} is not null`),
    index('analytics_assignments_deliver')
      .on(t.advertiserId, t.deliverMs, t.createdAt, t.endedAt, t.orderId)
      .where(sql`${t.deliverMs} is not null`),
  ],
);

/** The accepted video posts as they are in the summaries: delivered public results of approved assignments. */
export const analyticsPosts = pgTable(
  'analytics_posts',
  {
    deliverableId: idOf('deliverable_id').primaryKey(),
    orderId: idOf('order_id').notNull(),
    advertiserId: idOf('advertiser_id').notNull(),
    creatorId: idOf('creator_id').notNull(),
    createdAt: at('created_at').notNull(),
    endedAt: at('ended_at').notNull(),
    /** Null for a result that files prove. */
    platform: text('platform', { enum: platforms }),
    contentId: text('content_id'),
    countsMeasuredAt: at('counts_measured_at'),
    views: amount('views'),
    likes: amount('likes'),
    comments: amount('comments'),
    savesMeasuredAt: at('saves_measured_at'),
    saves: amount('saves'),
    /** Whether several results of the advertiser name it. It is read by itself, because it counts once. */
    isShared: boolean('is_shared').notNull(),
  },
  (t) => [
    index('analytics_posts_order').on(t.orderId),
    index('analytics_posts_content').on(t.advertiserId, t.platform, t.contentId).where(sql`${t.contentId} is not null`),
    index('analytics_posts_shared').on(t.advertiserId).where(sql`${t.isShared}`),
    index('analytics_posts_ended').on(t.advertiserId, t.endedAt),
    index('analytics_posts_creator').on(t.advertiserId, t.creatorId, t.endedAt),
    index('analytics_posts_created').on(t.advertiserId, t.createdAt),
    index('analytics_posts_counted')
      .on(t.advertiserId, t.platform, sql`analytics_span(${t.endedAt}, 4)`, t.countsMeasuredAt)
      .where(sql`${t.countsMeasuredAt} is not null`),
    index('analytics_posts_saved')
      .on(t.advertiserId, t.platform, sql`analytics_span(${t.endedAt}, 4)`, t.savesMeasuredAt)
      .where(sql`${t.savesMeasuredAt} is not null`),
  ],
);

/**
 * The key of a sum: the assignments of an advertiser that were created, or that ended, in a span of so many days. Spans are numbered from
 * 1970.
 */
const spanKey = () => ({
  advertiserId: idOf('advertiser_id').notNull(),
  event: asciiText('event').notNull(),
  days: integer('days').notNull(),
  span: integer('span').notNull(),
});

export const analyticsStatuses = pgTable(
  'analytics_statuses',
  {
    ...spanKey(),
    status: text('status', { enum: assignmentStatuses }).notNull(),
    /** Orders that were created, or of which the last assignment ended. */
    orders: amount('orders').notNull(),
    ordered: amount('ordered').notNull(),
    total: amount('total').notNull(),
    assignments: amount('assignments').notNull(),
    delivered: amount('delivered').notNull(),
    held: amount('held').notNull(),
    released: amount('released').notNull(),
    refunded: amount('refunded').notNull(),
  },
  (t) => [
    primaryKey({ name: 'analytics_statuses_pkey', columns: [t.advertiserId, t.event, t.days, t.span, t.status] }),
    isOneOf('analytics_statuses_event_check', t.event, ['CREATED', 'ENDED']),
  ],
);

/**
 * The sums of each creator. An era has 16 spans of 2 days. Element n of an array is the sum over all time before the end of the n-th span
 * of the era, so a reader needs one era: each era of an advertiser has the creators of all earlier ones. The first arrays rank the creators.
 */
export const analyticsCreatorSums = pgTable(
  'analytics_creator_sums',
  {
    advertiserId: idOf('advertiser_id').notNull(),
    event: asciiText('event').notNull(),
    era: integer('era').notNull(),
    creatorId: idOf('creator_id').notNull(),
    assignments: integer('assignments').array().notNull(),
    released: amount('released').array().notNull(),
    delivered: integer('delivered').array().notNull(),
    held: amount('held').array().notNull(),
    refunded: amount('refunded').array().notNull(),
  },
  (t) => [
    primaryKey({ name: 'analytics_creator_sums_pkey', columns: [t.advertiserId, t.event, t.era, t.creatorId] }),
    isOneOf('analytics_creator_sums_event_check', t.event, ['CREATED', 'ENDED']),
  ],
);

/** How many acceptances and deliveries took how long. A bucket is a range of milliseconds, see analytics_bucket(). */
export const analyticsDurations = pgTable(
  'analytics_durations',
  {
    ...spanKey(),
    step: asciiText('step').notNull(),
    /** How many buckets of analytics_bucket() it joins: 16 to find the median roughly, and 1. */
    width: integer('width').notNull(),
    bucket: integer('bucket').notNull(),
    assignments: amount('assignments').notNull(),
    ms: amount('ms').notNull(),
  },
  (t) => [
    primaryKey({
      name: 'analytics_durations_pkey',
      columns: [t.advertiserId, t.event, t.step, t.width, t.days, t.span, t.bucket],
    }),
    isOneOf('analytics_durations_event_check', t.event, ['CREATED', 'ENDED']),
    isOneOf('analytics_durations_step_check', t.step, ['ACCEPT', 'DELIVER']),
  ],
);

const events = () => ({
  funded: amount('funded').notNull(),
  reserved: amount('reserved').notNull(),
  accepted: amount('accepted').notNull(),
  delivered: amount('delivered').notNull(),
  approved: amount('approved').notNull(),
  spent: amount('spent').notNull(),
  refunded: amount('refunded').notNull(),
});

/** The events of each UTC day, numbered from 1970. */
export const analyticsDays = pgTable(
  'analytics_days',
  { advertiserId: idOf('advertiser_id').notNull(), day: integer('day').notNull(), ...events() },
  (t) => [primaryKey({ name: 'analytics_days_pkey', columns: [t.advertiserId, t.day] })],
);

/** The events of each hour, numbered from 1970, for the days that a period has in part. */
export const analyticsHours = pgTable(
  'analytics_hours',
  { advertiserId: idOf('advertiser_id').notNull(), hour: integer('hour').notNull(), ...events() },
  (t) => [primaryKey({ name: 'analytics_hours_pkey', columns: [t.advertiserId, t.hour] })],
);

const engagement = () => ({
  /** Empty for results that files prove. */
  platform: asciiText('platform').notNull(),
  posts: amount('posts').notNull(),
  counted: amount('counted').notNull(),
  views: amount('views').notNull(),
  likes: amount('likes').notNull(),
  comments: amount('comments').notNull(),
  saved: amount('saved').notNull(),
  saves: amount('saves').notNull(),
});

/** The engagement of the accepted video posts of a creator, by the end of their assignment. */
export const analyticsEngagement = pgTable(
  'analytics_engagement',
  {
    advertiserId: idOf('advertiser_id').notNull(),
    creatorId: idOf('creator_id').notNull(),
    days: integer('days').notNull(),
    span: integer('span').notNull(),
    ...engagement(),
    /** The oldest measurements. */
    countedSince: at('counted_since'),
    savedSince: at('saved_since'),
  },
  (t) => [
    primaryKey({
      name: 'analytics_engagement_pkey',
      columns: [t.advertiserId, t.creatorId, t.days, t.span, t.platform],
    }),
  ],
);

/** The engagement of the accepted video posts of all creators. */
export const analyticsEngagementSums = pgTable(
  'analytics_engagement_sums',
  {
    ...spanKey(),
    ...engagement(),
    /** No post of the span was created earlier. It does not rise when posts leave the span. */
    createdSince: at('created_since').notNull(),
  },
  (t) => [
    primaryKey({
      name: 'analytics_engagement_sums_pkey',
      columns: [t.advertiserId, t.event, t.days, t.span, t.platform],
    }),
    isOneOf('analytics_engagement_sums_event_check', t.event, ['CREATED', 'ENDED']),
  ],
);

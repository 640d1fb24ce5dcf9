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
    index('analytics_posts_open').on(t.advertiserId, sql`analytics_span(${t.createdAt}, 4)`, t.endedAt),
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

const moneySums = () => ({
  assignments: amount('assignments').notNull(),
  delivered: amount('delivered').notNull(),
  held: amount('held').notNull(),
  released: amount('released').notNull(),
  refunded: amount('refunded').notNull(),
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
    ...moneySums(),
  },
  (t) => [
    primaryKey({ name: 'analytics_statuses_pkey', columns: [t.advertiserId, t.event, t.days, t.span, t.status] }),
    isOneOf('analytics_statuses_event_check', t.event, ['CREATED', 'ENDED']),
  ],
);

export const analyticsCreators = pgTable(
  'analytics_creators',
  { ...spanKey(), creatorId: idOf('creator_id').notNull(), ...moneySums() },
  (t) => [
    primaryKey({ name: 'analytics_creators_pkey', columns: [t.advertiserId, t.creatorId, t.event, t.days, t.span] }),
    isOneOf('analytics_creators_event_check', t.event, ['CREATED', 'ENDED']),
  ],
);

/**
 * The sums by which creators are ranked. An era has 64 spans of 4 days. Element n of an array is the sum over the first n spans of the era,
 * so a reader needs one element of each row. Larger rows would be compressed, and slow to read.
 */
export const analyticsRankings = pgTable(
  'analytics_rankings',
  {
    advertiserId: idOf('advertiser_id').notNull(),
    era: integer('era').notNull(),
    creatorId: idOf('creator_id').notNull(),
    /** Created assignments, what was released for them, and the same of ended assignments. */
    created: integer('created').array().notNull(),
    createdReleased: amount('created_released').array().notNull(),
    ended: integer('ended').array().notNull(),
    endedReleased: amount('ended_released').array().notNull(),
  },
  (t) => [primaryKey({ name: 'analytics_rankings_pkey', columns: [t.advertiserId, t.era, t.creatorId] })],
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

/** The events of each UTC day, numbered from 1970. */
export const analyticsDays = pgTable(
  'analytics_days',
  {
    advertiserId: idOf('advertiser_id').notNull(),
    day: integer('day').notNull(),
    funded: amount('funded').notNull(),
    reserved: amount('reserved').notNull(),
    accepted: amount('accepted').notNull(),
    delivered: amount('delivered').notNull(),
    approved: amount('approved').notNull(),
    spent: amount('spent').notNull(),
    refunded: amount('refunded').notNull(),
  },
  (t) => [primaryKey({ name: 'analytics_days_pkey', columns: [t.advertiserId, t.day] })],
);

/** The engagement of accepted video posts by the end of their assignment. The creator 0 is the sum of all creators. */
export const analyticsEngagement = pgTable(
  'analytics_engagement',
  {
    advertiserId: idOf('advertiser_id').notNull(),
    creatorId: idOf('creator_id').notNull(),
    days: integer('days').notNull(),
    span: integer('span').notNull(),
    /** Empty for results that files prove. */
    platform: asciiText('platform').notNull(),
    posts: amount('posts').notNull(),
    counted: amount('counted').notNull(),
    views: amount('views').notNull(),
    likes: amount('likes').notNull(),
    comments: amount('comments').notNull(),
    saved: amount('saved').notNull(),
    saves: amount('saves').notNull(),
    /** The oldest measurements, for one creator. */
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

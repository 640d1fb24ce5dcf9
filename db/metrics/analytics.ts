import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { maxCreators } from '../../schema/metrics/placement-analytics.ts';
import { type AssignmentStatus, platforms } from '../../schema/shared/enums.ts';
import type { Period } from '../../schema/shared/instants.ts';
import { jsonb } from '../client.ts';
import { json, jsonList, type TypeOf } from '../query.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { creatorPages, creators } from '../tables/creators.ts';
import { deliverables } from '../tables/deliverables.ts';
import { assignmentMoney } from '../tables/ledger.ts';
import { deliverableScans } from '../tables/metrics.ts';
import { deliverableProofs } from '../tables/uploads.ts';
import { engagementSums, isVideo, lastKnown, type PlacementSums, type ShownSince } from './engagement.ts';

const { brandFee, createdAt, acceptedAt, deliveredAt, endedAt } = placementAssignments;

/** The assignments of the order with their money. */
const mine = (advertiserId: number, orderId: number): SQL => sql`
  select ${placementAssignments.id} as id, ${placementAssignments.orderId} as order_id,
    ${placementAssignments.creatorId} as creator_id, ${placementAssignments.status} as status,
    ${placementAssignments.quantity} as quantity, ${placementAssignments.base} + ${brandFee} as total,
    ${placementAssignments.status} = 'APPROVED' and ${isVideo(sql`${placementAssignments.type}`)} as is_accepted_video,
    ${createdAt} as created_at, ${acceptedAt} as accepted_at, ${deliveredAt} as delivered_at, ${endedAt} as ended_at,
    coalesce(${assignmentMoney.held}, 0) as held, coalesce(${assignmentMoney.released}, 0) as released,
    coalesce(${assignmentMoney.refunded}, 0) as refunded,
    case when ${deliveredAt} is not null and ${assignmentMoney.held} + ${assignmentMoney.released} > 0
      then ${placementAssignments.quantity} else 0 end as delivered
  from ${placementAssignments}
  left join ${assignmentMoney} on ${assignmentMoney.assignmentId} = ${placementAssignments.id}
    and ${assignmentMoney.ownerId} = ${placementAssignments.advertiserId}
  where ${placementAssignments.advertiserId} = ${advertiserId} and ${placementAssignments.orderId} = ${orderId}`;

/** The accepted video posts. A condition that cannot be hashed keeps the texts out of a large join. */
const posts = (since: ShownSince): SQL => sql`
  select mine.creator_id, ${deliverableScans.platform} as platform, ${deliverableScans.contentId} as content_id,
    case when ${deliverableScans.id} is null then ${deliverables.id} end as unscanned, ${lastKnown(since)}
  from mine
  join ${deliverables} on ${deliverables.assignmentId} = mine.id and ${deliverables.kind} = 'PUBLIC'
  left join ${deliverableScans} on ${deliverableScans.deliverableId} = ${deliverables.id}
    and ${deliverableScans.contentId} is not distinct from ${deliverables.contentId}
  where mine.is_accepted_video and ${isDelivered} group by 1, 2, 3, 4`;

/** A condition: the deliverable has a post or a proof. Staff can pay for work whose deliverables were never posted. */
const isDelivered = sql`(${deliverables.contentId} is not null
  or exists (select from ${deliverableProofs} where ${deliverableProofs.deliverableId} = ${deliverables.id}))`;

const money = {
  reserved: sql<string>`coalesce(sum(held), 0)::text`,
  spent: sql<string>`coalesce(sum(released), 0)::text`,
  refunded: sql<string>`coalesce(sum(refunded), 0)::text`,
};

const sums = json({
  creators: sql<number>`count(distinct creator_id)`,
  assignments: sql<number>`coalesce(sum(assignments), 0)`,
  orderedResults: sql<number>`coalesce(sum(ordered), 0)`,
  deliveredResults: sql<number>`coalesce(sum(delivered), 0)`,
  ...money,
});

/** Whole seconds; null when there is no assignment to measure. */
const secondsOf = (seconds: SQL) =>
  json({
    average: sql<number | null>`round(avg(${seconds})::numeric)`,
    count: sql<number>`count(${seconds})`,
    median: sql<number | null>`round((percentile_cont(0.5) within group (order by ${seconds}))::numeric)`,
  });

const spans = json({
  orders: sql<number>`(select count(*) from (select distinct order_id from mine) orders)`,
  acceptSeconds: secondsOf(sql`accept`),
  deliverSeconds: secondsOf(sql`deliver`),
});

const totals = sql<TypeOf<typeof sums> & TypeOf<typeof spans>>`(
  select (select ${sums} from parts)::jsonb || (
    select ${spans}::jsonb from (
      select date_part('epoch', accepted_at - created_at) as accept, date_part('epoch', delivered_at - accepted_at) as deliver
      from mine) times))`;

const statusLine = json({
  status: sql<AssignmentStatus>`status`,
  assignments: sql<number>`sum(assignments)`,
  total: sql<string>`sum(total)::text`,
});

/** The statuses that the scope has. */
const byStatus = jsonList(
  sql<TypeOf<typeof statusLine>>`line`,
  sql`from (select ${statusLine} as line from parts group by status) lines`,
);

const creatorLine = json({
  creatorPublicId: creators.publicId,
  displayName: sql<string | null>`${creatorPages.publishedProfile}->>'displayName'`,
  assignments: sql<number>`top.assignments`,
  deliveredResults: sql<number>`top.delivered`,
  reserved: sql<string>`top.held::text`,
  spent: sql<string>`top.released::text`,
  refunded: sql<string>`top.refunded::text`,
  engagement: sql<PlacementSums>`coalesce(e.sums, (select ${engagementSums} from posts post where false))`,
});

const byCreator = jsonList(
  sql<TypeOf<typeof creatorLine>>`line`,
  sql`from (
    select top.place, ${creatorLine} as line
    from (
      select creator_id, sum(assignments) as assignments, sum(delivered) as delivered, sum(held) as held, sum(released) as released,
        sum(refunded) as refunded, row_number() over (order by sum(released) desc, sum(assignments) desc, creator_id) as place
      from parts group by creator_id order by place limit ${maxCreators}) top
    join ${creators} on ${creators.userId} = top.creator_id
    left join ${creatorPages} on ${creatorPages.creatorId} = top.creator_id
    left join (select creator_id, ${engagementSums} as sums from posts post group by creator_id) e on e.creator_id = top.creator_id) lines`,
  sql`place`,
);

const dayLine = json({
  date: sql<string>`to_char(day at time zone 'UTC', 'YYYY-MM-DD')`,
  funded: sql<number>`coalesce(funded, 0)`,
  accepted: sql<number>`coalesce(accepted, 0)`,
  deliveredResults: sql<number>`coalesce(delivered, 0)`,
  approved: sql<number>`coalesce(approved, 0)`,
  reserved: sql<string>`coalesce(reserved, 0)::text`,
  spent: sql<string>`coalesce(spent, 0)::text`,
  refunded: sql<string>`coalesce(refunded, 0)::text`,
});

/** The days of a period, with the events that lie within it. */
const series = (period: Period) =>
  jsonList(
    dayLine,
    sql`from generate_series(${dayOf(period.from)}, ${dayOf(new Date(period.until.getTime() - 1))}, interval '24 hours') day
      left join (${eachDay(period, sql`created_at`, sql`count(*) as funded, sum(total) as reserved`)}) f using (day)
      left join (${eachDay(period, sql`accepted_at`, sql`count(*) as accepted`)}) a using (day)
      left join (${eachDay(period, sql`delivered_at`, sql`sum(delivered) as delivered`)}) d using (day)
      left join (${eachDay(period, sql`ended_at`, endings)}) e using (day)`,
    sql`day`,
  );

const endings = sql`count(*) filter (where status = 'APPROVED') as approved, sum(released) as spent, sum(refunded) as refunded`;

const eachDay = ({ from, until }: Period, instant: SQL, sumsOfDay: SQL): SQL => sql`
  select date_bin('24 hours', ${instant}, 'epoch') as day, ${sumsOfDay} from mine
  where ${instant} >= ${from} and ${instant} < ${until} group by 1`;

const dayOf = (at: Date): SQL => sql`date_bin('24 hours', ${at}::timestamptz, 'epoch')`;

const analyticsJson = (days: Period) =>
  json({
    totals,
    byStatus,
    byCreator,
    series: series(days),
    engagement: sql<PlacementSums>`(select ${engagementSums} from (
      select platform, max(counted) as counted, max(saved) as saved from posts group by platform, content_id, unscanned) post)`,
  });

/** Amounts are minor units as text. */
export type AnalyticsRecord = TypeOf<ReturnType<typeof analyticsJson>>;

/**
 * The metrics of an order of the advertiser, with the days of a period: a field of the facts. A hold is settled as a whole when the
 * work ends. Work that was refunded as a whole has delivered nothing.
 */
export const analyticsOfOrder = (
  advertiserId: number,
  orderId: number,
  days: Period,
  since: ShownSince,
): SQL<AnalyticsRecord> => sql`(
  with mine as materialized (${mine(advertiserId, orderId)}
  ), parts as materialized (
    select creator_id, status, count(*) as assignments, sum(quantity) as ordered, sum(delivered) as delivered, sum(total) as total,
      sum(held) as held, sum(released) as released, sum(refunded) as refunded
    from mine group by creator_id, status
  ), posts as materialized (${posts(since)}
  )
  select ${analyticsJson(days)})`;

/**
 * The metrics of the advertiser's assignments that were open at some time in a period: a field of the facts. It reads the summaries, and
 * the orders that changed after the last summary.
 */
export const analyticsOfPeriod = (
  advertiserId: number,
  { from, until }: Period,
  since: ShownSince,
): SQL<AnalyticsRecord> => {
  const shown = Object.fromEntries(platforms.map((platform) => [platform, since(platform)]));
  return sql`analytics_of_period(${advertiserId}, ${from}, ${until}, ${jsonb(shown)})`;
};

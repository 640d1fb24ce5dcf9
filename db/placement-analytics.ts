import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Period } from '../schema/instants.ts';
import { mostCreators } from '../schema/placement-analytics.ts';
import { engagementSums, isVideo, lastKnown, type ShownSince } from './engagement.ts';

/** Of an advertiser: the assignments that were alive in a period, or those of an order. */
export type AnalyticsScope = { readonly alive: Period } | { readonly orderId: number };

/**
 * The figures of an advertiser's assignments as json in the shape of AnalyticsRecord, with the days of a period: a column of
 * the facts. Each assignment is read once, out of an index alone, with where its money is; a hold is settled whole when the work
 * ends. What was refunded whole has delivered nothing. A condition that cannot be hashed keeps the texts out of a large join.
 */
export const analyticsOf = (advertiserId: number, scope: AnalyticsScope, days: Period, since: ShownSince): SQL => sql`(
  with mine as materialized (
    select a.id, a.order_id, a.creator_id, a.status, a.quantity, a.base + a.brand_fee as total,
      a.status = 'APPROVED' and ${isVideo(sql`a.type`)} as is_accepted_video,
      a.created_at, a.accepted_at, a.delivered_at, a.ended_at,
      coalesce(money.held, 0) as held, coalesce(money.released, 0) as released, coalesce(money.refunded, 0) as refunded,
      case when a.delivered_at is not null and money.held + money.released > 0 then a.quantity else 0 end as delivered
    from placement_assignments a
    left join assignment_money money on money.assignment_id = a.id and money.owner_id = a.advertiser_id
    where a.advertiser_id = ${advertiserId} and ${within(scope)}
  ), parts as materialized (
    select creator_id, status, count(*) as assignments, sum(quantity) as ordered, sum(delivered) as delivered, sum(total) as total,
      sum(held) as held, sum(released) as released, sum(refunded) as refunded
    from mine group by creator_id, status
  ), posts as materialized (
    select m.creator_id, scan.platform, scan.content_id, case when scan.id is null then d.id end as unscanned, ${lastKnown(since)}
    from mine m join deliverables d on d.assignment_id = m.id and d.kind = 'PUBLIC'
    left join deliverable_scans scan on scan.deliverable_id = d.id and scan.content_id is not distinct from d.content_id
    where m.is_accepted_video and ${isDelivered} group by 1, 2, 3, 4
  )
  select json_build_object('totals', (${totals}), 'byStatus', (${byStatus}), 'byCreator', (${byCreator}),
    'series', (${series(days)}), 'engagement', (
      select ${engagementSums} from (
        select max(counted) as counted, max(saved) as saved from posts group by platform, content_id, unscanned) post)))`;

/** Work that staff had paid out may have results that were never named: nobody can have posted them. */
const isDelivered = sql`(d.content_id is not null or exists (select from deliverable_proofs proof where proof.deliverable_id = d.id))`;

/** The index of what is alive is written so. */
const within = (scope: AnalyticsScope): SQL =>
  'orderId' in scope
    ? sql`a.order_id = ${scope.orderId}`
    : sql`coalesce(a.ended_at, 'infinity'::timestamptz) >= ${scope.alive.from} and a.created_at < ${scope.alive.until}`;

const totals = sql`
  select (
    select json_build_object('creators', count(distinct creator_id), 'assignments', coalesce(sum(assignments), 0),
      'orderedResults', coalesce(sum(ordered), 0), 'deliveredResults', coalesce(sum(delivered), 0),
      'reserved', coalesce(sum(held), 0)::text, 'spent', coalesce(sum(released), 0)::text,
      'refunded', coalesce(sum(refunded), 0)::text) from parts
  )::jsonb || (
    select jsonb_build_object('orders', (select count(*) from (select distinct order_id from mine) orders), 'acceptSeconds', ${secondsOf(sql`accept`)},
      'deliverSeconds', ${secondsOf(sql`deliver`)})
    from (select date_part('epoch', accepted_at - created_at) as accept, date_part('epoch', delivered_at - accepted_at) as deliver from mine) times)`;

function secondsOf(seconds: SQL): SQL {
  return sql`json_build_object('average', round(avg(${seconds})::numeric), 'count', count(${seconds}),
    'median', round((percentile_cont(0.5) within group (order by ${seconds}))::numeric))`;
}

const byStatus = sql`
  select coalesce(json_agg(line), '[]') from (
    select json_build_object('status', status, 'assignments', sum(assignments), 'total', sum(total)::text) as line
    from parts group by status) lines`;

const byCreator = sql`
  select coalesce(json_agg(line order by place), '[]') from (
    select top.place, json_build_object('creatorPublicId', c.public_id, 'displayName', p.published_profile->>'displayName',
      'assignments', top.assignments, 'deliveredResults', top.delivered, 'reserved', top.held::text,
      'spent', top.released::text, 'refunded', top.refunded::text,
      'engagement', coalesce(e.sums, (select ${engagementSums} from posts post where false))) as line
    from (
      select creator_id, sum(assignments) as assignments, sum(delivered) as delivered, sum(held) as held, sum(released) as released,
        sum(refunded) as refunded, row_number() over (order by sum(released) desc, sum(assignments) desc, creator_id) as place
      from parts group by creator_id order by place limit ${mostCreators}) top
    join creators c on c.user_id = top.creator_id
    left join creator_pages p on p.creator_id = top.creator_id
    left join (select creator_id, ${engagementSums} as sums from posts post group by creator_id) e on e.creator_id = top.creator_id) lines`;

/** The days that the period touches, and of them what happened within it. */
const series = (period: Period): SQL => sql`
  select json_agg(json_build_object('date', to_char(day at time zone 'UTC', 'YYYY-MM-DD'), 'funded', coalesce(funded, 0), 'accepted', coalesce(accepted, 0),
    'deliveredResults', coalesce(delivered, 0), 'approved', coalesce(approved, 0), 'reserved', coalesce(reserved, 0)::text,
    'spent', coalesce(spent, 0)::text, 'refunded', coalesce(refunded, 0)::text) order by day)
  from generate_series(${dayOf(period.from)}, ${dayOf(new Date(period.until.getTime() - 1))}, interval '24 hours') day
  left join (${eachDay(period, 'created_at', sql`count(*) as funded, sum(total) as reserved`)}) f using (day)
  left join (${eachDay(period, 'accepted_at', sql`count(*) as accepted`)}) a using (day)
  left join (${eachDay(period, 'delivered_at', sql`sum(delivered) as delivered`)}) d using (day)
  left join (${eachDay(period, 'ended_at', sql`count(*) filter (where status = 'APPROVED') as approved, sum(released) as spent, sum(refunded) as refunded`)}) e using (day)`;

function eachDay(
  { from, until }: Period,
  at: 'created_at' | 'accepted_at' | 'delivered_at' | 'ended_at',
  what: SQL,
): SQL {
  const instant = sql.raw(at);
  return sql`select date_bin('24 hours', ${instant}, 'epoch') as day, ${what} from mine
    where ${instant} >= ${from} and ${instant} < ${until} group by 1`;
}

const dayOf = (at: Date): SQL => sql`date_bin('24 hours', ${at}::timestamptz, 'epoch')`;

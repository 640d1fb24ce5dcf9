import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Period } from '../schema/instants.ts';
import { mostCreators } from '../schema/placement-analytics.ts';
import { engagementSums, isVideo } from './engagement.ts';

/** Of an advertiser: the assignments that were funded in a period, or those of an order. */
export type AnalyticsScope = { readonly funded: Period } | { readonly orderId: number };

/**
 * The figures of an advertiser's assignments as json in the shape of AnalyticsRecord, with the days of a period: a column of
 * the facts. Each assignment is read once, with where its money is; a hold is settled whole when the work ends.
 */
export const analyticsOf = (advertiserId: number, scope: AnalyticsScope, days: Period): SQL => sql`(
  with mine as materialized (
    select a.id, a.order_id, a.creator_id, a.type, a.status, a.quantity, a.base + a.brand_fee as total,
      a.created_at, a.accepted_at, a.ended_at,
      coalesce(money.held, 0) as held, coalesce(money.released, 0) as released, coalesce(money.refunded, 0) as refunded,
      case when a.submitted_at is not null and a.status <> 'CANCELLED' then a.quantity else 0 end as delivered,
      case when a.submitted_at is not null then (select min(e.at) from assignment_events e
        where e.assignment_id = a.id and e.kind = 'assignment.submitted') end as delivered_at
    from placement_assignments a left join assignment_money money on money.assignment_id = a.id
    where a.advertiser_id = ${advertiserId} and ${within(scope)}
  ), posts as materialized (
    select m.creator_id, d.id, s.views, s.likes, s.comments, s.counted_at, s.saves, s.saves_at
    from mine m join deliverables d on d.assignment_id = m.id
    left join deliverable_scans s on s.deliverable_id = d.id and s.content_id = d.content_id
    where m.status = 'APPROVED' and ${isVideo(sql`m.type`)} and d.kind = 'PUBLIC'
  )
  select json_build_object('totals', (${totals}), 'byStatus', (${byStatus}), 'byCreator', (${byCreator}),
    'series', (${series(days)}), 'engagement', (select ${engagementSums} from posts post)))`;

const within = (scope: AnalyticsScope): SQL =>
  'orderId' in scope
    ? sql`a.order_id = ${scope.orderId}`
    : sql`a.created_at >= ${scope.funded.from} and a.created_at < ${scope.funded.until}`;

const holds = sql`'reserved', coalesce(sum(held), 0)::text, 'spent', coalesce(sum(released), 0)::text,
  'refunded', coalesce(sum(refunded), 0)::text`;

const totals = sql`
  select json_build_object('orders', count(distinct order_id), 'assignments', count(*),
    'orderedResults', coalesce(sum(quantity), 0), 'deliveredResults', coalesce(sum(delivered), 0), ${holds},
    'acceptSeconds', ${secondsOf(sql`accepted_at - created_at`)}, 'deliverSeconds', ${secondsOf(sql`delivered_at - accepted_at`)})
  from mine`;

function secondsOf(interval: SQL): SQL {
  const seconds = sql`extract(epoch from ${interval})`;
  return sql`json_build_object('average', round(avg(${seconds})), 'count', count(${interval}),
    'median', round((percentile_cont(0.5) within group (order by ${seconds}::float8))::numeric))`;
}

const byStatus = sql`
  select coalesce(json_agg(line), '[]') from (
    select json_build_object('status', status, 'assignments', count(*), 'total', sum(total)::text) as line from mine group by status) lines`;

const byCreator = sql`
  select coalesce(json_agg(line order by place), '[]') from (
    select top.place, json_build_object('creatorPublicId', c.public_id, 'displayName', p.published_profile->>'displayName',
      'assignments', top.assignments, 'deliveredResults', top.delivered, 'reserved', top.held::text, 'spent', top.released::text,
      'refunded', top.refunded::text, 'engagement', coalesce(e.sums, (select ${engagementSums} from posts post where false))) as line
    from (
      select creator_id, count(*) as assignments, sum(delivered) as delivered, sum(held) as held, sum(released) as released,
        sum(refunded) as refunded, row_number() over (order by sum(released) desc, count(*) desc, creator_id) as place
      from mine group by creator_id order by place limit ${mostCreators}) top
    join creators c on c.user_id = top.creator_id
    left join creator_pages p on p.creator_id = top.creator_id
    left join (select creator_id, ${engagementSums} as sums from posts post group by creator_id) e on e.creator_id = top.creator_id) lines`;

/** The days that the period touches, and of them what happened within it. */
const series = ({ from, until }: Period): SQL => sql`
  select json_agg(json_build_object('date', to_char(day, 'YYYY-MM-DD'), 'funded', coalesce(funded, 0), 'accepted', coalesce(accepted, 0),
    'delivered', coalesce(delivered, 0), 'approved', coalesce(approved, 0), 'reserved', coalesce(reserved, 0)::text,
    'spent', coalesce(spent, 0)::text, 'refunded', coalesce(refunded, 0)::text) order by day)
  from generate_series(${dayOf(from)}, ${dayOf(new Date(until.getTime() - 1))}, interval '1 day') as day
  left join (
    select date_trunc('day', happened.at at time zone 'UTC') as day, count(*) filter (where what = 'funded') as funded,
      count(*) filter (where what = 'accepted') as accepted, count(*) filter (where what = 'delivered') as delivered,
      count(*) filter (where what = 'ended' and status = 'APPROVED') as approved, sum(total) filter (where what = 'funded') as reserved,
      sum(released) filter (where what = 'ended') as spent, sum(refunded) filter (where what = 'ended') as refunded
    from mine cross join lateral (values ('funded', created_at), ('accepted', accepted_at), ('delivered', delivered_at),
      ('ended', ended_at)) as happened(what, at)
    where happened.at >= ${from} and happened.at < ${until} group by 1) happened using (day)`;

const dayOf = (at: Date): SQL => sql`${at.toISOString().slice(0, 10)}::timestamp`;

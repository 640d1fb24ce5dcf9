-- Reads the metrics of a period from sums of shorter spans, and from one row of each creator at each end of the period.
--
-- Locks: access exclusive on the analytics summaries until the commit. The job then fills them again: until then, readers read the orders
-- that it has not summarized. To revert: restore the tables and functions of 0007 and 0008, and mark all orders as 0008 does.

DROP TABLE "analytics_creators";
DROP TABLE "analytics_rankings";
DROP INDEX "analytics_posts_open";

truncate analytics_assignments, analytics_statuses, analytics_durations, analytics_days, analytics_posts, analytics_engagement;

CREATE TABLE "analytics_creator_sums" (
	"advertiser_id" bigint NOT NULL,
	"event" text COLLATE "C" NOT NULL,
	"era" integer NOT NULL,
	"creator_id" bigint NOT NULL,
	"assignments" integer[] NOT NULL,
	"released" bigint[] NOT NULL,
	"delivered" integer[] NOT NULL,
	"held" bigint[] NOT NULL,
	"refunded" bigint[] NOT NULL,
	CONSTRAINT "analytics_creator_sums_pkey" PRIMARY KEY("advertiser_id","event","era","creator_id"),
	CONSTRAINT "analytics_creator_sums_event_check" CHECK ("analytics_creator_sums"."event" in ('CREATED', 'ENDED'))
);

CREATE TABLE "analytics_engagement_sums" (
	"advertiser_id" bigint NOT NULL,
	"event" text COLLATE "C" NOT NULL,
	"days" integer NOT NULL,
	"span" integer NOT NULL,
	"platform" text COLLATE "C" NOT NULL,
	"posts" bigint NOT NULL,
	"counted" bigint NOT NULL,
	"views" bigint NOT NULL,
	"likes" bigint NOT NULL,
	"comments" bigint NOT NULL,
	"saved" bigint NOT NULL,
	"saves" bigint NOT NULL,
	"created_since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "analytics_engagement_sums_pkey" PRIMARY KEY("advertiser_id","event","days","span","platform"),
	CONSTRAINT "analytics_engagement_sums_event_check" CHECK ("analytics_engagement_sums"."event" in ('CREATED', 'ENDED'))
);

CREATE TABLE "analytics_hours" (
	"advertiser_id" bigint NOT NULL,
	"hour" integer NOT NULL,
	"funded" bigint NOT NULL,
	"reserved" bigint NOT NULL,
	"accepted" bigint NOT NULL,
	"delivered" bigint NOT NULL,
	"approved" bigint NOT NULL,
	"spent" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	CONSTRAINT "analytics_hours_pkey" PRIMARY KEY("advertiser_id","hour")
);

-- A page has room for a second version of each row: an update of the arrays writes no index, and a reader of an era reads few pages.
alter table analytics_creator_sums set (fillfactor = 50);

-- Returns the lengths of the spans. The sums of an advertiser are kept for spans of 2, 16 and 128 days, and of all days. So any time before
-- an instant is the sum of few spans, and of assignments of at most one day at its edge.
create or replace function analytics_spans() returns int[] language sql immutable as $$ select array[2, 16, 128, 10000000] $$;

-- Returns the spans that sum to all time before an instant: those of `days` from `lower` to before `upper`, added or subtracted.
create or replace function analytics_before(bound timestamptz) returns table (days int, lower int, upper int, sign int)
language sql immutable as $$
  select s.days, least(s.one, s.other), greatest(s.one, s.other), sign(s.one::float8 - s.other)::int
  from (select round(date_part('epoch', bound - to_timestamp(0)) / 172800)::int as n2) a
  cross join lateral (select round(n2 / 8.0)::int as n16) b
  cross join lateral (select round(n16 / 8.0)::int as n128) c
  cross join lateral (values (2, n2, n16 * 8), (16, n16, n128 * 8), (128, n128, 2147483647), (10000000, 1, 0)) s(days, one, other)
  where s.one <> s.other
$$;

-- Returns the edge of these spans. The times between it and the instant are added or subtracted one by one.
create or replace function analytics_edge(bound timestamptz) returns timestamptz language sql immutable as $$
  select to_timestamp(round(date_part('epoch', bound - to_timestamp(0)) / 172800) * 172800)
$$;

-- Returns the number of the first span of 2 days after these spans.
create or replace function analytics_edge_span(bound timestamptz) returns int language sql immutable as $$
  select round(date_part('epoch', bound - to_timestamp(0)) / 172800)::int
$$;

-- Returns the number of the hour of an instant.
create function analytics_hour(at timestamptz) returns int language sql immutable as $$
  select floor(date_part('epoch', at - to_timestamp(0)) / 3600)::int
$$;

-- Adds assignments to the sums, or subtracts them, and returns nothing.
create or replace function analytics_add(changed analytics_assignments[], sign int) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  insert into analytics_statuses as t (advertiser_id, event, days, span, status, orders, ordered, total, assignments, delivered, held, released, refunded)
    select a.advertiser_id, e.event, d.days, analytics_span(e.at, d.days), a.status, sign * sum(e.orders), sign * sum(a.quantity),
      sign * sum(a.total), sign * count(*), sign * sum(a.delivered), sign * sum(a.held), sign * sum(a.released), sign * sum(a.refunded)
    from unnest(changed) a
    cross join lateral (values ('CREATED', a.created_at, a.is_first::int), ('ENDED', a.ended_at, a.is_last::int)) e(event, at, orders)
    cross join unnest(analytics_spans()) d(days)
    where e.at is not null group by 1, 2, 3, 4, 5
  on conflict (advertiser_id, event, days, span, status) do update set orders = t.orders + excluded.orders,
    ordered = t.ordered + excluded.ordered, total = t.total + excluded.total, assignments = t.assignments + excluded.assignments,
    delivered = t.delivered + excluded.delivered, held = t.held + excluded.held, released = t.released + excluded.released,
    refunded = t.refunded + excluded.refunded;
  perform analytics_add_creators(changed, sign);
  insert into analytics_durations as t (advertiser_id, event, days, span, step, width, bucket, assignments, ms)
    select a.advertiser_id, e.event, d.days, analytics_span(e.at, d.days), s.step, w.width, analytics_bucket(s.ms) >> w.shift,
      sign * count(*), sign * sum(s.ms)
    from unnest(changed) a
    cross join lateral (values ('CREATED', a.created_at), ('ENDED', a.ended_at)) e(event, at)
    cross join lateral (values ('ACCEPT', a.accept_ms), ('DELIVER', a.deliver_ms)) s(step, ms)
    cross join unnest(analytics_spans()) d(days)
    cross join (values (1, 0), (16, 4)) w(width, shift)
    where e.at is not null and s.ms is not null group by 1, 2, 3, 4, 5, 6, 7
  on conflict (advertiser_id, event, step, width, days, span, bucket) do update set assignments = t.assignments + excluded.assignments,
    ms = t.ms + excluded.ms;
  insert into analytics_days as t (advertiser_id, day, funded, reserved, accepted, delivered, approved, spent, refunded)
    select a.advertiser_id, analytics_span(e.at, 1), sign * sum(e.funded), sign * sum(e.reserved), sign * sum(e.accepted),
      sign * sum(e.delivered), sign * sum(e.approved), sign * sum(e.spent), sign * sum(e.refunded)
    from unnest(changed) a
    cross join lateral analytics_events(a.status, a.delivered, a.total, a.released, a.refunded, a.created_at, a.accepted_at, a.delivered_at,
      a.ended_at) e
    group by 1, 2
  on conflict (advertiser_id, day) do update set funded = t.funded + excluded.funded, reserved = t.reserved + excluded.reserved,
    accepted = t.accepted + excluded.accepted, delivered = t.delivered + excluded.delivered, approved = t.approved + excluded.approved,
    spent = t.spent + excluded.spent, refunded = t.refunded + excluded.refunded;
  insert into analytics_hours as t (advertiser_id, hour, funded, reserved, accepted, delivered, approved, spent, refunded)
    select a.advertiser_id, analytics_hour(e.at), sign * sum(e.funded), sign * sum(e.reserved), sign * sum(e.accepted),
      sign * sum(e.delivered), sign * sum(e.approved), sign * sum(e.spent), sign * sum(e.refunded)
    from unnest(changed) a
    cross join lateral analytics_events(a.status, a.delivered, a.total, a.released, a.refunded, a.created_at, a.accepted_at, a.delivered_at,
      a.ended_at) e
    group by 1, 2
  on conflict (advertiser_id, hour) do update set funded = t.funded + excluded.funded, reserved = t.reserved + excluded.reserved,
    accepted = t.accepted + excluded.accepted, delivered = t.delivered + excluded.delivered, approved = t.approved + excluded.approved,
    spent = t.spent + excluded.spent, refunded = t.refunded + excluded.refunded;
end $$;

-- Adds assignments to the sums of their creators, or subtracts them, and returns nothing. A new era first gets the creators of the era
-- before it, because a reader takes only one era.
create function analytics_add_creators(changed analytics_assignments[], sign int) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  fresh record;
begin
  for fresh in
    select distinct a.advertiser_id, e.event, analytics_span(e.at, 2) >> 4 as era
    from unnest(changed) a cross join lateral (values ('CREATED', a.created_at), ('ENDED', a.ended_at)) e(event, at)
    where e.at is not null order by era
  loop
    if not exists (select from analytics_creator_sums t
      where t.advertiser_id = fresh.advertiser_id and t.event = fresh.event and t.era = fresh.era) then
      insert into analytics_creator_sums (advertiser_id, event, era, creator_id, assignments, released, delivered, held, refunded)
        select t.advertiser_id, t.event, fresh.era, t.creator_id, array_fill(t.assignments[16], array[16]),
          array_fill(t.released[16], array[16]), array_fill(t.delivered[16], array[16]), array_fill(t.held[16], array[16]),
          array_fill(t.refunded[16], array[16])
        from analytics_creator_sums t
        where t.advertiser_id = fresh.advertiser_id and t.event = fresh.event and t.era = (select max(b.era) from analytics_creator_sums b
          where b.advertiser_id = fresh.advertiser_id and b.event = fresh.event and b.era < fresh.era)
        order by t.creator_id;
    end if;
  end loop;
  insert into analytics_creator_sums as t (advertiser_id, event, era, creator_id, assignments, released, delivered, held, refunded)
    with events as materialized (
      select a.advertiser_id, e.event, analytics_span(e.at, 2) as span, a.creator_id, sign * count(*) as assignments,
        (sign * sum(a.released))::bigint as released, sign * sum(a.delivered) as delivered, (sign * sum(a.held))::bigint as held,
        (sign * sum(a.refunded))::bigint as refunded
      from unnest(changed) a cross join lateral (values ('CREATED', a.created_at), ('ENDED', a.ended_at)) e(event, at)
      where e.at is not null group by 1, 2, 3, 4
    ), eras as materialized (
      select n.advertiser_id, n.event, n.era from (select distinct advertiser_id, event, span >> 4 as era from events) n
      union
      select n.advertiser_id, n.event, l.era
      from (select advertiser_id, event, min(span >> 4) as era from events group by 1, 2) n
      cross join lateral (
        with recursive later as (
          select n.era as era
          union all
          select (select s.era from analytics_creator_sums s where s.advertiser_id = n.advertiser_id and s.event = n.event and s.era > later.era
            order by s.era limit 1)
          from later where later.era is not null)
        select era from later where era is not null) l
    ), slots as (
      select advertiser_id, event, creator_id, span >> 4 as era, span & 15 as n, assignments, released, delivered, held, refunded from events
      union all
      select c.advertiser_id, c.event, c.creator_id, eras.era, n, 0, 0, 0, 0, 0
      from (select advertiser_id, event, creator_id, min(span >> 4) as era from events group by 1, 2, 3) c
      join eras on eras.advertiser_id = c.advertiser_id and eras.event = c.event and eras.era >= c.era
      cross join generate_series(0, 15) n
    ), changes as (
      select advertiser_id, event, creator_id, era, n, sum(sum(assignments)) over w as assignments, sum(sum(released)) over w as released,
        sum(sum(delivered)) over w as delivered, sum(sum(held)) over w as held, sum(sum(refunded)) over w as refunded
      from slots group by 1, 2, 3, 4, 5
      window w as (partition by advertiser_id, event, creator_id order by era, n)
    )
    select advertiser_id, event, era, creator_id, array_agg(assignments::int order by n), array_agg(released::bigint order by n),
      array_agg(delivered::int order by n), array_agg(held::bigint order by n), array_agg(refunded::bigint order by n)
    from changes group by 1, 2, 3, 4
  on conflict (advertiser_id, event, era, creator_id) do update set (assignments, released, delivered, held, refunded) = (
    select array_agg(a + b order by n), array_agg(c + d order by n), array_agg(e + f order by n), array_agg(g + h order by n),
      array_agg(i + j order by n)
    from unnest(t.assignments, excluded.assignments, t.released, excluded.released, t.delivered, excluded.delivered, t.held, excluded.held,
      t.refunded, excluded.refunded) with ordinality u(a, b, c, d, e, f, g, h, i, j, n));
end $$;

-- Adds posts that are not shared to the sums, or subtracts them, and returns nothing. A minimum that may have been subtracted is computed
-- again.
create or replace function analytics_add_posts(changed analytics_posts[], sign int) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  insert into analytics_engagement as t (advertiser_id, creator_id, days, span, platform, posts, counted, views, likes, comments, saved, saves,
      counted_since, saved_since)
    select p.advertiser_id, p.creator_id, d.days, analytics_span(p.ended_at, d.days), coalesce(p.platform, ''), sign * count(*),
      sign * count(p.counts_measured_at), sign * coalesce(sum(p.views), 0), sign * coalesce(sum(p.likes), 0), sign * coalesce(sum(p.comments), 0),
      sign * count(p.saves_measured_at), sign * coalesce(sum(p.saves), 0),
      min(p.counts_measured_at), min(p.saves_measured_at)
    from unnest(changed) p
    cross join (values (4), (32)) d(days)
    where not p.is_shared group by 1, 2, 3, 4, 5
  on conflict (advertiser_id, creator_id, days, span, platform) do update set posts = t.posts + excluded.posts,
    counted = t.counted + excluded.counted, views = t.views + excluded.views, likes = t.likes + excluded.likes,
    comments = t.comments + excluded.comments, saved = t.saved + excluded.saved, saves = t.saves + excluded.saves,
    counted_since = case when sign > 0 then least(t.counted_since, excluded.counted_since)
      when t.counted_since < excluded.counted_since then t.counted_since
      else (select min(o.counts_measured_at) from analytics_posts o where o.advertiser_id = t.advertiser_id and o.creator_id = t.creator_id
        and o.ended_at >= to_timestamp(t.span::bigint * t.days * 86400) and o.ended_at < to_timestamp((t.span + 1)::bigint * t.days * 86400)
        and o.platform = t.platform and not o.is_shared) end,
    saved_since = case when sign > 0 then least(t.saved_since, excluded.saved_since)
      when t.saved_since < excluded.saved_since then t.saved_since
      else (select min(o.saves_measured_at) from analytics_posts o where o.advertiser_id = t.advertiser_id and o.creator_id = t.creator_id
        and o.ended_at >= to_timestamp(t.span::bigint * t.days * 86400) and o.ended_at < to_timestamp((t.span + 1)::bigint * t.days * 86400)
        and o.platform = t.platform and not o.is_shared) end;
  insert into analytics_engagement_sums as t (advertiser_id, event, days, span, platform, posts, counted, views, likes, comments, saved, saves,
      created_since)
    select p.advertiser_id, e.event, d.days, analytics_span(e.at, d.days), coalesce(p.platform, ''), sign * count(*),
      sign * count(p.counts_measured_at), sign * coalesce(sum(p.views), 0), sign * coalesce(sum(p.likes), 0), sign * coalesce(sum(p.comments), 0),
      sign * count(p.saves_measured_at), sign * coalesce(sum(p.saves), 0), min(p.created_at)
    from unnest(changed) p
    cross join lateral (values ('CREATED', p.created_at), ('ENDED', p.ended_at)) e(event, at)
    cross join unnest(analytics_spans()) d(days)
    where not p.is_shared group by 1, 2, 3, 4, 5
  on conflict (advertiser_id, event, days, span, platform) do update set posts = t.posts + excluded.posts,
    counted = t.counted + excluded.counted, views = t.views + excluded.views, likes = t.likes + excluded.likes,
    comments = t.comments + excluded.comments, saved = t.saved + excluded.saved, saves = t.saves + excluded.saves,
    created_since = least(t.created_since, excluded.created_since);
end $$;

-- Returns the sums of a period, the ids of its first 100 creators, and where its median durations are. The sums are those of its spans, and
-- single assignments. Single ones are those at the edges of the spans, and those of marked orders, which count as they are now instead of
-- as they were summarized.
create or replace function analytics_sums(advertiser bigint, since timestamptz, until timestamptz) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  with spans as materialized (
    select 'CREATED' as event, days, lower, upper, sign from analytics_before(until)
    union all select 'ENDED', days, lower, upper, -sign from analytics_before(since)
  ), marked as materialized (
    select distinct order_id from analytics_changes where advertiser_id = advertiser
  ), single as materialized (
    select 1 as sign, (row_number() over (partition by order_id) = 1)::int as orders, creator_id, status, quantity, delivered, total, held,
      released, refunded, accept_ms, deliver_ms
    from marked join analytics_assignments_now using (order_id)
    where advertiser_id = advertiser and created_at < until and (ended_at is null or ended_at >= since)
    union all
    select -1, (row_number() over (partition by order_id) = 1)::int, creator_id, status, quantity, delivered, total, held, released,
      refunded, accept_ms, deliver_ms
    from marked join analytics_assignments using (order_id)
    where advertiser_id = advertiser and created_at < until and (ended_at is null or ended_at >= since)
    union all
    select case when until > analytics_edge(until) then 1 else -1 end, is_first::int, creator_id, status, quantity, delivered, total, held,
      released, refunded, accept_ms, deliver_ms
    from analytics_assignments where advertiser_id = advertiser
      and created_at >= least(until, analytics_edge(until)) and created_at < greatest(until, analytics_edge(until))
    union all
    select case when since > analytics_edge(since) then -1 else 1 end, is_last::int, creator_id, status, quantity, delivered, total, held,
      released, refunded, accept_ms, deliver_ms
    from analytics_assignments where advertiser_id = advertiser
      and ended_at >= least(since, analytics_edge(since)) and ended_at < greatest(since, analytics_edge(since))
  ), by_status as materialized (
    select status, sum(orders)::bigint as orders, sum(ordered)::bigint as ordered, sum(total)::bigint as total,
      sum(assignments)::bigint as assignments, sum(delivered)::bigint as delivered, sum(held)::bigint as held,
      sum(released)::bigint as released, sum(refunded)::bigint as refunded
    from (
      select t.status, s.sign * t.orders as orders, s.sign * t.ordered as ordered, s.sign * t.total as total,
        s.sign * t.assignments as assignments, s.sign * t.delivered as delivered, s.sign * t.held as held, s.sign * t.released as released,
        s.sign * t.refunded as refunded
      from spans s cross join lateral (select * from analytics_statuses where advertiser_id = advertiser and event = s.event
        and days = s.days and span >= s.lower and span < s.upper offset 0) t
      union all
      select status, sign * orders, sign * quantity, sign * total, sign, sign * delivered, sign * held, sign * released, sign * refunded
      from single) all_statuses
    group by status
  ), bounds as materialized (
    select b.event, c.era, case when c.era < b.era then 16 else b.slot end as slot
    from (
      select 'CREATED' as event, (analytics_edge_span(until) - 1) >> 4 as era, ((analytics_edge_span(until) - 1) & 15) + 1 as slot
      union all select 'ENDED', (analytics_edge_span(since) - 1) >> 4, ((analytics_edge_span(since) - 1) & 15) + 1) b
    cross join lateral (select t.era from analytics_creator_sums t where t.advertiser_id = advertiser and t.event = b.event and t.era <= b.era
      order by t.era desc limit 1) c
  ), ranked as materialized (
    select creator_id, coalesce(c.assignments, 0) - coalesce(e.assignments, 0) + coalesce(s.assignments, 0) as assignments,
      coalesce(c.released, 0) - coalesce(e.released, 0) + coalesce(s.released, 0) as released
    from (
      select creator_id, t.assignments[(select slot from bounds where event = 'CREATED')] as assignments,
        t.released[(select slot from bounds where event = 'CREATED')] as released
      from analytics_creator_sums t
      where t.advertiser_id = advertiser and t.event = 'CREATED' and t.era = (select era from bounds where event = 'CREATED')) c
    full join (
      select creator_id, t.assignments[(select slot from bounds where event = 'ENDED')] as assignments,
        t.released[(select slot from bounds where event = 'ENDED')] as released
      from analytics_creator_sums t
      where t.advertiser_id = advertiser and t.event = 'ENDED' and t.era = (select era from bounds where event = 'ENDED')) e using (creator_id)
    full join (
      select creator_id, sum(sign)::bigint as assignments, sum(sign * released)::bigint as released from single group by creator_id) s
      using (creator_id)
    where coalesce(c.assignments, 0) - coalesce(e.assignments, 0) + coalesce(s.assignments, 0) > 0
  ), top as materialized (
    select * from ranked order by released desc, assignments desc, creator_id limit 100
  ), by_creator as materialized (
    select creator_id, top.assignments, top.released, coalesce(sum(more.delivered), 0)::bigint as delivered,
      coalesce(sum(more.held), 0)::bigint as held, coalesce(sum(more.refunded), 0)::bigint as refunded
    from top left join (
      select creator_id, b.sign * t.delivered[b.slot] as delivered, b.sign * t.held[b.slot] as held, b.sign * t.refunded[b.slot] as refunded
      from (select *, case event when 'CREATED' then 1 else -1 end as sign from bounds) b cross join top
      cross join lateral (select * from analytics_creator_sums o where o.advertiser_id = advertiser and o.event = b.event and o.era = b.era
        and o.creator_id = top.creator_id offset 0) t(advertiser_id, event, era, of_creator)
      union all
      select creator_id, sign * delivered, sign * held, sign * refunded from single where creator_id in (select creator_id from top)
    ) more using (creator_id)
    group by creator_id, top.assignments, top.released
  ), steps as materialized (
    select sign, step, ms, analytics_bucket(ms) as bucket from single cross join lateral (values ('ACCEPT', accept_ms), ('DELIVER', deliver_ms)) s(step, ms) where ms is not null
  ), wide as (
    select step, bucket, sum(assignments)::bigint as assignments, sum(ms)::bigint as ms
    from (
      select t.step, t.bucket, s.sign * t.assignments as assignments, s.sign * t.ms as ms
      from spans s cross join (values ('ACCEPT'), ('DELIVER')) step(name)
      cross join lateral (select * from analytics_durations where advertiser_id = advertiser and event = s.event and step = step.name
        and width = 16 and days = s.days and span >= s.lower and span < s.upper offset 0) t
      union all select step, bucket >> 4, sign, sign * ms from steps) all_steps
    group by step, bucket having sum(assignments) > 0
  ), counted as materialized (
    select step, bucket, assignments, (sum(assignments) over (partition by step order by bucket))::bigint as upto,
      (sum(assignments) over (partition by step))::bigint as count, (sum(ms) over (partition by step))::bigint as total
    from wide
  ), middle as materialized (
    select step, count, total, place, bucket as wide_bucket, position - (upto - assignments) as rank
    from counted cross join lateral (values ('lower', (count + 1) / 2), ('upper', count / 2 + 1)) p(place, position)
    where upto >= position and upto - assignments < position
  ), narrow as (
    select step, bucket, sum(assignments)::bigint as assignments
    from (
      select t.step, t.bucket, s.sign * t.assignments as assignments
      from (select distinct step, wide_bucket from middle) m cross join spans s
      cross join lateral (select * from analytics_durations where advertiser_id = advertiser and event = s.event and step = m.step and width = 1
        and days = s.days and span >= s.lower and span < s.upper and bucket >= m.wide_bucket * 16 and bucket < m.wide_bucket * 16 + 16 offset 0) t
      union all select step, bucket, sign from steps where (step, bucket >> 4) in (select step, wide_bucket from middle)) all_steps
    group by step, bucket having sum(assignments) > 0
  ), found as (
    select m.step, m.count, m.total, m.place, jsonb_build_object('bucket', n.bucket, 'rank', m.rank - (n.upto - n.assignments)) as value
    from middle m
    join (select *, (sum(assignments) over (partition by step, bucket >> 4 order by bucket))::bigint as upto from narrow) n
      on n.step = m.step and n.bucket >> 4 = m.wide_bucket and n.upto >= m.rank and n.upto - n.assignments < m.rank
  )
  select jsonb_build_object(
    'totals', (select jsonb_build_object('orders', coalesce(sum(orders), 0), 'creators', (select count(*) from ranked),
        'assignments', coalesce(sum(assignments), 0), 'orderedResults', coalesce(sum(ordered), 0),
        'deliveredResults', coalesce(sum(delivered), 0), 'reserved', coalesce(sum(held), 0)::text, 'spent', coalesce(sum(released), 0)::text,
        'refunded', coalesce(sum(refunded), 0)::text) from by_status),
    'statuses', (select coalesce(jsonb_agg(jsonb_build_object('status', status, 'assignments', assignments, 'total', total::text)), '[]')
      from by_status where assignments > 0),
    'creators', (select coalesce(jsonb_agg(jsonb_build_object('creatorId', creator_id, 'assignments', assignments,
        'deliveredResults', delivered, 'reserved', held::text, 'spent', released::text, 'refunded', refunded::text)
        order by released desc, assignments desc, creator_id), '[]')
      from by_creator),
    'durations', (select jsonb_object_agg(step, step_sums) from (
      select step, jsonb_object_agg(place, value) || jsonb_build_object('count', count, 'ms', total) as step_sums
      from found group by step, count, total) steps))
$$;

-- Returns the events of each day of a period. Whole days and whole hours are read from their sums, and the events of marked orders and of
-- partial hours one by one.
create or replace function analytics_series(advertiser bigint, since timestamptz, until timestamptz) returns jsonb
language plpgsql stable set search_path = public, pg_temp as $$
declare
  first_day int := ceil(date_part('epoch', since) / 86400);
  last_day int := greatest(floor(date_part('epoch', until) / 86400), first_day);
  whole_since timestamptz := to_timestamp(first_day::bigint * 86400);
  whole_until timestamptz := to_timestamp(last_day::bigint * 86400);
begin
  return (
    with marked as materialized (
      select distinct order_id from analytics_changes where advertiser_id = advertiser
    ), partial_days as materialized (
      select ceil(date_part('epoch', begins) / 3600)::int as first_hour, floor(date_part('epoch', ends) / 3600)::int as last_hour, begins, ends
      from (select since as begins, least(whole_since, until) as ends union all select whole_until, until where whole_until < until) edges
    ), partial_hours as materialized (
      select begins, least(to_timestamp(first_hour::bigint * 3600), ends) as ends from partial_days
      union all
      select to_timestamp(greatest(first_hour, last_hour)::bigint * 3600), ends from partial_days
      where to_timestamp(greatest(first_hour, last_hour)::bigint * 3600) < ends
    ), events as (
      select 1 as sign, e.* from marked join analytics_assignments_now a using (order_id)
      cross join lateral analytics_events(status, a.delivered, total, released, a.refunded, created_at, accepted_at, delivered_at, ended_at) e
      where advertiser_id = advertiser and created_at < until and (ended_at is null or ended_at >= since) and e.at >= since and e.at < until
      union all
      select -1, e.* from marked join analytics_assignments a using (order_id)
      cross join lateral analytics_events(status, a.delivered, total, released, a.refunded, created_at, accepted_at, delivered_at, ended_at) e
      where advertiser_id = advertiser and e.at >= since and e.at < until
      union all
      select 1, created_at, 1, total, 0, 0, 0, 0, 0 from partial_hours cross join lateral (select * from analytics_assignments
        where advertiser_id = advertiser and created_at >= begins and created_at < ends offset 0) a
      union all
      select 1, accepted_at, 0, 0, 1, 0, 0, 0, 0 from partial_hours cross join lateral (select * from analytics_assignments
        where advertiser_id = advertiser and accepted_at >= begins and accepted_at < ends offset 0) a
      union all
      select 1, delivered_at, 0, 0, 0, delivered, 0, 0, 0 from partial_hours cross join lateral (select * from analytics_assignments
        where advertiser_id = advertiser and delivered_at >= begins and delivered_at < ends offset 0) a
      union all
      select 1, ended_at, 0, 0, 0, 0, (status = 'APPROVED')::int, released, refunded from partial_hours
      cross join lateral (select * from analytics_assignments
        where advertiser_id = advertiser and ended_at >= begins and ended_at < ends offset 0) a
    ), days as (
      select day, sum(funded) as funded, sum(reserved) as reserved, sum(accepted) as accepted, sum(delivered) as delivered,
        sum(approved) as approved, sum(spent) as spent, sum(refunded) as refunded
      from (
        select day, funded, reserved, accepted, delivered, approved, spent, refunded from analytics_days
        where advertiser_id = advertiser and day >= first_day and day < last_day
        union all
        select hour / 24, funded, reserved, accepted, delivered, approved, spent, refunded from partial_days
        cross join lateral (select * from analytics_hours where advertiser_id = advertiser and hour >= first_hour and hour < last_hour offset 0) h
        union all
        select analytics_span(at, 1), sign * funded, sign * reserved, sign * accepted, sign * delivered, sign * approved, sign * spent,
          sign * refunded from events) all_days
      group by day
    )
    select jsonb_agg(jsonb_build_object('date', to_char(to_timestamp(day::bigint * 86400) at time zone 'UTC', 'YYYY-MM-DD'),
      'funded', coalesce(funded, 0), 'accepted', coalesce(accepted, 0), 'deliveredResults', coalesce(delivered, 0),
      'approved', coalesce(approved, 0), 'reserved', coalesce(reserved, 0)::text, 'spent', coalesce(spent, 0)::text,
      'refunded', coalesce(refunded, 0)::text) order by day)
    from generate_series(analytics_span(since, 1), analytics_span(until - interval '1 millisecond', 1)) day left join days using (day));
end $$;

-- Returns the engagement of the accepted video posts of a period: of all creators under the key 0, and of the given ones. Sums have all
-- posts but shared ones. Posts that do not count as they are in the sums are apart: shared ones, those of marked orders, and those with a
-- measurement that is too old to be shown. They are subtracted from the sums, and those that count are read one by one. For the given
-- creators, the posts whose assignment ended outside whole spans of the period are read one by one, too.
create or replace function analytics_engagement_of(advertiser bigint, since timestamptz, until timestamptz, shown jsonb, listed bigint[]) returns jsonb
language plpgsql stable set search_path = public, pg_temp as $$
declare
  low int := ceil(date_part('epoch', since) / 345600);
  high int := greatest(floor(date_part('epoch', until) / 345600), low);
  low_month int := ceil(low / 8.0);
  high_month int := floor(high / 8.0);
  whole_since timestamptz := to_timestamp(low::bigint * 345600);
  whole_until timestamptz := to_timestamp(high::bigint * 345600);
begin
  return (
    with shown_since as materialized (
      select key as platform, value::timestamptz as earliest from jsonb_each_text(shown) where value is not null
    ), spans as materialized (
      select 4 as days, low as lower, case when low_month < high_month then low_month * 8 else high end as upper
      union all select 4, high_month * 8, high where low_month < high_month
      union all select 32, low_month, high_month where low_month < high_month
    ), sum_spans as materialized (
      select 'CREATED' as event, days, lower, upper, sign from analytics_before(until)
      union all select 'ENDED', days, lower, upper, -sign from analytics_before(since)
    ), ends as materialized (
      select platform, span >> 1 as span, sum(counted) > 0 as has_counts, sum(saved) > 0 as has_saves
      from analytics_engagement_sums
      where advertiser_id = advertiser and event = 'ENDED' and days = 2 and span >= analytics_span(since, 2) and created_since < until
      group by 1, 2
    ), last_end as materialized (
      select coalesce(to_timestamp((max(span) + 1)::bigint * 345600), whole_until) as at from ends
    ), marked as materialized (
      select distinct order_id from analytics_changes where advertiser_id = advertiser
    ), current as materialized (
      select n.* from marked join analytics_posts_now n using (order_id)
      where n.advertiser_id = advertiser and n.created_at < until and (n.ended_at is null or n.ended_at >= since)
    ), apart as materialized (
      select p.*, exists (select from marked m where m.order_id = p.order_id) as is_marked
      from (
        select deliverable_id from marked join analytics_posts using (order_id)
        union select deliverable_id from analytics_posts where advertiser_id = advertiser and is_shared
        union select p.deliverable_id from current c join analytics_posts p
          on p.advertiser_id = advertiser and p.platform = c.platform and p.content_id = c.content_id
        union select p.deliverable_id from shown_since s join ends using (platform)
          cross join lateral (select o.deliverable_id from analytics_posts o where o.advertiser_id = advertiser and o.platform = s.platform
            and analytics_span(o.ended_at, 4) = ends.span and o.counts_measured_at < s.earliest offset 0) p
          where s.earliest > '1970-01-02' and has_counts
        union select p.deliverable_id from shown_since s join ends using (platform)
          cross join lateral (select o.deliverable_id from analytics_posts o where o.advertiser_id = advertiser and o.platform = s.platform
            and analytics_span(o.ended_at, 4) = ends.span and o.saves_measured_at < s.earliest offset 0) p
          where s.earliest > '1970-01-02' and has_saves) ids
      cross join lateral (select * from analytics_posts o where o.deliverable_id = ids.deliverable_id
        and o.created_at < until and o.ended_at >= since offset 0) p
    ), single as materialized (
      select deliverable_id, creator_id, platform, content_id, counts_measured_at, views, likes, comments, saves_measured_at, saves from current
      union all
      select deliverable_id, creator_id, platform, content_id, counts_measured_at, views, likes, comments, saves_measured_at, saves
      from apart where not is_marked
    ), named as (
      select c.creator_id, p.platform, p.content_id, case when p.platform is null then p.deliverable_id end as unscanned,
        max(case when p.counts_measured_at >= s.earliest then array[(date_part('epoch', p.counts_measured_at) * 1000)::bigint, p.views, p.likes,
          p.comments] end) as counted,
        max(case when p.saves_measured_at >= s.earliest then array[(date_part('epoch', p.saves_measured_at) * 1000)::bigint, p.saves] end) as saved
      from single p cross join lateral (values (0::bigint), (p.creator_id)) c(creator_id)
      left join shown_since s on s.platform = p.platform
      where c.creator_id = 0 or c.creator_id = any (listed)
      group by 1, 2, 3, 4
    ), added as (
      select 1 as sign, p.* from unnest(listed) listing(creator)
      cross join (select since as begins, whole_since as ends union all select whole_until, at from last_end) outside
      cross join lateral (select * from analytics_posts o where o.advertiser_id = advertiser and o.creator_id = listing.creator
        and o.ended_at >= begins and o.ended_at < ends and o.created_at < until and not o.is_shared offset 0) p
    ), edges as (
      select case when until > analytics_edge(until) then 1 else -1 end as sign, p.* from analytics_posts p
      where advertiser_id = advertiser and not is_shared
        and created_at >= least(until, analytics_edge(until)) and created_at < greatest(until, analytics_edge(until))
      union all
      select case when since > analytics_edge(since) then -1 else 1 end, p.* from analytics_posts p
      where advertiser_id = advertiser and not is_shared
        and ended_at >= least(since, analytics_edge(since)) and ended_at < greatest(since, analytics_edge(since))
    ), oldest as (
      select p.creator_id, min(counts_measured_at) filter (where counts_measured_at >= s.earliest) as counted_since,
        min(saves_measured_at) filter (where saves_measured_at >= s.earliest) as saved_since
      from added p join shown_since s on s.platform = p.platform
      where p.deliverable_id not in (select a.deliverable_id from apart a) group by p.creator_id
    ), by_platform as (
      select g.creator_id, g.platform, posts, counted, views, likes, comments, saved, saves, counted_since, saved_since, g.days, g.span
      from unnest(listed) listing(creator_id) cross join spans
      cross join lateral (select * from analytics_engagement e where e.advertiser_id = advertiser and e.creator_id = listing.creator_id
        and e.days = spans.days and e.span >= spans.lower and e.span < spans.upper offset 0) g
    ), all_sums as (
      select creator_id, platform, posts, counted, views, likes, comments, saved, saves from by_platform
      union all
      select 0, g.platform, s.sign * posts, s.sign * counted, s.sign * views, s.sign * likes, s.sign * comments, s.sign * saved, s.sign * saves
      from sum_spans s cross join lateral (select * from analytics_engagement_sums e where e.advertiser_id = advertiser and e.event = s.event
        and e.days = s.days and e.span >= s.lower and e.span < s.upper offset 0) g
      union all
      select creator_id, platform, count(*), count(counts_measured_at), sum(views), sum(likes), sum(comments), count(saves_measured_at), sum(saves)
      from added group by creator_id, platform
      union all
      select 0, platform, sum(sign), sum(sign) filter (where counts_measured_at is not null), sum(sign * views), sum(sign * likes),
        sum(sign * comments), sum(sign) filter (where saves_measured_at is not null), sum(sign * saves)
      from edges group by platform
      union all
      select c.creator_id, platform, -1, -(counts_measured_at is not null)::int, -views, -likes, -comments, -(saves_measured_at is not null)::int, -saves
      from apart p cross join lateral (values (0::bigint), (p.creator_id)) c(creator_id)
      where not is_shared and (c.creator_id = 0 or c.creator_id = any (listed))
    ), sums as (
      select creator_id, count(*) as posts, count(counted) as counted, coalesce(sum(counted[2]), 0) as views,
        coalesce(sum(counted[3]), 0) as likes, coalesce(sum(counted[4]), 0) as comments, count(saved) as saved,
        coalesce(sum(saved[2]), 0) as saves, min(counted[1]) as counted_since, min(saved[1]) as saved_since
      from named group by creator_id
      union all
      select creator_id, sum(posts), coalesce(sum(counted) filter (where s.platform is not null), 0),
        coalesce(sum(views) filter (where s.platform is not null), 0), coalesce(sum(likes) filter (where s.platform is not null), 0),
        coalesce(sum(comments) filter (where s.platform is not null), 0), coalesce(sum(saved) filter (where s.platform is not null), 0),
        coalesce(sum(saves) filter (where s.platform is not null), 0), null, null
      from all_sums left join shown_since s using (platform) group by creator_id
      union all
      select creator_id, 0, 0, 0, 0, 0, 0, 0, (date_part('epoch', counted_since) * 1000)::bigint, (date_part('epoch', saved_since) * 1000)::bigint
      from oldest
      union all
      select g.creator_id, 0, 0, 0, 0, 0, 0, 0,
        case when g.counted = 0 then null
          when g.counted_since >= s.earliest and not exists (select from apart a where a.creator_id = g.creator_id and a.platform = g.platform
            and a.counts_measured_at = g.counted_since) then (date_part('epoch', g.counted_since) * 1000)::bigint
          else (select (date_part('epoch', min(o.counts_measured_at)) * 1000)::bigint from analytics_posts o
            where o.advertiser_id = advertiser and o.creator_id = g.creator_id and o.platform = g.platform and o.counts_measured_at >= s.earliest
              and o.ended_at >= to_timestamp(g.span::bigint * g.days * 86400) and o.ended_at < to_timestamp((g.span + 1)::bigint * g.days * 86400)
              and o.deliverable_id not in (select a.deliverable_id from apart a)) end,
        case when g.saved = 0 then null
          when g.saved_since >= s.earliest and not exists (select from apart a where a.creator_id = g.creator_id and a.platform = g.platform
            and a.saves_measured_at = g.saved_since) then (date_part('epoch', g.saved_since) * 1000)::bigint
          else (select (date_part('epoch', min(o.saves_measured_at)) * 1000)::bigint from analytics_posts o
            where o.advertiser_id = advertiser and o.creator_id = g.creator_id and o.platform = g.platform and o.saves_measured_at >= s.earliest
              and o.ended_at >= to_timestamp(g.span::bigint * g.days * 86400) and o.ended_at < to_timestamp((g.span + 1)::bigint * g.days * 86400)
              and o.deliverable_id not in (select a.deliverable_id from apart a)) end
      from by_platform g join shown_since s using (platform)
      union all
      select 0, 0, 0, 0, 0, 0, 0, 0, (date_part('epoch', min(o.counts_measured_at)) * 1000)::bigint, null
      from shown_since s join ends using (platform)
      cross join lateral (select p.counts_measured_at from analytics_posts p where p.advertiser_id = advertiser and p.platform = s.platform
        and analytics_span(p.ended_at, 4) = ends.span and p.counts_measured_at >= s.earliest and p.ended_at >= since and p.created_at < until
        and p.deliverable_id not in (select a.deliverable_id from apart a) order by p.counts_measured_at limit 1) o
      where has_counts
      union all
      select 0, 0, 0, 0, 0, 0, 0, 0, null, (date_part('epoch', min(o.saves_measured_at)) * 1000)::bigint
      from shown_since s join ends using (platform)
      cross join lateral (select p.saves_measured_at from analytics_posts p where p.advertiser_id = advertiser and p.platform = s.platform
        and analytics_span(p.ended_at, 4) = ends.span and p.saves_measured_at >= s.earliest and p.ended_at >= since and p.created_at < until
        and p.deliverable_id not in (select a.deliverable_id from apart a) order by p.saves_measured_at limit 1) o
      where has_saves
    )
    select jsonb_object_agg(creator_id, jsonb_build_object('views', sum_views::text, 'likes', sum_likes::text, 'comments', sum_comments::text,
      'saves', case when savings > 0 then sum_saves::text end, 'measuredPosts', countings, 'savesPosts', savings, 'totalPosts', all_posts,
      'updatedAt', iso(to_timestamp(oldest_counted / 1000.0)), 'savesUpdatedAt', iso(to_timestamp(oldest_saved / 1000.0))))
    from (select creator_id, sum(posts) as all_posts, sum(counted) as countings, sum(views) as sum_views, sum(likes) as sum_likes,
        sum(comments) as sum_comments, sum(saved) as savings, sum(saves) as sum_saves, min(counted_since) as oldest_counted,
        min(saved_since) as oldest_saved
      from sums group by creator_id) by_creator);
end $$;

drop function analytics_running, analytics_added;

revoke execute on function analytics_add_creators from public;
grant select on analytics_creator_sums, analytics_engagement_sums, analytics_hours to castline_service, castline_jobs;

-- Orders from before this migration. A run of the job takes the first ones: neighbours share the rows of few eras.
insert into analytics_changes (advertiser_id, order_id) select distinct advertiser_id, order_id from placement_assignments order by 1, 2;

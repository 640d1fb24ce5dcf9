-- Keeps the summaries of the analytics, and reads the metrics of an advertiser in a period from them.
--
-- Locks: share row exclusive on the summarized tables, for their triggers. To revert: drop the triggers analytics_mark and these functions
-- and views, then the tables of 0007.

set local check_function_bodies = off;

-- Returns the lengths of the spans. The sums of an advertiser are kept for spans of 4, 32 and 256 days, and of all days. So any time before
-- an instant is the sum of few spans, and of assignments of at most two days at its edge.
create function analytics_spans() returns int[] language sql immutable as $$ select array[4, 32, 256, 10000000] $$;

-- Returns the spans that sum to all time before an instant: those of `days` from `lower` to before `upper`, added or subtracted.
create function analytics_before(bound timestamptz) returns table (days int, lower int, upper int, sign int)
language sql immutable as $$
  select s.days, least(s.one, s.other), greatest(s.one, s.other), sign(s.one::float8 - s.other)::int
  from (select round(date_part('epoch', bound - to_timestamp(0)) / 345600)::int as n4) a
  cross join lateral (select round(n4 / 8.0)::int as n32) b
  cross join lateral (select round(n32 / 8.0)::int as n256) c
  cross join lateral (values (4, n4, n32 * 8), (32, n32, n256 * 8), (256, n256, 2147483647), (10000000, 1, 0)) s(days, one, other)
  where s.one <> s.other
$$;

-- Returns the edge of these spans. The times between it and the instant are added or subtracted one by one.
create function analytics_edge(bound timestamptz) returns timestamptz language sql immutable as $$
  select to_timestamp(round(date_part('epoch', bound - to_timestamp(0)) / 345600) * 345600)
$$;

-- Returns the number of the first span of 4 days after these spans.
create function analytics_edge_span(bound timestamptz) returns int language sql immutable as $$
  select round(date_part('epoch', bound - to_timestamp(0)) / 345600)::int
$$;

-- Returns the power of two of a duration, from 128 ms on.
create function analytics_power(ms bigint) returns int language sql immutable as $$
  select width_bucket(ms, array[128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288, 1048576,
    2097152, 4194304, 8388608, 16777216, 33554432, 67108864, 134217728, 268435456, 536870912, 1073741824, 2147483648, 4294967296, 8589934592,
    17179869184, 34359738368, 68719476736, 137438953472, 274877906944, 549755813888, 1099511627776]::bigint[])
$$;

-- Returns the bucket of a duration. Each power of two has 64 buckets, so a bucket is at most 1.6 % wide.
create function analytics_bucket(ms bigint) returns int language sql immutable as $$
  select case when ms < 0 then -1 when ms < 64 then ms::int
    else 64 * (analytics_power(ms) + 1) + ((ms >> analytics_power(ms)) & 63)::int end
$$;

-- Returns the shortest duration of a bucket.
create function analytics_bucket_start(bucket int) returns bigint language sql immutable as $$
  select case when bucket < 0 then -9223372036854775808 when bucket < 64 then bucket
    else (64 + bucket % 64)::bigint << (bucket / 64 - 1) end
$$;

create view analytics_assignments_now with (security_invoker = true) as
  select a.id as assignment_id, a.order_id, a.advertiser_id, a.creator_id, a.status, a.quantity,
    case when a.delivered_at is not null and h.amount > h.refunded then a.quantity else 0::smallint end as delivered,
    a.base + a.brand_fee as total, coalesce(h.amount - h.released - h.refunded, 0) as held, coalesce(h.released, 0) as released,
    coalesce(h.refunded, 0) as refunded, a.created_at, a.accepted_at, a.delivered_at, a.ended_at,
    (date_part('epoch', a.accepted_at - a.created_at) * 1000)::bigint as accept_ms,
    (date_part('epoch', a.delivered_at - a.accepted_at) * 1000)::bigint as deliver_ms
  from placement_assignments a
  left join ledger_holds h on h.assignment_id = a.id and h.owner_id = a.advertiser_id;

-- Staff can pay work out whose deliverables were never posted, so a post or a proof is required.
create view analytics_posts_now with (security_invoker = true) as
  select d.id as deliverable_id, a.order_id, a.advertiser_id, a.creator_id, a.created_at, a.ended_at, s.platform, s.content_id,
    s.counts_measured_at, s.views, s.likes, s.comments, s.saves_measured_at, s.saves
  from placement_assignments a
  join deliverables d on d.assignment_id = a.id and d.kind = 'PUBLIC'
  left join deliverable_scans s on s.deliverable_id = d.id and s.content_id is not distinct from d.content_id
  where a.status = 'APPROVED' and a.type in ('STREAM', 'VIDEO', 'SHORT_VIDEO')
    and (d.content_id is not null or exists (select from deliverable_proofs p where p.deliverable_id = d.id));

-- Marks the order of a changed row, and returns nothing. It only inserts, so it waits for no other transaction and no other waits for it.
-- It is in each commit of an assignment, so it runs with the rights of the caller: a change of rights costs as much as the insert.
create function analytics_mark() returns trigger language plpgsql as $$
begin
  insert into public.analytics_changes (advertiser_id, order_id) values (new.advertiser_id, new.order_id);
  return null;
end $$;

-- Marks the former order of a row, and returns nothing.
create function analytics_mark_former() returns trigger language plpgsql as $$
begin
  insert into public.analytics_changes (advertiser_id, order_id) values (old.advertiser_id, old.order_id);
  return null;
end $$;

-- Marks the order of a hold, and returns nothing. Only the owner of the tables changes holds.
create function analytics_mark_hold() returns trigger language plpgsql as $$
begin
  insert into public.analytics_changes (advertiser_id, order_id)
    select advertiser_id, order_id from public.placement_assignments where id = new.assignment_id;
  return null;
end $$;

-- Marks the order of a deliverable, and returns nothing. Only accepted work has engagement, so other work is not marked.
create function analytics_mark_deliverable() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into analytics_changes (advertiser_id, order_id)
    select advertiser_id, order_id from placement_assignments where id = new.assignment_id and status = 'APPROVED';
  return null;
end $$;

-- Marks the order of a scan or a proof, and returns nothing.
create function analytics_mark_post() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into analytics_changes (advertiser_id, order_id)
    select a.advertiser_id, a.order_id from deliverables d
    join placement_assignments a on a.id = d.assignment_id and a.status = 'APPROVED'
    where d.id = case tg_op when 'DELETE' then old.deliverable_id else new.deliverable_id end;
  return null;
end $$;

create trigger analytics_mark_assignment after insert
  or update of order_id, advertiser_id, creator_id, type, status, quantity, base, brand_fee, created_at, accepted_at, delivered_at, ended_at
  on placement_assignments for each row execute function analytics_mark();

create trigger analytics_mark_former after delete or update of order_id, advertiser_id
  on placement_assignments for each row execute function analytics_mark_former();

create trigger analytics_mark_hold after insert or update on ledger_holds for each row execute function analytics_mark_hold();

create trigger analytics_mark_deliverable after insert or update of content_id on deliverables
  for each row when (new.content_id is not null) execute function analytics_mark_deliverable();

create trigger analytics_mark_unnamed after update of content_id on deliverables
  for each row when (old.content_id is not null and new.content_id is null) execute function analytics_mark_deliverable();

create trigger analytics_mark_scan after insert or delete
  or update of platform, content_id, views, likes, comments, counts_measured_at, saves, saves_measured_at on deliverable_scans
  for each row execute function analytics_mark_post();

create trigger analytics_mark_proof after insert or delete on deliverable_proofs for each row execute function analytics_mark_post();

-- Brings the summaries of marked orders up to date, and returns how many. It deletes the marks first: a change that is not in the later
-- snapshots keeps its mark. One run at a time, so that the runs do not wait for each other.
create function analytics_summarize(max_orders int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  orders bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('analytics_summarize', 0)) then
    return 0;
  end if;
  with marked as (
    select distinct advertiser_id, order_id from (select advertiser_id, order_id from analytics_changes limit max_orders) m
  ), taken as (
    delete from analytics_changes c using marked m where c.advertiser_id = m.advertiser_id and c.order_id = m.order_id
    returning c.order_id
  )
  select array_agg(distinct order_id) into orders from taken;
  if orders is null then
    return 0;
  end if;
  perform analytics_summarize_assignments(orders);
  perform analytics_summarize_posts(orders);
  return cardinality(orders);
end $$;

-- Brings the assignments up to date, and returns nothing. An order whose instants are not in the usual order (two servers had different
-- clocks) stays marked: the differences of spans do not hold for it.
create function analytics_summarize_assignments(orders bigint[]) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  changed analytics_assignments[];
begin
  with known as (
    delete from analytics_assignments a where order_id = any (orders) returning a as one
  )
  select array_agg(one) into changed from known;
  perform analytics_add(changed, -1);
  with live as (
    select n.*, bool_and(is_usual) over w as are_usual, min(assignment_id) over w = assignment_id as is_first,
      min(n.created_at) over w = max(n.created_at) over w as are_together,
      bool_and(n.ended_at is not null) over w
        and assignment_id = first_value(assignment_id) over (w order by ended_at desc, assignment_id desc) as is_last
    from (select *, (accepted_at is null or accepted_at >= created_at)
        and (delivered_at is null or delivered_at >= coalesce(accepted_at, 'infinity'))
        and (ended_at is null or ended_at >= greatest(created_at, accepted_at, delivered_at))
        and (ended_at is not null) >= (status = 'APPROVED') as is_usual
      from analytics_assignments_now where order_id = any (orders)) n
    window w as (partition by order_id)
  ), marked as (
    insert into analytics_changes (advertiser_id, order_id)
    select distinct advertiser_id, order_id from live where not (are_usual and are_together)
  ), added as (
    insert into analytics_assignments as a (assignment_id, order_id, advertiser_id, creator_id, status, quantity, delivered, total, held,
      released, refunded, created_at, accepted_at, delivered_at, ended_at, accept_ms, deliver_ms, is_first, is_last)
    select assignment_id, order_id, advertiser_id, creator_id, status, quantity, delivered, total, held,
      released, refunded, created_at, accepted_at, delivered_at, ended_at, accept_ms, deliver_ms, is_first, is_last
    from live where are_usual and are_together
    returning a as one
  )
  select array_agg(one) into changed from added;
  perform analytics_add(changed, 1);
end $$;

-- Returns the running sums of amounts over the 64 spans of an era. `slots` has the span of each amount in the era, from 0.
create function analytics_running(slots int[], amounts bigint[]) returns bigint[] language sql immutable as $$
  select array_agg(total order by n)
  from (select n, coalesce(sum(amount) over (order by n), 0)::bigint as total
    from generate_series(0, 63) n
    left join (select slot, sum(amount) as amount from unnest(slots, amounts) u(slot, amount) group by slot) s on s.slot = n) running
$$;

-- Returns the sums of the elements of two arrays of the same length.
create function analytics_added(one bigint[], other bigint[]) returns bigint[] language sql immutable as $$
  select array_agg(x + y order by n) from unnest(one, other) with ordinality u(x, y, n)
$$;

-- Adds assignments to the sums, or subtracts them, and returns nothing.
create function analytics_add(changed analytics_assignments[], sign int) returns void language plpgsql set search_path = public, pg_temp as $$
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
  insert into analytics_creators as t (advertiser_id, event, days, span, creator_id, assignments, delivered, held, released, refunded)
    select a.advertiser_id, e.event, d.days, analytics_span(e.at, d.days), a.creator_id, sign * count(*), sign * sum(a.delivered),
      sign * sum(a.held), sign * sum(a.released), sign * sum(a.refunded)
    from unnest(changed) a
    cross join lateral (values ('CREATED', a.created_at), ('ENDED', a.ended_at)) e(event, at)
    cross join unnest(analytics_spans()) d(days)
    where e.at is not null group by 1, 2, 3, 4, 5
  on conflict (advertiser_id, creator_id, event, days, span) do update set assignments = t.assignments + excluded.assignments,
    delivered = t.delivered + excluded.delivered, held = t.held + excluded.held, released = t.released + excluded.released,
    refunded = t.refunded + excluded.refunded;
  insert into analytics_rankings as t (advertiser_id, era, creator_id, created, created_released, ended, ended_released)
    select a.advertiser_id, analytics_span(e.at, 4) >> 6, a.creator_id,
      analytics_running(array_agg(analytics_span(e.at, 4) & 63) filter (where e.is_end = 0), array_agg(sign::bigint) filter (where e.is_end = 0)),
      analytics_running(array_agg(analytics_span(e.at, 4) & 63) filter (where e.is_end = 0), array_agg(sign * a.released) filter (where e.is_end = 0)),
      analytics_running(array_agg(analytics_span(e.at, 4) & 63) filter (where e.is_end = 1), array_agg(sign::bigint) filter (where e.is_end = 1)),
      analytics_running(array_agg(analytics_span(e.at, 4) & 63) filter (where e.is_end = 1), array_agg(sign * a.released) filter (where e.is_end = 1))
    from unnest(changed) a
    cross join lateral (values (0, a.created_at), (1, a.ended_at)) e(is_end, at)
    where e.at is not null group by 1, 2, 3
  on conflict (advertiser_id, era, creator_id) do update set created = analytics_added(t.created, excluded.created),
    created_released = analytics_added(t.created_released, excluded.created_released),
    ended = analytics_added(t.ended, excluded.ended), ended_released = analytics_added(t.ended_released, excluded.ended_released);
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
end $$;

-- Returns the events of an assignment, as the series count them.
create function analytics_events(work_status text, results smallint, price bigint, paid bigint, returned bigint, created_at timestamptz,
  accepted_at timestamptz, delivered_at timestamptz, ended_at timestamptz)
returns table (at timestamptz, funded int, reserved bigint, accepted int, delivered int, approved int, spent bigint, refunded bigint)
language sql immutable as $$
  select * from (values
    (created_at, 1, price, 0, 0, 0, 0::bigint, 0::bigint),
    (accepted_at, 0, 0, 1, 0, 0, 0, 0),
    (delivered_at, 0, 0, 0, results::int, 0, 0, 0),
    (ended_at, 0, 0, 0, 0, (work_status = 'APPROVED')::int, paid, returned)) e(at, funded, reserved, accepted, delivered, approved, spent, refunded)
  where e.at is not null
$$;

-- Brings the posts up to date, and returns nothing. A post that another result of the advertiser names is shared from then on, and leaves
-- the sums.
create function analytics_summarize_posts(orders bigint[]) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  changed analytics_posts[];
  named analytics_posts[];
begin
  with known as (
    delete from analytics_posts p where order_id = any (orders) returning p as one
  )
  select array_agg(one) into changed from known;
  perform analytics_add_posts(changed, -1);
  with live as (
    select n.* from analytics_posts_now n join analytics_assignments a on a.order_id = n.order_id and a.status = 'APPROVED'
      and a.assignment_id = (select assignment_id from deliverables d where d.id = n.deliverable_id)
    where n.order_id = any (orders)
  ), added as (
    insert into analytics_posts as p
    select deliverable_id, order_id, advertiser_id, creator_id, created_at, ended_at, platform, content_id, counts_measured_at, views,
      likes, comments, saves_measured_at, saves, false from live
    returning p as one
  )
  select array_agg(one) into changed from added;
  -- Posts that were in the sums before and are shared now leave them.
  with repeated as (
    select distinct p.advertiser_id, p.platform, p.content_id from unnest(changed) p
    where p.content_id is not null and exists (select from analytics_posts o
      where o.advertiser_id = p.advertiser_id and o.platform = p.platform and o.content_id = p.content_id and o.deliverable_id <> p.deliverable_id)
  ), shared as (
    update analytics_posts p set is_shared = true from repeated r
    where p.advertiser_id = r.advertiser_id and p.platform = r.platform and p.content_id = r.content_id and not p.is_shared
    returning p as one
  )
  select array_agg(one) into named from shared;
  perform analytics_add_posts(array(select (p.deliverable_id, p.order_id, p.advertiser_id, p.creator_id, p.created_at, p.ended_at, p.platform,
      p.content_id, p.counts_measured_at, p.views, p.likes, p.comments, p.saves_measured_at, p.saves, false)::analytics_posts
    from unnest(named) p where not p.order_id = any (orders)), -1);
  perform analytics_add_posts(array(select p from unnest(changed) p
    where not exists (select from unnest(named) n where n.deliverable_id = p.deliverable_id)), 1);
end $$;

-- Adds posts that are not shared to the sums, or subtracts them, and returns nothing. A minimum that may have been subtracted is computed
-- again.
create function analytics_add_posts(changed analytics_posts[], sign int) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  insert into analytics_engagement as t (advertiser_id, creator_id, days, span, platform, posts, counted, views, likes, comments, saved, saves,
      counted_since, saved_since)
    select p.advertiser_id, c.creator_id, d.days, analytics_span(p.ended_at, d.days), coalesce(p.platform, ''), sign * count(*),
      sign * count(p.counts_measured_at), sign * coalesce(sum(p.views), 0), sign * coalesce(sum(p.likes), 0), sign * coalesce(sum(p.comments), 0),
      sign * count(p.saves_measured_at), sign * coalesce(sum(p.saves), 0),
      min(p.counts_measured_at) filter (where c.creator_id <> 0), min(p.saves_measured_at) filter (where c.creator_id <> 0)
    from unnest(changed) p
    cross join lateral (values (p.creator_id), (0)) c(creator_id)
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
end $$;

-- Returns the metrics of the assignments of an advertiser that were open in a period, and of its days: created before its end, and not
-- ended before its start. `shown` has the earliest visible measurement of each platform; null hides all. The plans suit every period, and
-- planning or compiling them for each call costs more than it saves.
create function analytics_of_period(advertiser bigint, since timestamptz, until timestamptz, shown jsonb) returns jsonb
language plpgsql stable set search_path = public, pg_temp set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  sums jsonb;
  engagement jsonb;
  no_engagement jsonb;
begin
  sums := analytics_sums(advertiser, since, until);
  engagement := analytics_engagement_of(advertiser, since, until, shown,
    array(select (row->>'creatorId')::bigint from jsonb_array_elements(sums->'creators') row));
  no_engagement := jsonb_build_object('views', '0', 'likes', '0', 'comments', '0', 'saves', null, 'measuredPosts', 0, 'savesPosts', 0,
    'totalPosts', 0, 'updatedAt', null, 'savesUpdatedAt', null);
  return jsonb_build_object(
    'totals', (sums->'totals') || jsonb_build_object(
      'acceptSeconds', analytics_seconds(advertiser, since, until, 'ACCEPT', sums->'durations'->'ACCEPT'),
      'deliverSeconds', analytics_seconds(advertiser, since, until, 'DELIVER', sums->'durations'->'DELIVER')),
    'byStatus', sums->'statuses',
    'byCreator', (select coalesce(jsonb_agg(row - 'creatorId' || jsonb_build_object('creatorPublicId', c.public_id,
        'displayName', p.published_profile->>'displayName', 'engagement', coalesce(engagement->(row->>'creatorId'), no_engagement))
        order by place), '[]')
      from jsonb_array_elements(sums->'creators') with ordinality as listed(row, place)
      join creators c on c.user_id = (row->>'creatorId')::bigint left join creator_pages p on p.creator_id = c.user_id),
    'series', analytics_series(advertiser, since, until),
    'engagement', coalesce(engagement->'0', no_engagement));
end $$;

-- Returns the sums of a period, the ids of its first 100 creators, and where its median durations are. The sums are those of its spans, and
-- single assignments. Single ones are those at the edges of the spans, and those of marked orders, which count as they are now instead of
-- as they were summarized.
create function analytics_sums(advertiser bigint, since timestamptz, until timestamptz) returns jsonb
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
    select analytics_edge_span(until) >> 6 as until_era, analytics_edge_span(until) & 63 as until_spans,
      analytics_edge_span(since) >> 6 as since_era, analytics_edge_span(since) & 63 as since_spans
  ), ranked as materialized (
    select creator_id, sum(assignments) as assignments, sum(released) as released
    from (
      select creator_id,
        case when era < until_era then created[64] else coalesce(created[until_spans], 0) end
          - case when era < since_era then ended[64] when era = since_era then coalesce(ended[since_spans], 0) else 0 end as assignments,
        case when era < until_era then created_released[64] else coalesce(created_released[until_spans], 0) end
          - case when era < since_era then ended_released[64] when era = since_era then coalesce(ended_released[since_spans], 0) else 0 end as released
      from bounds cross join analytics_rankings where advertiser_id = advertiser and era <= until_era
      union all
      select creator_id, sign, sign * released from single) all_creators
    group by creator_id having sum(assignments) > 0
  ), top as materialized (
    select creator_id from ranked order by released desc, assignments desc, creator_id limit 100
  ), by_creator as materialized (
    select creator_id, sum(assignments)::bigint as assignments, sum(delivered)::bigint as delivered, sum(held)::bigint as held,
      sum(released)::bigint as released, sum(refunded)::bigint as refunded
    from (
      select t.creator_id, s.sign * t.assignments as assignments, s.sign * t.delivered as delivered, s.sign * t.held as held,
        s.sign * t.released as released, s.sign * t.refunded as refunded
      from top cross join spans s cross join lateral (select * from analytics_creators where advertiser_id = advertiser
        and creator_id = top.creator_id and event = s.event and days = s.days and span >= s.lower and span < s.upper offset 0) t
      union all
      select creator_id, sign, sign * delivered, sign * held, sign * released, sign * refunded from single join top using (creator_id)) of_top
    group by creator_id
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

-- Returns the average and the median of a step in whole seconds. Only the buckets of the two middle values are read.
create function analytics_seconds(advertiser bigint, since timestamptz, until timestamptz, step text, known jsonb) returns jsonb
language plpgsql stable set search_path = public, pg_temp as $$
declare
  number bigint := coalesce((known->>'count')::bigint, 0);
  low_bucket int := known->'lower'->>'bucket';
  low_rank int := known->'lower'->>'rank';
  middle bigint[];
begin
  if number > 0 then
    middle := case
      when known->'lower' = known->'upper' then analytics_middle(advertiser, since, until, step, low_bucket, low_rank, 1)
      when known->'upper'->>'bucket' = known->'lower'->>'bucket' then analytics_middle(advertiser, since, until, step, low_bucket, low_rank, 2)
      else analytics_middle(advertiser, since, until, step, low_bucket, low_rank, 1)
        || analytics_middle(advertiser, since, until, step, (known->'upper'->>'bucket')::int, (known->'upper'->>'rank')::int, 1) end;
  end if;
  return jsonb_build_object('count', number, 'average', round((known->>'ms')::numeric / nullif(number, 0) / 1000),
    'median', round((select avg(ms) from unnest(middle) ms) / 1000));
end $$;

-- Returns the durations of a bucket from a rank on, at most so many. If all durations of the bucket are equal, it reads only two.
create function analytics_middle(advertiser bigint, since timestamptz, until timestamptz, step text, bucket int, rank int, number int)
returns bigint[] language plpgsql stable set search_path = public, pg_temp as $$
declare
  low bigint := analytics_bucket_start(bucket);
  high bigint := analytics_bucket_start(bucket + 1);
  marked bigint[] := array(select distinct order_id from analytics_changes where advertiser_id = advertiser);
  current bigint[];
  least_known bigint;
begin
  if step = 'ACCEPT' then
    current := array(select accept_ms from unnest(marked) m(order_id) join analytics_assignments_now using (order_id)
      where advertiser_id = advertiser and accept_ms >= low and accept_ms < high and created_at < until and (ended_at is null or ended_at >= since));
    select min(accept_ms) into least_known from analytics_assignments where advertiser_id = advertiser and accept_ms >= low and accept_ms < high;
    if least_known = (select max(accept_ms) from analytics_assignments where advertiser_id = advertiser and accept_ms >= low and accept_ms < high)
      and least_known = all (current) then
      return array_fill(least_known, array[number]);
    end if;
    return array(select ms from (
      select accept_ms as ms from analytics_assignments a
      where advertiser_id = advertiser and accept_ms >= low and accept_ms < high and created_at < until
        and (ended_at is null or ended_at >= since) and not exists (select from unnest(marked) m(order_id) where m.order_id = a.order_id)
      union all select unnest(current)) durations order by ms offset rank - 1 limit number);
  end if;
  current := array(select deliver_ms from unnest(marked) m(order_id) join analytics_assignments_now using (order_id)
    where advertiser_id = advertiser and deliver_ms >= low and deliver_ms < high and created_at < until and (ended_at is null or ended_at >= since));
  select min(deliver_ms) into least_known from analytics_assignments where advertiser_id = advertiser and deliver_ms >= low and deliver_ms < high;
  if least_known = (select max(deliver_ms) from analytics_assignments where advertiser_id = advertiser and deliver_ms >= low and deliver_ms < high)
    and least_known = all (current) then
    return array_fill(least_known, array[number]);
  end if;
  return array(select ms from (
    select deliver_ms as ms from analytics_assignments a
    where advertiser_id = advertiser and deliver_ms >= low and deliver_ms < high and created_at < until
      and (ended_at is null or ended_at >= since) and not exists (select from unnest(marked) m(order_id) where m.order_id = a.order_id)
    union all select unnest(current)) durations order by ms offset rank - 1 limit number);
end $$;

-- Returns the events of each day of a period. Whole days are read from their sums, and the events of marked orders and of partial days one
-- by one.
create function analytics_series(advertiser bigint, since timestamptz, until timestamptz) returns jsonb
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
    ), edges as (
      select since as begins, least(whole_since, until) as ends union all select whole_until, until where whole_until < until
    ), events as (
      select 1 as sign, e.* from marked join analytics_assignments_now a using (order_id)
      cross join lateral analytics_events(status, a.delivered, total, released, a.refunded, created_at, accepted_at, delivered_at, ended_at) e
      where advertiser_id = advertiser and created_at < until and (ended_at is null or ended_at >= since) and e.at >= since and e.at < until
      union all
      select -1, e.* from marked join analytics_assignments a using (order_id)
      cross join lateral analytics_events(status, a.delivered, total, released, a.refunded, created_at, accepted_at, delivered_at, ended_at) e
      where advertiser_id = advertiser and e.at >= whole_since and e.at < whole_until
      union all
      select 1, created_at, 1, total, 0, 0, 0, 0, 0 from edges cross join lateral (select * from analytics_assignments
        where advertiser_id = advertiser and created_at >= begins and created_at < ends offset 0) a
      where order_id not in (select order_id from marked)
      union all
      select 1, accepted_at, 0, 0, 1, 0, 0, 0, 0 from edges cross join lateral (select * from analytics_assignments
        where advertiser_id = advertiser and accepted_at >= begins and accepted_at < ends offset 0) a
      where order_id not in (select order_id from marked)
      union all
      select 1, delivered_at, 0, 0, 0, delivered, 0, 0, 0 from edges cross join lateral (select * from analytics_assignments
        where advertiser_id = advertiser and delivered_at >= begins and delivered_at < ends offset 0) a
      where order_id not in (select order_id from marked)
      union all
      select 1, ended_at, 0, 0, 0, 0, (status = 'APPROVED')::int, released, refunded from edges cross join lateral (select * from analytics_assignments
        where advertiser_id = advertiser and ended_at >= begins and ended_at < ends offset 0) a
      where order_id not in (select order_id from marked)
    ), days as (
      select day, sum(funded) as funded, sum(reserved) as reserved, sum(accepted) as accepted, sum(delivered) as delivered,
        sum(approved) as approved, sum(spent) as spent, sum(refunded) as refunded
      from (
        select day, funded, reserved, accepted, delivered, approved, spent, refunded from analytics_days
        where advertiser_id = advertiser and day >= first_day and day < last_day
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

-- Returns the engagement of the accepted video posts of a period: of all creators under the key 0, and of the given ones. The posts whose
-- assignment ended in whole spans of the period are read from their sums. Other posts are read one by one: at the edges, those whose
-- assignment ended after the period, shared ones, those of marked orders, and those with a measurement that is too old to be shown.
create function analytics_engagement_of(advertiser bigint, since timestamptz, until timestamptz, shown jsonb, listed bigint[]) returns jsonb
language plpgsql stable set search_path = public, pg_temp as $$
declare
  low int := ceil(date_part('epoch', since) / 345600);
  high int := greatest(floor(date_part('epoch', until) / 345600), low);
  low_month int := ceil(low / 8.0);
  high_month int := floor(high / 8.0);
  whole_since timestamptz := to_timestamp(low::bigint * 345600);
  whole_until timestamptz := to_timestamp(high::bigint * 345600);
  first_open int := (select analytics_span(p.created_at, 4) from analytics_posts p where p.advertiser_id = advertiser
    order by analytics_span(p.created_at, 4) limit 1);
begin
  return (
    with shown_since as materialized (
      select key as platform, value::timestamptz as earliest from jsonb_each_text(shown)
    ), spans as materialized (
      select 4 as days, low as lower, case when low_month < high_month then low_month * 8 else high end as upper
      union all select 4, high_month * 8, high where low_month < high_month
      union all select 32, low_month, high_month where low_month < high_month
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
        union select p.deliverable_id from shown_since s cross join generate_series(low, high - 1) span
          cross join lateral (select o.deliverable_id from analytics_posts o where o.advertiser_id = advertiser and o.platform = s.platform
            and analytics_span(o.ended_at, 4) = span and o.counts_measured_at < s.earliest offset 0) p
          where s.earliest > '1970-01-02'
        union select p.deliverable_id from shown_since s cross join generate_series(low, high - 1) span
          cross join lateral (select o.deliverable_id from analytics_posts o where o.advertiser_id = advertiser and o.platform = s.platform
            and analytics_span(o.ended_at, 4) = span and o.saves_measured_at < s.earliest offset 0) p
          where s.earliest > '1970-01-02') ids
      cross join lateral (select * from analytics_posts o where o.deliverable_id = ids.deliverable_id offset 0) p
    ), outside as materialized (
      select p.*, p.is_shared or p.deliverable_id in (select a.deliverable_id from apart a) as is_apart
      from (
        select o.* from (values (since, least(whole_since, until)), (whole_until, case when whole_until < until then until else whole_until end)) edge(begins, ends)
        cross join lateral (select * from analytics_posts where advertiser_id = advertiser and ended_at >= begins and ended_at < ends offset 0) o
        union all
        select o.* from generate_series(first_open, analytics_span(until, 4)) span
        cross join lateral (select * from analytics_posts o where o.advertiser_id = advertiser and analytics_span(o.created_at, 4) = span
          and o.ended_at >= until and o.created_at < until offset 0) o) p
      where p.order_id not in (select order_id from marked)
    ), single as materialized (
      select deliverable_id, creator_id, platform, content_id, counts_measured_at, views, likes, comments, saves_measured_at, saves from current
      union all
      select deliverable_id, creator_id, platform, content_id, counts_measured_at, views, likes, comments, saves_measured_at, saves
      from apart where not is_marked and ended_at >= whole_since and ended_at < whole_until
      union all
      select deliverable_id, creator_id, platform, content_id, counts_measured_at, views, likes, comments, saves_measured_at, saves
      from outside where is_apart
    ), named as (
      select c.creator_id, p.platform, p.content_id, case when p.platform is null then p.deliverable_id end as unscanned,
        max(case when p.counts_measured_at >= s.earliest then array[(date_part('epoch', p.counts_measured_at) * 1000)::bigint, p.views, p.likes,
          p.comments] end) as counted,
        max(case when p.saves_measured_at >= s.earliest then array[(date_part('epoch', p.saves_measured_at) * 1000)::bigint, p.saves] end) as saved
      from single p cross join lateral (values (0::bigint), (p.creator_id)) c(creator_id)
      left join shown_since s on s.platform = p.platform
      where c.creator_id = 0 or c.creator_id = any (listed)
      group by 1, 2, 3, 4
    ), sums as (
      select creator_id, count(*) as posts, count(counted) as counted, coalesce(sum(counted[2]), 0) as views,
        coalesce(sum(counted[3]), 0) as likes, coalesce(sum(counted[4]), 0) as comments, count(saved) as saved,
        coalesce(sum(saved[2]), 0) as saves, min(counted[1]) as counted_since, min(saved[1]) as saved_since
      from named group by creator_id
      union all
      select c.creator_id, count(*), count(*) filter (where counts_measured_at >= s.earliest),
        coalesce(sum(views) filter (where counts_measured_at >= s.earliest), 0),
        coalesce(sum(likes) filter (where counts_measured_at >= s.earliest), 0),
        coalesce(sum(comments) filter (where counts_measured_at >= s.earliest), 0), count(*) filter (where saves_measured_at >= s.earliest),
        coalesce(sum(saves) filter (where saves_measured_at >= s.earliest), 0),
        (date_part('epoch', min(counts_measured_at) filter (where counts_measured_at >= s.earliest)) * 1000)::bigint,
        (date_part('epoch', min(saves_measured_at) filter (where saves_measured_at >= s.earliest)) * 1000)::bigint
      from outside p left join shown_since s on s.platform = p.platform
      cross join lateral (select 0::bigint as creator_id union all select p.creator_id where p.creator_id = any (listed)) c
      where not is_apart group by c.creator_id
      union all
      select g.creator_id, g.posts, g.counted * is_shown, g.views * is_shown, g.likes * is_shown, g.comments * is_shown, g.saved * is_shown,
        g.saves * is_shown,
        case when is_shown = 0 or g.counted = 0 or g.creator_id = 0 then null
          when g.counted_since >= s.earliest and not exists (select from apart a where a.creator_id = g.creator_id and a.platform = g.platform
            and a.counts_measured_at = g.counted_since) then (date_part('epoch', g.counted_since) * 1000)::bigint
          else (select (date_part('epoch', min(o.counts_measured_at)) * 1000)::bigint from analytics_posts o
            where o.advertiser_id = advertiser and o.creator_id = g.creator_id and o.platform = g.platform and o.counts_measured_at >= s.earliest
              and o.ended_at >= to_timestamp(g.span::bigint * g.days * 86400) and o.ended_at < to_timestamp((g.span + 1)::bigint * g.days * 86400)
              and o.deliverable_id not in (select a.deliverable_id from apart a)) end,
        case when is_shown = 0 or g.saved = 0 or g.creator_id = 0 then null
          when g.saved_since >= s.earliest and not exists (select from apart a where a.creator_id = g.creator_id and a.platform = g.platform
            and a.saves_measured_at = g.saved_since) then (date_part('epoch', g.saved_since) * 1000)::bigint
          else (select (date_part('epoch', min(o.saves_measured_at)) * 1000)::bigint from analytics_posts o
            where o.advertiser_id = advertiser and o.creator_id = g.creator_id and o.platform = g.platform and o.saves_measured_at >= s.earliest
              and o.ended_at >= to_timestamp(g.span::bigint * g.days * 86400) and o.ended_at < to_timestamp((g.span + 1)::bigint * g.days * 86400)
              and o.deliverable_id not in (select a.deliverable_id from apart a)) end
      from unnest(listed || 0::bigint) listing(creator_id) cross join spans
      cross join lateral (select * from analytics_engagement e where e.advertiser_id = advertiser and e.creator_id = listing.creator_id
        and e.days = spans.days and e.span >= spans.lower and e.span < spans.upper offset 0) g
      left join shown_since s on s.platform = g.platform
      cross join lateral (select (s.earliest is not null)::int as is_shown) v
      union all
      select c.creator_id, -1, -(p.counts_measured_at is not null and s.earliest is not null)::int,
        -coalesce(p.views, 0) * (s.earliest is not null)::int, -coalesce(p.likes, 0) * (s.earliest is not null)::int,
        -coalesce(p.comments, 0) * (s.earliest is not null)::int, -(p.saves_measured_at is not null and s.earliest is not null)::int,
        -coalesce(p.saves, 0) * (s.earliest is not null)::int, null, null
      from apart p cross join lateral (values (0::bigint), (p.creator_id)) c(creator_id)
      left join shown_since s on s.platform = p.platform
      where p.ended_at >= whole_since and p.ended_at < whole_until and not p.is_shared and (c.creator_id = 0 or c.creator_id = any (listed))
      union all
      select 0, 0, 0, 0, 0, 0, 0, 0, (date_part('epoch', min(o.counts_measured_at)) * 1000)::bigint, null
      from shown_since s cross join generate_series(low, high - 1) span
      cross join lateral (select p.counts_measured_at from analytics_posts p where p.advertiser_id = advertiser and p.platform = s.platform
        and analytics_span(p.ended_at, 4) = span and p.counts_measured_at >= s.earliest
        and p.deliverable_id not in (select a.deliverable_id from apart a) order by p.counts_measured_at limit 1) o
      union all
      select 0, 0, 0, 0, 0, 0, 0, 0, null, (date_part('epoch', min(o.saves_measured_at)) * 1000)::bigint
      from shown_since s cross join generate_series(low, high - 1) span
      cross join lateral (select p.saves_measured_at from analytics_posts p where p.advertiser_id = advertiser and p.platform = s.platform
        and analytics_span(p.ended_at, 4) = span and p.saves_measured_at >= s.earliest
        and p.deliverable_id not in (select a.deliverable_id from apart a) order by p.saves_measured_at limit 1) o
    )
    select jsonb_object_agg(creator_id, jsonb_build_object('views', sum_views::text, 'likes', sum_likes::text, 'comments', sum_comments::text,
      'saves', case when savings > 0 then sum_saves::text end, 'measuredPosts', countings, 'savesPosts', savings, 'totalPosts', all_posts,
      'updatedAt', iso(to_timestamp(oldest_counted / 1000.0)), 'savesUpdatedAt', iso(to_timestamp(oldest_saved / 1000.0))))
    from (select creator_id, sum(posts) as all_posts, sum(counted) as countings, sum(views) as sum_views, sum(likes) as sum_likes,
        sum(comments) as sum_comments, sum(saved) as savings, sum(saves) as sum_saves, min(counted_since) as oldest_counted,
        min(saved_since) as oldest_saved
      from sums group by creator_id) by_creator);
end $$;

-- Edge functions read the summaries, and insert the marks of the assignments that they change.
revoke execute on function analytics_mark, analytics_mark_former, analytics_mark_hold, analytics_mark_deliverable, analytics_mark_post,
  analytics_summarize, analytics_summarize_assignments, analytics_add, analytics_summarize_posts, analytics_add_posts from public;
grant select on analytics_assignments, analytics_assignments_now, analytics_changes, analytics_creators, analytics_days, analytics_durations,
  analytics_engagement, analytics_posts, analytics_posts_now, analytics_rankings, analytics_statuses to castline_service, castline_jobs;
grant execute on function analytics_summarize to castline_jobs;
grant insert on analytics_changes to castline_service, castline_jobs;

-- Orders from before this migration.
insert into analytics_changes (advertiser_id, order_id) select distinct advertiser_id, order_id from placement_assignments;

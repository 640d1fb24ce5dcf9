-- The engagement of placements names the platforms whose views its sums add up.
--
-- Locks: none, it replaces functions. To revert: create analytics_engagement_of as in 0015 and analytics_of_period as in 0008. The former
-- version ignores the platforms.

-- As in 0015, with the platforms of the counted views.
--
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
      select creator_id, platform, count(*) as posts, count(counted) as counted, coalesce(sum(counted[2]), 0) as views,
        coalesce(sum(counted[3]), 0) as likes, coalesce(sum(counted[4]), 0) as comments, count(saved) as saved,
        coalesce(sum(saved[2]), 0) as saves, min(counted[1]) as counted_since, min(saved[1]) as saved_since
      from named group by creator_id, platform
      union all
      select creator_id, platform, sum(posts), coalesce(sum(counted) filter (where s.platform is not null), 0),
        coalesce(sum(views) filter (where s.platform is not null), 0), coalesce(sum(likes) filter (where s.platform is not null), 0),
        coalesce(sum(comments) filter (where s.platform is not null), 0), coalesce(sum(saved) filter (where s.platform is not null), 0),
        coalesce(sum(saves) filter (where s.platform is not null), 0), null, null
      from all_sums left join shown_since s using (platform) group by creator_id, platform
      union all
      select creator_id, null, 0, 0, 0, 0, 0, 0, 0, (date_part('epoch', counted_since) * 1000)::bigint, (date_part('epoch', saved_since) * 1000)::bigint
      from oldest
      union all
      select g.creator_id, null, 0, 0, 0, 0, 0, 0, 0,
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
      select 0, null, 0, 0, 0, 0, 0, 0, 0, (date_part('epoch', min(o.counts_measured_at)) * 1000)::bigint, null
      from shown_since s join ends using (platform)
      cross join lateral (select p.counts_measured_at from analytics_posts p where p.advertiser_id = advertiser and p.platform = s.platform
        and analytics_span(p.ended_at, 4) = ends.span and p.counts_measured_at >= s.earliest and p.ended_at >= since and p.created_at < until
        and p.deliverable_id not in (select a.deliverable_id from apart a) order by p.counts_measured_at limit 1) o
      where has_counts
      union all
      select 0, null, 0, 0, 0, 0, 0, 0, 0, null, (date_part('epoch', min(o.saves_measured_at)) * 1000)::bigint
      from shown_since s join ends using (platform)
      cross join lateral (select p.saves_measured_at from analytics_posts p where p.advertiser_id = advertiser and p.platform = s.platform
        and analytics_span(p.ended_at, 4) = ends.span and p.saves_measured_at >= s.earliest and p.ended_at >= since and p.created_at < until
        and p.deliverable_id not in (select a.deliverable_id from apart a) order by p.saves_measured_at limit 1) o
      where has_saves
    )
    select jsonb_object_agg(creator_id, jsonb_build_object('views', sum_views::text, 'likes', sum_likes::text, 'comments', sum_comments::text,
      'saves', case when savings > 0 then sum_saves::text end, 'measuredPosts', countings, 'savesPosts', savings, 'totalPosts', all_posts,
      'updatedAt', iso(to_timestamp(oldest_counted / 1000.0)), 'savesUpdatedAt', iso(to_timestamp(oldest_saved / 1000.0)),
      'platforms', platforms))
    from (select creator_id, sum(posts) as all_posts, sum(counted) as countings, sum(views) as sum_views, sum(likes) as sum_likes,
        sum(comments) as sum_comments, sum(saved) as savings, sum(saves) as sum_saves, min(counted_since) as oldest_counted,
        min(saved_since) as oldest_saved, coalesce(jsonb_agg(platform order by platform) filter (where counted > 0), '[]') as platforms
      from (select creator_id, platform, sum(posts) as posts, sum(counted) as counted, sum(views) as views, sum(likes) as likes,
          sum(comments) as comments, sum(saved) as saved, sum(saves) as saves, min(counted_since) as counted_since, min(saved_since) as saved_since
        from sums group by creator_id, platform) of_platform
      group by creator_id) by_creator);
end $$;

-- As in 0008, with the platforms of the counted views.
--
-- Returns the metrics of the assignments of an advertiser that were open in a period, and of its days: created before its end, and not
-- ended before its start. `shown` has the earliest visible measurement of each platform; null hides all. The plans suit every period, and
-- planning or compiling them for each call costs more than it saves.
create or replace function analytics_of_period(advertiser bigint, since timestamptz, until timestamptz, shown jsonb) returns jsonb
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
    'totalPosts', 0, 'updatedAt', null, 'savesUpdatedAt', null,
    'platforms', '[]'::jsonb);
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

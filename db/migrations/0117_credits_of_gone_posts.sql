-- One condition says for which posts a scan asks, and so reserves credits. A story that has ended is not asked for.
--
-- Locks: none, it adds a function and replaces two. To revert: restore factory_asks_for of 0110_returned_posts.sql and factory_next_scan of 0108.

-- Whether a scan at this time asks for the post: it is tracked, was not scanned within the interval, or within three days if it is gone, and is no
-- story of more than 24 hours ago, less five minutes for the answer.
create function factory_is_due(post factory_posts, days integer, hours integer, at timestamptz) returns boolean language sql stable as $$
  select post.published_at > at - days * interval '24 hours'
    and (post.gone_scans < 3 or post.last_scanned_at <= at - interval '72 hours')
    and (post.last_scanned_at is null or post.last_scanned_at <= at - hours * interval '1 hour')
    and (post.media_type is distinct from 'STORY' or post.published_at > at - interval '23 hours 55 minutes')
$$;

-- As in 0110. X may be asked for a post so many times a UTC day, once in each equal part of it. The other scans change nothing and cost nothing.
create or replace function factory_asks_for(post factory_posts, factory factories, x_reads integer, at timestamptz) returns boolean language sql stable as $$
  select factory_is_due(post, factory.tracking_days, factory.interval_hours, at)
    and (post.last_scanned_at is null or post.platform <> 'X'
      or floor(extract(epoch from post.last_scanned_at) * x_reads / 86400) < floor(extract(epoch from at) * x_reads / 86400))
$$;

-- As in 0108, with the condition of the scans.
create or replace function factory_next_scan(factory bigint, hours integer, days integer, at timestamptz) returns integer
language sql stable set search_path = public, pg_temp as $$
  select min(first.posts)::int from (
    select count(p.id) as posts, due.at as due_at, min(due.at) over () as first_at
    from factory_accounts a cross join lateral (select greatest(factory_next_scan.at,
        case when a.turn = 'SCAN' then a.last_scanned_at else coalesce(a.last_scanned_at, a.listed_at) end + hours * interval '1 hour')
        + case when a.turn = 'SCAN' then interval '0' else interval '1 minute' end as at) due
      join factory_posts p on p.account_id = a.id and factory_is_due(p, days, hours, due.at)
    where a.factory_id = factory and a.status = 'ACTIVE'
    group by a.id, due.at) first
  where first.due_at = first.first_at
$$;

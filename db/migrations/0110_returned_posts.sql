-- A post that its platform does not show any more is asked for again every three days, as long as it is tracked.
-- It costs a credit again only when the platform shows it. Then its flag GONE ends, and it is scanned as before.
--
-- Two accounts of a factory that are one at their platform become one.
-- Locks: none, it only replaces functions. To revert: create these functions of 0063 again, and drop the new one.

set local check_function_bodies = off;

-- Whether a scan at this time asks for the post: it is tracked, and was not scanned within the interval, or within three days if it is gone. X may be
-- asked for a post so many times a UTC day, once in each equal part of it. The other scans change nothing and cost nothing.
create or replace function factory_asks_for(post factory_posts, factory factories, x_reads integer, at timestamptz) returns boolean language sql stable as $$
  select post.published_at > at - factory.tracking_days * interval '24 hours'
    and (post.gone_scans < 3 or post.last_scanned_at <= at - interval '72 hours')
    and (post.last_scanned_at is null
      or (post.last_scanned_at <= at - factory.interval_hours * interval '1 hour'
        and (post.platform <> 'X' or floor(extract(epoch from post.last_scanned_at) * x_reads / 86400) < floor(extract(epoch from at) * x_reads / 86400))))
$$;

-- As in 0063, and gone posts are asked for again.
create or replace function factory_claim_scans(at timestamptz, lease_end timestamptz, max_accounts integer, by_key text[], by_grant text[], x_reads integer)
returns table (account_id bigint, account_platform text, social_account_id bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  chosen bigint[];
  locked bigint[];
  scanned bigint[] := '{}';
  short bigint[] := '{}';
  one record;
begin
  chosen := array(
    select due.id from (
      select a.id, a.due_at, row_number() over (partition by f.owner_id order by a.due_at, a.id) as place
      from factory_accounts a join factories f on f.id = a.factory_id join users u on u.id = f.owner_id
      where a.turn = 'SCAN' and a.due_at <= at and f.status = 'ACTIVE' and f.deleted_at is null and u.suspended_at is null
        and (a.platform = any (by_key) or (a.platform = any (by_grant) and factory_may_read(a, f.owner_id)))) due
    order by due.place, due.due_at, due.id limit max_accounts);
  locked := array(
    select f.id from factories f
    where f.id in (select a.factory_id from factory_accounts a where a.id = any (chosen)) and f.status = 'ACTIVE' and f.deleted_at is null
    order by f.id for no key update skip locked);
  chosen := array(
    select a.id from factory_accounts a
    where a.id = any (chosen) and a.factory_id = any (locked) and a.turn = 'SCAN' and a.due_at <= at
    order by a.id for no key update skip locked);
  perform 1 from factory_scans s where s.account_id = any (chosen) and s.status = 'OPEN' order by s.id for no key update;
  perform 1 from credit_accounts c where c.owner_id in (select f.owner_id from factories f where f.id = any (locked))
    order by c.owner_id for no key update;
  -- Scans whose message was lost.
  perform factory_end_scans(array(select s.id from factory_scans s where s.account_id = any (chosen) and s.status = 'OPEN'), at);
  for one in
    select a.id, a.factory_id, a.platform, case when a.platform = any (by_grant) then a.social_account_id end as granting, f.owner_id,
      f.interval_hours * interval '1 hour' as after, asked.posts, asked.next_at
    from factory_accounts a join factories f on f.id = a.factory_id cross join lateral (
      select (count(*) filter (where factory_asks_for(p, f, x_reads, at)))::int as posts, min(p.last_scanned_at) filter (where p.gone_scans < 3) as next_at
      from factory_posts p
      where p.account_id = a.id and p.published_at > at - f.tracking_days * interval '24 hours') asked
    where a.id = any (chosen) order by f.owner_id, a.due_at, a.id
  loop
    if one.posts = 0 then
      update factory_accounts a set turn = case when a.mode = 'LISTED' then 'SCAN' else 'LISTING' end,
        due_at = greatest(at + interval '1 minute', coalesce(one.next_at, at) + one.after,
          -- The next part of the day in which X may be asked for a post.
          case when one.platform = 'X' and one.next_at is not null
            then to_timestamp((floor(extract(epoch from one.next_at) * x_reads / 86400) + 1) * 86400 / x_reads) end)
        where a.id = one.id;
      continue;
    end if;
    update credit_accounts c set reserved = c.reserved + one.posts, updated_at = at
    where c.owner_id = one.owner_id and c.balance - c.reserved >= one.posts;
    if not found then
      -- What is reserved for other scans may return.
      if exists (select from credit_accounts c where c.owner_id = one.owner_id and c.balance >= one.posts) then
        update factory_accounts a set due_at = at + interval '1 minute' where a.id = one.id;
      else
        short := short || one.factory_id;
      end if;
      continue;
    end if;
    insert into factory_scans (factory_id, owner_id, account_id, held, opened_at, lease_end)
    values (one.factory_id, one.owner_id, one.id, one.posts, at, factory_claim_scans.lease_end);
    update factory_accounts a set due_at = factory_claim_scans.lease_end where a.id = one.id;
    scanned := scanned || one.factory_id;
    account_id := one.id;
    account_platform := one.platform;
    social_account_id := one.granting;
    return next;
  end loop;
  with paused as (
    update factories f set status = 'PAUSED', pause_reason = 'NO_CREDITS', version = f.version + 1, updated_at = at
    where f.id = any (short) and f.id <> all (scanned) returning f.id
  )
  select array_agg(p.id order by p.id) into short from paused p;
  perform factory_notify(paused, 'factory.paused', '{}', at) from unnest(short) paused;
end $$;

-- As in 0063. A post that is still gone costs nothing, and one that is back loses its flag.
create or replace function factory_store_readings(scan factory_scans, at timestamptz, readings jsonb, terms jsonb) returns jsonb language plpgsql as $$
declare
  stored integer;
  counted integer;
  flagged jsonb;
begin
  with raised as (
    select p.id, r.*, r."isGone" and p.gone_scans >= 3 as is_free, array_remove(array[
        case when r.views < p.views then 'VIEWS_FELL' end, case when r.likes < p.likes then 'LIKES_FELL' end,
        case when r.comments < p.comments then 'COMMENTS_FELL' end, case when r.saves < p.saves then 'SAVES_FELL' end,
        case when p.views >= (terms ->> 'jumpFrom')::bigint and r.views >= (terms ->> 'jumpFactor')::bigint * p.views then 'VIEWS_JUMPED' end,
        case when r."isGone" and p.gone_scans = 2 then 'GONE' end], null) as flags
    from jsonb_to_recordset(readings) as r("contentId" text, "isGone" boolean, title text, "mediaType" text, "durationSeconds" integer, hashtags text[],
      views bigint, likes bigint, comments bigint, saves bigint, reasons jsonb)
    join factory_posts p on p.account_id = scan.account_id and p.content_id = r."contentId"
    where p.last_scanned_at is null or p.last_scanned_at < scan.opened_at
  ), updated as (
    update factory_posts p set
      title = case when r."isGone" then p.title else r.title end, media_type = coalesce(r."mediaType", p.media_type),
      duration_seconds = coalesce(r."durationSeconds", p.duration_seconds),
      hashtags = case when r."isGone" then p.hashtags else r.hashtags end,
      views = coalesce(r.views, p.views), views_at = case when r.views is null then p.views_at else at end,
      likes = coalesce(r.likes, p.likes), likes_at = case when r.likes is null then p.likes_at else at end,
      comments = coalesce(r.comments, p.comments), comments_at = case when r.comments is null then p.comments_at else at end,
      saves = coalesce(r.saves, p.saves), saves_at = case when r.saves is null then p.saves_at else at end,
      complete_views = case when num_nulls(r.views, r.likes, r.comments) = 0 then r.views else p.complete_views end,
      complete_reactions = case when num_nulls(r.views, r.likes, r.comments) = 0 then r.likes + r.comments else p.complete_reactions end,
      complete_at = case when num_nulls(r.views, r.likes, r.comments) = 0 then at else p.complete_at end,
      reasons = r.reasons, flags = case when r."isGone" then p.flags else p.flags - 'GONE' end || coalesce((select jsonb_object_agg(flag, iso(at)) from unnest(r.flags) flag), '{}'),
      last_scanned_at = at, gone_scans = case when r."isGone" then least(p.gone_scans + 1, 1000) else 0 end
    from raised r where p.id = r.id
    returning p.*, r.views as read_views, r.likes as read_likes, r.comments as read_comments, r.saves as read_saves, r.flags as raised, r.is_free
  ), measured as (
    insert into factory_measurements (account_id, post_id, measured_at, views, likes, comments, saves, source, view_definition, reasons, flags)
    select u.account_id, u.id, at, u.read_views, u.read_likes, u.read_comments, u.read_saves, terms ->> 'source', terms ->> 'viewDefinition', u.reasons, u.raised
    from updated u
  ), days as (
    insert into factory_post_days as d (account_id, post_id, day, taken_at, views, views_at, likes, likes_at, comments, comments_at, saves, saves_at,
      complete_views, complete_reactions, complete_at)
    select u.account_id, u.id, (at at time zone 'UTC')::date, at, u.views, u.views_at, u.likes, u.likes_at, u.comments, u.comments_at, u.saves, u.saves_at,
      u.complete_views, u.complete_reactions, u.complete_at
    from updated u where num_nonnulls(u.read_views, u.read_likes, u.read_comments, u.read_saves) > 0
    on conflict (account_id, post_id, day) do update set taken_at = excluded.taken_at, views = excluded.views, views_at = excluded.views_at,
      likes = excluded.likes, likes_at = excluded.likes_at, comments = excluded.comments, comments_at = excluded.comments_at,
      saves = excluded.saves, saves_at = excluded.saves_at, complete_views = excluded.complete_views,
      complete_reactions = excluded.complete_reactions, complete_at = excluded.complete_at
  )
  select count(*) filter (where not u.is_free), count(*) filter (where num_nonnulls(u.read_views, u.read_likes, u.read_comments, u.read_saves) > 0),
    coalesce(jsonb_agg(jsonb_build_object('postId', u.id, 'flags', u.raised) order by u.id) filter (where u.raised <> '{}'), '[]')
  into stored, counted, flagged from updated u;
  update factory_scans s set answered = s.answered + stored where s.id = scan.id and stored > 0;
  if counted = 0 then return flagged; end if;
  insert into factory_account_days as d (account_id, day, taken_at, views, likes, comments, saves, complete_views, complete_reactions)
  select scan.account_id, (at at time zone 'UTC')::date, at, sum(p.views), sum(p.likes), sum(p.comments), sum(p.saves), sum(p.complete_views), sum(p.complete_reactions)
  from factory_posts p where p.account_id = scan.account_id
  on conflict (account_id, day) do update set taken_at = excluded.taken_at, views = excluded.views, likes = excluded.likes, comments = excluded.comments,
    saves = excluded.saves, complete_views = excluded.complete_views, complete_reactions = excluded.complete_reactions;
  return flagged;
end $$;

-- Makes one account of two that a factory has of the same account at its platform: the one that was found first stays, and gets the tags of the other
-- one, which has no posts yet and is removed. If single posts were watched, all are from then on. Returns whether there were two. The caller has
-- locked the factory and the account.
create function factory_merge_account(merged bigint, found_id text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  newer factory_accounts;
  kept factory_accounts;
begin
  select a.* into newer from factory_accounts a where a.id = merged and a.external_id is null;
  if not found then return false; end if;
  select a.* into kept from factory_accounts a
  where a.factory_id = newer.factory_id and a.platform = newer.platform and a.external_id = found_id and a.id <> merged for no key update;
  if not found then return false; end if;
  insert into factory_account_tags (account_id, tag_id)
  select kept.id, t.tag_id from factory_account_tags t where t.account_id = merged on conflict do nothing;
  if kept.mode = 'LISTED' and newer.mode = 'ACCOUNT' then
    perform factory_end_scan_of(kept.id, at);
    update factory_accounts a set mode = 'ACCOUNT', turn = 'LISTING', social_account_id = coalesce(newer.social_account_id, a.social_account_id),
      due_at = (select case when f.status = 'ACTIVE' then at end from factories f where f.id = a.factory_id)
    where a.id = kept.id;
  end if;
  delete from factory_account_tags where account_id = merged;
  delete from factory_accounts where id = merged;
  return true;
end $$;
revoke execute on function factory_merge_account from public;
grant execute on function factory_merge_account to castline_jobs;

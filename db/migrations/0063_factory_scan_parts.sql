-- Scans of content factories in parts: each message asks for some posts of an account, and its commit stores the answers. The last one debits.
-- Before, one commit stored the whole scan, so that a pause in between returned all credits although the platform had answered.
-- Lock order: factory, its accounts, scan, credit account. Each function locks rows of one kind in the order of their ids.
--
-- Locks: none besides those of the functions that are replaced. To revert: create the functions of 0058 and 0060 again. Until the new jobs
-- are deployed, the former version cannot scan; no deployment has factories.

set local check_function_bodies = off;

drop function factory_claim_scans(timestamptz, timestamptz, integer, text[], text[]);
drop function factory_finish_scan(bigint, timestamptz, timestamptz, jsonb);
drop function delete_old_factory_metrics(text, timestamptz, int);
drop function delete_factory_metrics_of_ended_grants(int);
drop function factory_forget(bigint[], timestamptz);

-- Whether a scan at this time asks for the post: it is tracked, and was not scanned within the interval. X may be asked for a post so many times a
-- UTC day, once in each equal part of it. The other scans change nothing and cost nothing.
create function factory_asks_for(post factory_posts, factory factories, x_reads integer, at timestamptz) returns boolean language sql stable as $$
  select post.published_at > at - factory.tracking_days * interval '24 hours' and post.gone_scans < 3
    and (post.last_scanned_at is null
      or (post.last_scanned_at <= at - factory.interval_hours * interval '1 hour'
        and (post.platform <> 'X' or floor(extract(epoch from post.last_scanned_at) * x_reads / 86400) < floor(extract(epoch from at) * x_reads / 86400))))
$$;
drop function factory_is_tracked(factory_posts, integer, timestamptz);

-- The time since which what was read under the grant of an account may be used in a factory of the owner; null: not now. Access: OWNER is the owner of
-- the factory, who needs the consent of the account's owner unless it is the same user; OWN needs that it is; OTHERS need the consent in any case; ANY
-- asks only whether the grant can be used.
create function factory_readable_since(granting bigint, owner bigint, access text) returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  select g.connected_at from social_grants g join social_accounts s on s.id = g.social_account_id join users u on u.id = s.owner_id
  where g.social_account_id = granting and g.status = 'ACTIVE' and s.status = 'ACTIVE' and u.suspended_at is null
    and (access = 'ANY' or (access in ('OWNER', 'OTHERS') and g.shared_at is not null) or (access in ('OWNER', 'OWN') and s.owner_id = owner))
$$;
create or replace function factory_may_read(account factory_accounts, owner bigint) returns boolean language sql stable as $$
  select factory_readable_since(account.social_account_id, owner, 'OWNER') is not null
$$;

-- Whether a factory exists and its owner is not suspended.
create function factory_is_open(factory bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from factories f join users u on u.id = f.owner_id
    where f.id = factory and f.deleted_at is null and u.suspended_at is null)
$$;

-- Ends a scan: pays for the posts that the platform has answered for, and returns the other credits. The caller has locked the factory, the
-- account, the scan and the credit account.
create function factory_close_scan(closed uuid, at timestamptz) returns void language plpgsql as $$
declare
  scan factory_scans;
  left_over bigint;
begin
  select s.* into scan from factory_scans s where s.id = closed and s.status = 'OPEN';
  if not found then return; end if;
  update credit_accounts c set balance = c.balance - scan.answered, reserved = c.reserved - scan.held, spent = c.spent + scan.answered, updated_at = at
  where c.owner_id = scan.owner_id returning c.balance into left_over;
  if scan.answered > 0 then
    insert into credit_entries (owner_id, factory_id, kind, reason, amount, balance_after, reference, created_at)
    values (scan.owner_id, scan.factory_id, 'DEBIT', 'SCAN', scan.answered, left_over, scan.id::text, at);
    insert into credit_days as d (owner_id, day, factory_id, debited)
    values (scan.owner_id, (at at time zone 'UTC')::date, scan.factory_id, scan.answered)
    on conflict (owner_id, day, factory_id) do update set debited = d.debited + excluded.debited;
    update factories f set spent_credits = f.spent_credits + scan.answered where f.id = scan.factory_id;
  end if;
  update factory_scans s set status = case when scan.answered > 0 then 'DONE' else 'ENDED' end, charged = scan.answered, ended_at = at where s.id = scan.id;
  if scan.answered > 0 then
    perform factory_check_credits(scan.factory_id, (select sum(a.tracked_posts)::int from factory_accounts a where a.factory_id = scan.factory_id), at);
  end if;
end $$;

-- Ends open scans. The caller has locked their factories.
create or replace function factory_end_scans(scans uuid[], at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended uuid;
begin
  perform 1 from factory_scans where id = any (scans) and status = 'OPEN' order by id for no key update;
  perform 1 from credit_accounts where owner_id in (select owner_id from factory_scans where id = any (scans)) order by owner_id for no key update;
  for ended in select id from factory_scans where id = any (scans) and status = 'OPEN' order by id loop
    perform factory_close_scan(ended, at);
  end loop;
end $$;

-- Ends the open scan of an account that is removed, or that its platform did not answer for. The caller has locked the factory.
create or replace function factory_end_scan_of(account bigint, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  scan factory_scans;
begin
  perform 1 from factory_accounts where id = account for no key update;
  select s.* into scan from factory_scans s where s.account_id = account and s.status = 'OPEN' for no key update;
  if not found then return; end if;
  perform factory_end_scans(array[scan.id], at);
  if scan.answered > 0 then
    update factory_accounts a set last_scanned_at = at where a.id = account;
  end if;
end $$;

-- Ends scans whose accounts nobody has leased since, because their factory was paused. A factory that another commit has locked waits for the next run.
create or replace function factory_expire_scans(at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  expired uuid[] := array(select id from factory_scans where status = 'OPEN' and lease_end < at order by lease_end limit 1000);
  locked bigint[] := array(
    select f.id from factories f where f.id in (select s.factory_id from factory_scans s where s.id = any (expired))
    order by f.id for no key update skip locked);
begin
  perform factory_end_scans(array(select id from factory_scans where id = any (expired) and factory_id = any (locked) and lease_end < at), at);
end $$;

-- Leases accounts that are due for a scan, at most this number, and reserves a credit for each post to ask for. The owners take turns, so that an
-- owner with many accounts delays no other. A factory none of whose due accounts the balance covers becomes PAUSED. If only the reserved credits are
-- missing, its scan waits for a minute.
create function factory_claim_scans(at timestamptz, lease_end timestamptz, max_accounts integer, by_key text[], by_grant text[], x_reads integer)
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
      select (count(*) filter (where factory_asks_for(p, f, x_reads, at)))::int as posts, min(p.last_scanned_at) as next_at
      from factory_posts p
      where p.account_id = a.id and p.published_at > at - f.tracking_days * interval '24 hours' and p.gone_scans < 3) asked
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

-- Stores what a platform answered for posts of an account: the readings, the last known counts, the day, and flags. Returns the flagged posts as
-- [{"postId", "flags"}]. Each post counts once in a scan.
create function factory_store_readings(scan factory_scans, at timestamptz, readings jsonb, terms jsonb) returns jsonb language plpgsql as $$
declare
  stored integer;
  counted integer;
  flagged jsonb;
begin
  with raised as (
    select p.id, r.*, array_remove(array[
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
      reasons = r.reasons, flags = p.flags || coalesce((select jsonb_object_agg(flag, iso(at)) from unnest(r.flags) flag), '{}'),
      last_scanned_at = at, gone_scans = case when r."isGone" then p.gone_scans + 1 else 0 end
    from raised r where p.id = r.id
    returning p.*, r.views as read_views, r.likes as read_likes, r.comments as read_comments, r.saves as read_saves, r.flags as raised
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
  select count(*), count(*) filter (where num_nonnulls(u.read_views, u.read_likes, u.read_comments, u.read_saves) > 0),
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

-- Stores a part of a scan. The last part pays for all posts that the platform has answered for and releases the account; otherwise the account is
-- leased until the new end, for the next part. Nothing changes if the scan has ended. If the grant of the account may not be used any more, nothing
-- is stored, and the scan ends.
-- Readings: [{"contentId", "isGone", "title", "mediaType", "durationSeconds", "hashtags", "views", "likes", "comments", "saves", "reasons"}].
-- Part: {"askedUntil": the id of the last post that was asked for, "nextLease": the end of the next lease or null, "source", "viewDefinition",
-- "jumpFrom", "jumpFactor"}.
create function factory_record_scan(account bigint, lease_end timestamptz, at timestamptz, readings jsonb, part jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  factory factories;
  watched factory_accounts;
  scan factory_scans;
  since timestamptz;
  next_lease timestamptz := (part ->> 'nextLease')::timestamptz;
  flagged jsonb := '[]';
begin
  select f.* into factory from factories f where f.id = (select a.factory_id from factory_accounts a where a.id = account) for no key update;
  select a.* into watched from factory_accounts a
  where a.id = account and a.due_at = factory_record_scan.lease_end and a.turn = 'SCAN' for no key update;
  if not found then return; end if;
  select s.* into scan from factory_scans s where s.account_id = account and s.status = 'OPEN' and s.lease_end = factory_record_scan.lease_end
    for no key update;
  if not found then return; end if;
  if watched.social_account_id is not null then
    since := factory_readable_since(watched.social_account_id, factory.owner_id, 'OWNER');
    if since is null then
      perform factory_end_scans(array[scan.id], at);
      update factory_accounts a set due_at = case when factory.status = 'ACTIVE' then at + interval '1 hour' end where a.id = account;
      return;
    end if;
    -- The account was connected again: what was read before that is forgotten.
    if exists (select from factory_posts p
      where p.account_id = account and least(p.views_at, p.likes_at, p.comments_at, p.saves_at, p.complete_at) < since) then
      perform factory_forget(array[account], since);
    end if;
  end if;
  flagged := factory_store_readings(scan, at, readings, part);
  if next_lease is not null then
    update factory_scans s set asked_until = (part ->> 'askedUntil')::bigint, lease_end = next_lease where s.id = scan.id;
    update factory_accounts a set due_at = next_lease where a.id = account;
  else
    update factory_accounts a set
      turn = case when a.mode = 'LISTED' then 'SCAN' else 'LISTING' end,
      due_at = case when factory.status = 'ACTIVE' then at + factory.interval_hours * interval '1 hour' end,
      last_scanned_at = at, failures = 0, status = 'ACTIVE',
      tracked_posts = (select count(*) from factory_posts p where p.account_id = account and p.gone_scans < 3
        and p.published_at > at - factory.tracking_days * interval '24 hours')
    where a.id = account;
    perform factory_end_scans(array[scan.id], at);
  end if;
  if flagged <> '[]' then
    perform factory_notify(factory.id, 'factory.post.flagged', jsonb_build_object('factoryAccountId', account, 'posts', flagged), at);
  end if;
  update factory_accounts a set views = (select sum(p.views) from factory_posts p where p.account_id = account) where a.id = account;
end $$;

-- After so many failures in a row an account is UNAVAILABLE. It is asked once a day from then on, for its list first, so that new posts are found.
create function factory_fail_accounts(accounts bigint[], max_failures integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  update factory_accounts a set status = 'UNAVAILABLE', turn = case when a.mode = 'LISTED' then 'SCAN' else 'LISTING' end where a.id = any (accounts) and a.failures + 1 >= max_failures and a.status <> 'UNAVAILABLE'
$$;

-- Adds the days of an account again from the days of its posts. The state of a post counts from its day until the next one.
create function factory_fold(account bigint) returns void language plpgsql as $$
begin
  delete from factory_account_days where account_id = account;
  insert into factory_account_days (account_id, day, taken_at, views, likes, comments, saves, complete_views, complete_reactions)
  with state as (
    select d.*, lead(d.day) over (partition by d.post_id order by d.day) as until from factory_post_days d where d.account_id = account
  ), change as (
    select s.day, s.taken_at, 1 as sign, s.views, s.likes, s.comments, s.saves, s.complete_views, s.complete_reactions from state s
    union all
    select s.until, null, -1, -s.views, -s.likes, -s.comments, -s.saves, -s.complete_views, -s.complete_reactions from state s where s.until is not null
  ), days as (
    select c.day, max(c.taken_at) as taken_at,
      sum(c.views) as views, sum(c.sign) filter (where c.views is not null) as has_views,
      sum(c.likes) as likes, sum(c.sign) filter (where c.likes is not null) as has_likes,
      sum(c.comments) as comments, sum(c.sign) filter (where c.comments is not null) as has_comments,
      sum(c.saves) as saves, sum(c.sign) filter (where c.saves is not null) as has_saves,
      sum(c.complete_views) as complete_views, sum(c.complete_reactions) as complete_reactions,
      sum(c.sign) filter (where c.complete_views is not null) as has_complete
    from change c group by c.day
  )
  select account, d.day, d.taken_at,
    case when sum(d.has_views) over w > 0 then sum(d.views) over w end, case when sum(d.has_likes) over w > 0 then sum(d.likes) over w end,
    case when sum(d.has_comments) over w > 0 then sum(d.comments) over w end, case when sum(d.has_saves) over w > 0 then sum(d.saves) over w end,
    case when sum(d.has_complete) over w > 0 then sum(d.complete_views) over w end,
    case when sum(d.has_complete) over w > 0 then sum(d.complete_reactions) over w end
  from days d window w as (order by d.day);
end $$;

-- Deletes what was read of accounts before a time: measurements, days and last known counts. With null also later ones, and what the platform said of the
-- posts besides their counts. Adds the sums of the accounts again.
create function factory_forget(accounts bigint[], before timestamptz) returns void language plpgsql as $$
declare
  forgotten timestamptz := coalesce(before, 'infinity');
  one bigint;
begin
  perform 1 from factories f where f.id in (select a.factory_id from factory_accounts a where a.id = any (accounts)) order by f.id for no key update;
  perform 1 from factory_accounts a where a.id = any (accounts) order by a.id for no key update;
  delete from factory_measurements m where m.account_id = any (accounts) and m.measured_at < forgotten;
  delete from factory_post_days d where d.account_id = any (accounts) and d.taken_at < forgotten;
  update factory_post_days d set
    views = case when d.views_at >= forgotten then d.views end, views_at = case when d.views_at >= forgotten then d.views_at end,
    likes = case when d.likes_at >= forgotten then d.likes end, likes_at = case when d.likes_at >= forgotten then d.likes_at end,
    comments = case when d.comments_at >= forgotten then d.comments end, comments_at = case when d.comments_at >= forgotten then d.comments_at end,
    saves = case when d.saves_at >= forgotten then d.saves end, saves_at = case when d.saves_at >= forgotten then d.saves_at end,
    complete_views = case when d.complete_at >= forgotten then d.complete_views end,
    complete_reactions = case when d.complete_at >= forgotten then d.complete_reactions end,
    complete_at = case when d.complete_at >= forgotten then d.complete_at end
  where d.account_id = any (accounts) and least(d.views_at, d.likes_at, d.comments_at, d.saves_at, d.complete_at) < forgotten;
  update factory_posts p set
    views = case when p.views_at >= forgotten then p.views end, views_at = case when p.views_at >= forgotten then p.views_at end,
    likes = case when p.likes_at >= forgotten then p.likes end, likes_at = case when p.likes_at >= forgotten then p.likes_at end,
    comments = case when p.comments_at >= forgotten then p.comments end, comments_at = case when p.comments_at >= forgotten then p.comments_at end,
    saves = case when p.saves_at >= forgotten then p.saves end, saves_at = case when p.saves_at >= forgotten then p.saves_at end,
    complete_views = case when p.complete_at >= forgotten then p.complete_views end,
    complete_reactions = case when p.complete_at >= forgotten then p.complete_reactions end,
    complete_at = case when p.complete_at >= forgotten then p.complete_at end
  where p.account_id = any (accounts) and least(p.views_at, p.likes_at, p.comments_at, p.saves_at, p.complete_at) < forgotten;
  if before is null then
    update factory_posts p set title = null, media_type = null, duration_seconds = null, hashtags = '{}', reasons = '{}', flags = '{}'
    where p.account_id = any (accounts);
    update factory_accounts a set title = null where a.id = any (accounts);
  end if;
  update factory_accounts a set views = (select sum(p.views) from factory_posts p where p.account_id = a.id) where a.id = any (accounts);
  foreach one in array accounts loop
    perform factory_fold(one);
  end loop;
end $$;

-- The accounts of a platform of which something was read before a time, at most max_accounts.
create function factory_accounts_with_old_metrics(of_platform text, before timestamptz, max_accounts int) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct old.id from (
    (select a.id from factory_accounts a where a.platform = of_platform
      and exists (select from factory_account_days d where d.account_id = a.id and d.taken_at < before) limit max_accounts)
    union all
    (select p.account_id from factory_posts p
      where p.platform = of_platform and least(p.views_at, p.likes_at, p.comments_at, p.saves_at, p.complete_at) < before
      group by p.account_id limit max_accounts)) old(id)
  order by old.id limit max_accounts
$$;

-- The accounts whose metrics were read under grants that have ended or that their owners do not share, at most max_accounts, and the time before which
-- they are forgotten; null: all. A grant that was given again does not cover what was read before.
create function factory_accounts_with_ended_grants(max_accounts int) returns table (account bigint, since timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, usable.since
  from factory_accounts a join factories f on f.id = a.factory_id
  left join lateral (select g.connected_at as since from social_grants g join social_accounts s on s.id = g.social_account_id
    where g.social_account_id = a.social_account_id and g.status = 'ACTIVE' and (s.owner_id = f.owner_id or g.shared_at is not null)) usable on true
  where a.social_account_id is not null and (
    exists (select from factory_account_days d where d.account_id = a.id and (usable.since is null or d.taken_at < usable.since))
    or exists (select from factory_measurements m where m.account_id = a.id and (usable.since is null or m.measured_at < usable.since))
    or exists (select from factory_posts p where p.account_id = a.id
      and (least(p.views_at, p.likes_at, p.comments_at, p.saves_at, p.complete_at) < usable.since
        or (usable.since is null and (num_nonnulls(p.views_at, p.likes_at, p.comments_at, p.saves_at, p.title, p.duration_seconds) > 0
          or p.hashtags <> '{}')))))
  order by a.id limit max_accounts
$$;

-- Deletes what was read of an account before a time; null: all. See factory_forget.
create function factory_forget_account(account bigint, before timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  select factory_forget(array[account], before)
$$;

-- Deletes an account of a deleted factory, and returns whether there was one. What was read of it is deleted later.
create function delete_account_of_deleted_factory(at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone bigint := (select a.id from factories f join factory_accounts a on a.factory_id = f.id where f.deleted_at is not null limit 1);
begin
  if gone is null then return false; end if;
  perform 1 from factories f where f.id = (select a.factory_id from factory_accounts a where a.id = gone) for no key update;
  delete from factory_account_tags t where t.account_id = gone;
  delete from factory_posts p where p.account_id = gone;
  insert into removed_factory_accounts (account_id, removed_at) select id, at from factory_accounts where id = gone on conflict do nothing;
  delete from factory_accounts a where a.id = gone;
  return true;
end $$;

-- Deletes what was read of one removed account, at most max_rows of each table, and returns whether there was one.
create function delete_rows_of_removed_account(max_rows int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed bigint := (select account_id from removed_factory_accounts order by account_id limit 1 for update skip locked);
  deleted int := 0;
  part int;
begin
  if removed is null then return false; end if;
  delete from factory_measurements m where (m.tableoid, m.ctid) in (select tableoid, ctid from factory_measurements where account_id = removed limit max_rows);
  get diagnostics part = row_count;
  deleted := deleted + part;
  delete from factory_post_days d where d.ctid in (select ctid from factory_post_days where account_id = removed limit max_rows);
  get diagnostics part = row_count;
  deleted := deleted + part;
  delete from factory_account_days d where d.ctid in (select ctid from factory_account_days where account_id = removed limit max_rows);
  get diagnostics part = row_count;
  deleted := deleted + part;
  if deleted = 0 then
    delete from removed_factory_accounts r where r.account_id = removed;
  end if;
  return true;
end $$;

-- As in 0058, and a shorter interval reaches the accounts of single posts, too.
create or replace function factory_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from factory_accounts where factory_id = new.id order by id for no key update;
  if new.deleted_at is not null or (new.status = 'PAUSED' and new.pause_reason = 'MANUAL') then
    update factory_accounts set due_at = null where factory_id = new.id and due_at is not null;
    perform factory_end_scans(array(select id from factory_scans where factory_id = new.id and status = 'OPEN'), new.updated_at);
  elsif new.status = 'PAUSED' then
    -- All but the leased ones.
    update factory_accounts set due_at = null
    where factory_id = new.id and (due_at <= new.updated_at or due_at > new.updated_at + interval '16 minutes');
  elsif old.status = 'PAUSED' then
    -- A scan that was due is due at once.
    update factory_accounts set due_at = greatest(new.updated_at,
      case when turn = 'SCAN' then last_scanned_at else coalesce(last_scanned_at, listed_at) end + new.interval_hours * interval '1 hour')
    where factory_id = new.id and due_at is null;
  elsif new.interval_hours <> old.interval_hours then
    -- Leased ones get the new interval when they are released.
    update factory_accounts set due_at = greatest(new.updated_at, coalesce(last_scanned_at, listed_at) + new.interval_hours * interval '1 hour')
    where factory_id = new.id and status = 'ACTIVE' and (turn = 'LISTING' or mode = 'LISTED')
      and due_at > new.updated_at + interval '16 minutes';
  end if;
  -- Older posts are tracked, too: all pages are listed again.
  if new.tracking_days > old.tracking_days then
    update factory_accounts set listed_at = null where factory_id = new.id;
  end if;
  return null;
end $$;

-- Makes the partitions of a month and of the next one, as 0060 does, for both tables of measurements.
create or replace function make_measurement_partitions(at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  begins timestamptz;
  ends timestamptz;
  measurements text;
  name text;
  is_other boolean;
begin
  set local lock_timeout = '100ms';
  foreach measurements in array array['post_measurements', 'factory_measurements'] loop
    for n in 0..1 loop
      begins := (date_trunc('month', at at time zone 'UTC') + make_interval(months => n)) at time zone 'UTC';
      ends := (date_trunc('month', at at time zone 'UTC') + make_interval(months => n + 1)) at time zone 'UTC';
      name := measurements || '_' || to_char(begins at time zone 'UTC', 'YYYY_MM');
      continue when to_regclass(name) is not null;
      begin
        perform pg_advisory_xact_lock(hashtextextended(measurements, 0));
        execute format('select exists (select from %I where measured_at >= $1 and measured_at < $2)', measurements || '_other')
          into is_other using begins, ends;
        continue when to_regclass(name) is not null or is_other;
        execute format('create table %I partition of %I for values from (%L) to (%L)', name, measurements, begins, ends);
      exception when lock_not_available then
        null;
      end;
    end loop;
  end loop;
end $$;

-- Drops the monthly partitions of factory_measurements that end before a time: the days of the posts remain.
create function drop_old_factory_measurements(before timestamptz) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text;
  dropped int := 0;
begin
  set local lock_timeout = '100ms';
  for name in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'factory_measurements'::regclass and relname ~ '^factory_measurements_\d{4}_\d{2}$'
      and to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' <= before at time zone 'UTC'
  loop
    begin
      execute format('drop table %I', name);
      dropped := dropped + 1;
    exception when lock_not_available then
      null;
    end;
  end loop;
  delete from factory_measurements_other where measured_at < before;
  return dropped;
end $$;

revoke execute on function factory_readable_since, factory_is_open, factory_close_scan, factory_end_scans, factory_expire_scans, factory_claim_scans,
  factory_store_readings, factory_record_scan, factory_fail_accounts, factory_fold, factory_forget, factory_accounts_with_old_metrics,
  factory_accounts_with_ended_grants, factory_forget_account, delete_account_of_deleted_factory, delete_rows_of_removed_account,
  drop_old_factory_measurements from public;
grant execute on function factory_claim_scans, factory_record_scan, factory_expire_scans, factory_fail_accounts, factory_accounts_with_old_metrics,
  factory_accounts_with_ended_grants, factory_forget_account, delete_account_of_deleted_factory, delete_rows_of_removed_account,
  drop_old_factory_measurements to castline_jobs;
grant execute on function factory_readable_since to castline_guest, castline_service, castline_jobs;
grant execute on function factory_is_open to castline_guest, castline_jobs;
grant select (owner_id, balance) on credit_accounts to castline_jobs;
grant update (gone_scans) on factory_posts to castline_jobs;

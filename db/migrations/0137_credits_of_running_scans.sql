-- Credits that a running scan has reserved may return: no factory is paused, or stays paused, for the lack of them.
-- A scan that failed returned its credits, and a factory that they covered stayed paused until the next purchase.
--
-- Locks: none, it adds a function and replaces three. To revert: create factory_claim_scans as in 0110, credit_add as in 0108 and factory_is_due as in
-- 0117, and drop factory_is_over.

-- Whether the post is a story that its platform shows no more: one of more than 24 hours ago, less five minutes for the answer.
create function factory_is_over(post factory_posts, at timestamptz) returns boolean language sql stable as $$
  select post.media_type is not distinct from 'STORY' and post.published_at <= at - interval '23 hours 55 minutes'
$$;

-- As in 0117.
create or replace function factory_is_due(post factory_posts, days integer, hours integer, at timestamptz) returns boolean language sql stable as $$
  select post.published_at > at - days * interval '24 hours'
    and (post.gone_scans < 3 or post.last_scanned_at <= at - interval '72 hours')
    and (post.last_scanned_at is null or post.last_scanned_at <= at - hours * interval '1 hour')
    and not factory_is_over(post, at)
$$;

-- As in 0110, but an account that waits for reserved credits keeps its factory from being paused for one that no credits cover. A story that
-- has ended makes no account due. Planned for the time of each call: a plan for any time expects a third of all accounts to be due, and may read them
-- all.
create or replace function factory_claim_scans(at timestamptz, lease_end timestamptz, max_accounts integer, by_key text[], by_grant text[], x_reads integer)
returns table (account_id bigint, account_platform text, social_account_id bigint)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  chosen bigint[];
  locked bigint[];
  scanned bigint[] := '{}';
  short bigint[] := '{}';
  waiting bigint[] := '{}';
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
      select (count(*) filter (where factory_asks_for(p, f, x_reads, at)))::int as posts, min(p.last_scanned_at) filter (where p.gone_scans < 3 and not factory_is_over(p, at)) as next_at
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
        waiting := waiting || one.factory_id;
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
    where f.id = any (short) and f.id <> all (scanned || waiting) returning f.id
  )
  select array_agg(p.id order by p.id) into short from paused p;
  perform factory_notify(paused, 'factory.paused', '{}', at) from unnest(short) paused;
end $$;

-- As in 0108, but by the balance: a factory that waits for what a running scan has reserved is paused by its claim, if that scan spends it.
create or replace function credit_add(owner bigint, reason text, credits bigint, reference text, at timestamptz, staff bigint default null) returns void
language plpgsql as $$
declare
  locked bigint[] := array(select id from factories where owner_id = owner and deleted_at is null order by id for no key update);
  total bigint;
  added bigint;
begin
  if credits is null or credits <= 0 then
    raise exception 'credits must be above zero' using errcode = 'CL500';
  end if;
  total := credits + coalesce((select balance from credit_accounts where owner_id = owner), 0);
  update factories f set status = 'ACTIVE', pause_reason = null, version = version + 1, updated_at = at
    where id = any (locked) and pause_reason = 'NO_CREDITS'
      and coalesce(factory_next_scan(f.id, f.interval_hours, f.tracking_days, at), 1) <= total;
  insert into credit_accounts (owner_id, balance, updated_at) values (owner, credits, at)
    on conflict (owner_id) do update set balance = credit_accounts.balance + excluded.balance, updated_at = excluded.updated_at
    returning balance into added;
  -- A factory that was created and paused since the first statement is not locked: the caller must begin again.
  if exists (select from factories where owner_id = owner and deleted_at is null and pause_reason = 'NO_CREDITS' and id <> all (locked)) then
    raise exception using errcode = 'CL409', message = 'VERSION_CONFLICT';
  end if;
  insert into credit_entries (owner_id, kind, reason, amount, balance_after, reference, granted_by, created_at)
    values (owner, 'CREDIT', reason, credits, added, reference, staff, at);
  perform factory_check_credits(f.id, (select sum(a.tracked_posts)::int from factory_accounts a where a.factory_id = f.id), at)
    from factories f where id = any (locked) and low_credits_notified_at is not null;
end $$;

-- The credits that the next scan of a factory needs.
-- A factory starts, and a purchase starts it again, only when the available credits cover its next scan. Otherwise it would be ACTIVE for a
-- minute.
--
-- Locks: none, it adds a function and replaces one. To revert: restore credit_add of 0064_factory_events.sql, then drop factory_next_scan.

-- The smallest of the scans that are due first when the factory starts at this time, with these settings; null if it has no posts to scan. The
-- times are those of factory_changed. An account that is listed first is scanned a minute later at the earliest.
create function factory_next_scan(factory bigint, hours integer, days integer, at timestamptz) returns integer
language sql stable set search_path = public, pg_temp as $$
  select min(first.posts)::int from (
    select count(p.id) as posts, due.at as due_at, min(due.at) over () as first_at
    from factory_accounts a cross join lateral (select greatest(factory_next_scan.at,
        case when a.turn = 'SCAN' then a.last_scanned_at else coalesce(a.last_scanned_at, a.listed_at) end + hours * interval '1 hour')
        + case when a.turn = 'SCAN' then interval '0' else interval '1 minute' end as at) due
      join factory_posts p on p.account_id = a.id and p.gone_scans < 3 and p.published_at > due.at - days * interval '24 hours'
        and (p.last_scanned_at is null or p.last_scanned_at <= due.at - hours * interval '1 hour')
    where a.factory_id = factory and a.status = 'ACTIVE'
    group by a.id, due.at) first
  where first.due_at = first.first_at
$$;

create or replace function credit_add(owner bigint, reason text, credits bigint, reference text, at timestamptz, staff bigint default null) returns void
language plpgsql as $$
declare
  locked bigint[] := array(select id from factories where owner_id = owner and deleted_at is null order by id for no key update);
  available bigint;
  added bigint;
begin
  if credits is null or credits <= 0 then
    raise exception 'credits must be above zero' using errcode = 'CL500';
  end if;
  available := credits + coalesce((select balance - reserved from credit_accounts where owner_id = owner), 0);
  update factories f set status = 'ACTIVE', pause_reason = null, version = version + 1, updated_at = at
    where id = any (locked) and pause_reason = 'NO_CREDITS'
      and coalesce(factory_next_scan(f.id, f.interval_hours, f.tracking_days, at), 1) <= available;
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

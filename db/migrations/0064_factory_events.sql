-- Events of content factories, which their owners are notified of: unusual measurements, a pause for lack of credits, and low credits.
-- Lock order, as for every change of credits: factories, by id, then the credit account. The callers hold these locks.
--
-- Locks: factories for a moment, because of the column, which no version reads yet. To revert: restore credit_add of 0057, and drop the other
-- functions and the column.

set local check_function_bodies = off;

ALTER TABLE "factories" ADD COLUMN "low_credits_notified_at" timestamp (3) with time zone;

-- Notifies the owner of a factory. The data of 'factory.post.flagged' are {"factoryAccountId", "posts": [{"postId", "flags"}]}, those of
-- 'factory.credits_low' {"balance", "daysLeft"}, and those of 'factory.paused' {}.
create function factory_notify(factory bigint, kind text, data jsonb, at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into outbox (topic, payload, created_at)
  values ('factory', jsonb_build_object('factoryId', factory, 'kind', kind, 'data', data), at)
$$;

-- Notifies the owner of a factory once when the balance lasts for less than three days of its scans. The owner is notified again only after the
-- balance has lasted for three days or more. The number of tracked posts is that of the factory; without one nothing changes.
create function factory_check_credits(factory bigint, tracked_posts integer, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  left_over bigint;
  days_left bigint;
begin
  select coalesce(c.balance, 0), coalesce(c.balance, 0) * f.interval_hours / nullif(tracked_posts * 24, 0) into left_over, days_left
    from factories f left join credit_accounts c on c.owner_id = f.owner_id where f.id = factory and f.deleted_at is null;
  if days_left >= 3 then
    update factories set low_credits_notified_at = null where id = factory and low_credits_notified_at is not null;
  elsif days_left < 3 then
    update factories set low_credits_notified_at = factory_check_credits.at where id = factory and low_credits_notified_at is null;
    if found then
      perform factory_notify(factory, 'factory.credits_low', jsonb_build_object('balance', left_over, 'daysLeft', days_left), at);
    end if;
  end if;
end $$;

-- Adds credits to the wallet of a user, and resumes the factories of the user that are paused for lack of credits. All factories are locked: a scan
-- that has read the former balance may be about to pause one of them. A factory whose owner was notified of low credits is checked again, because its
-- next scan may spend what has been added.
create or replace function credit_add(owner bigint, reason text, credits bigint, reference text, at timestamptz, staff bigint default null) returns void
language plpgsql as $$
declare
  locked bigint[] := array(select id from factories where owner_id = owner and deleted_at is null order by id for no key update);
  added bigint;
begin
  if credits is null or credits <= 0 then
    raise exception 'credits must be above zero' using errcode = 'CL500';
  end if;
  update factories set status = 'ACTIVE', pause_reason = null, version = version + 1, updated_at = at
    where id = any (locked) and pause_reason = 'NO_CREDITS';
  insert into credit_accounts (owner_id, balance, updated_at) values (owner, credits, at)
    on conflict (owner_id) do update set balance = credit_accounts.balance + excluded.balance, updated_at = excluded.updated_at
    returning balance into added;
  -- A factory that was created and paused since the first statement is not locked: the caller must begin again.
  if exists (select from factories where owner_id = owner and deleted_at is null and pause_reason = 'NO_CREDITS') then
    raise exception using errcode = 'CL409', message = 'VERSION_CONFLICT';
  end if;
  insert into credit_entries (owner_id, kind, reason, amount, balance_after, reference, granted_by, created_at)
    values (owner, 'CREDIT', reason, credits, added, reference, staff, at);
  perform factory_check_credits(f.id, (select sum(a.tracked_posts)::int from factory_accounts a where a.factory_id = f.id), at)
    from factories f where id = any (locked) and low_credits_notified_at is not null;
end $$;

revoke execute on function factory_notify, factory_check_credits from public;


-- Purchases and grants of credits, which only these functions book.
-- Lock order of every change of credits: the factories of the owner, by id, then the credit account, then ledger accounts.
--
-- Locks: credit_accounts and credit_entries for a moment, because of the triggers. To revert: drop the functions and the triggers.

set local check_function_bodies = off;

-- Adds credits to the wallet of a user, and resumes the factories of the user that are paused for lack of credits. All factories are locked: a scan
-- that has read the former balance may be about to pause one of them.
create function credit_add(owner bigint, reason text, credits bigint, reference text, at timestamptz, staff bigint default null) returns void
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
end $$;

-- Sells credits to a user for a price in minor units, which is transferred from the available balance to the revenue.
create function credit_purchase(owner bigint, credits bigint, price bigint, reference uuid, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if price is null or price <= 0 then
    raise exception 'the price of credits must be above zero' using errcode = 'CL500';
  end if;
  perform credit_add(owner, 'PURCHASE', credits, reference::text, at);
  perform ledger_post('CREDIT_PURCHASE', 'credits', reference::text, at, jsonb_build_array(
    jsonb_build_object('owner', owner, 'account', 'AVAILABLE', 'amount', -price),
    jsonb_build_object('owner', null, 'account', 'REVENUE', 'amount', price)));
end $$;

-- Grants credits to a user without a payment. Staff cannot grant credits to themselves.
create function credit_grant(owner bigint, credits bigint, reference text, at timestamptz, staff bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if staff is null or staff = owner or not exists (select from users where id = staff and 'STAFF' = any (roles) and suspended_at is null) then
    raise exception using errcode = 'CL409', message = 'ROLE_NOT_ALLOWED';
  end if;
  perform credit_add(owner, 'GRANT', credits, reference, at, staff);
end $$;

revoke execute on function credit_add, credit_purchase, credit_grant from public;
grant execute on function credit_purchase, credit_grant to castline_service;

create trigger append_only before update or delete or truncate on credit_entries for each statement execute function refuse_change();

create trigger no_delete before delete or truncate on credit_accounts for each statement execute function refuse_change();

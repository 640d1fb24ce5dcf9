-- What the service may do with money. Each function looks for itself whether what it is asked for has happened: the service's role
-- can no longer write legs of its own. It locks ledger_transfers while the index is built; the triggers block writes to their tables
-- for a moment, and no reads. To go back: the functions of 0002 and 0007 with their grants, the constraint, no triggers.

-- A payment is booked once, however its reference was typed: without blanks around it, in any case, in any form of its characters.
create function payment_reference(typed text) returns text language sql immutable as $$
  select lower(regexp_replace(regexp_replace(normalize(typed, nfkc), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'), '^\s+|\s+$', '', 'g'))
$$;
alter table ledger_transfers drop constraint ledger_transfers_once;
create unique index ledger_transfers_once on ledger_transfers (kind, reference_type, payment_reference(reference_id));

drop function ledger_reserve(bigint, bigint, timestamptz, jsonb);
drop function ledger_settle(bigint, bigint, bigint, bigint, timestamptz, bigint);
revoke execute on function ledger_post from castline_service;

-- Who books money for a user is of staff, and is not that user.
create function ledger_move(kind text, owner bigint, amount bigint, reference text, at timestamptz, staff bigint) returns bigint
language plpgsql set search_path = public, pg_temp as $$
begin
  if staff = owner or not exists (select from users where id = staff and 'STAFF' = any (roles) and suspended_at is null) then
    raise exception using errcode = 'CL409', message = 'ROLE_NOT_ALLOWED';
  end if;
  return ledger_post(kind, 'payment', reference, at, jsonb_build_array(
    jsonb_build_object('owner', owner, 'account', 'AVAILABLE', 'amount', amount),
    jsonb_build_object('owner', null, 'account', 'EXTERNAL', 'amount', -amount)), staff);
end $$;

-- Money that came in from outside is on the user's balance.
create function ledger_deposit(owner bigint, amount bigint, reference text, at timestamptz, staff bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if amount is null or amount <= 0 then
    raise exception 'a deposit is above zero' using errcode = 'CL500';
  end if;
  return ledger_move('DEPOSIT', owner, amount, reference, at, staff);
end $$;

-- Money that went out has left the user's balance.
create function ledger_withdraw(owner bigint, amount bigint, reference text, at timestamptz, staff bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if amount is null or amount <= 0 then
    raise exception 'a withdrawal is above zero' using errcode = 'CL500';
  end if;
  return ledger_move('WITHDRAWAL', owner, -amount, reference, at, staff);
end $$;

-- What an order's assignments cost is set aside: one transfer, and one hold for each assignment. The amounts are those of the
-- assignments, and together those of the quote that the order consumed.
create function ledger_reserve(funded_order bigint, at timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  buyer bigint := (select advertiser_id from placement_orders where id = funded_order and status = 'FUNDED' for update);
  total bigint := (
    select q.base + q.brand_fee from quotes q
    where q.order_id = funded_order and q.status = 'CONSUMED' and q.advertiser_id = buyer
      and (q.base, q.brand_fee) = (select sum(a.base), sum(a.brand_fee) from placement_assignments a where a.order_id = funded_order
        having bool_and(a.advertiser_id = buyer and a.status = 'PENDING')));
  transfer bigint;
begin
  if total is null then
    raise exception 'order % is not funded by a quote that its assignments cost', funded_order using errcode = 'CL500';
  end if;
  transfer := ledger_post('RESERVE', 'order', funded_order::text, at, jsonb_build_array(
    jsonb_build_object('owner', buyer, 'account', 'AVAILABLE', 'amount', -total),
    jsonb_build_object('owner', buyer, 'account', 'RESERVED', 'amount', total)));
  insert into ledger_holds (assignment_id, owner_id, amount, created_at)
    select id, buyer, base + brand_fee, at from placement_assignments where order_id = funded_order;
  return transfer;
end $$;

-- Basis points of an amount, half-up.
create function basis_points(amount bigint, bps int) returns bigint language sql immutable as $$
  select div(amount::numeric * bps + 5000, 10000)::bigint
$$;

-- What of its hold an assignment that ended owes to creator and platform; the rest goes back. No row before its end.
create function ledger_due(work placement_assignments) returns table (to_creator bigint, to_platform bigint)
language sql stable set search_path = public, pg_temp as $$
  select work.base - work.creator_fee, work.brand_fee + work.creator_fee where work.status = 'APPROVED'
  union all
  select 0, 0 where work.status in ('DECLINED', 'EXPIRED', 'CANCELLED')
  union all
  select part.base - part.fee, part.fee + basis_points(work.brand_fee, part.share)
  from disputes d
  cross join lateral (select d.creator_share_bps as share, div(work.base::numeric * d.creator_share_bps, 10000)::bigint as base) s
  cross join lateral (select s.share, s.base, basis_points(s.base, work.creator_fee_bps) as fee) part
  where work.status = 'RESOLVED' and d.assignment_id = work.id and d.outcome = 'SPLIT'
$$;

-- The whole hold of an assignment leaves at once: to its creator, to the platform, and what is left back to its owner. The amounts
-- are those that its end owes. Order, assignment, hold, accounts by their id: rows are locked in one order everywhere.
create function ledger_settle(ended_assignment bigint, to_creator bigint, to_platform bigint, at timestamptz, staff bigint default null)
returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  work placement_assignments;
  hold ledger_holds;
  paid bigint := to_creator + to_platform;
begin
  select * into work from placement_assignments where id = ended_assignment for update;
  select * into hold from ledger_holds where assignment_id = ended_assignment for update;
  if hold is null or not exists (
    select from ledger_due(work) due where (due.to_creator, due.to_platform) = (ledger_settle.to_creator, ledger_settle.to_platform)
  ) then
    raise exception 'the end of assignment % does not owe that', ended_assignment using errcode = 'CL500';
  end if;
  if staff is distinct from (select resolved_by from disputes where assignment_id = ended_assignment and outcome is not null)
    or staff in (work.advertiser_id, work.creator_id)
    or (staff is not null and not exists (select from users where id = staff and 'STAFF' = any (roles))) then
    raise exception using errcode = 'CL409', message = 'ROLE_NOT_ALLOWED';
  end if;
  if hold.released + hold.refunded > 0 then
    raise exception using errcode = 'CL409', message = 'VERSION_CONFLICT';
  end if;
  insert into ledger_accounts (owner_id, kind, balance, updated_at) select work.creator_id, 'AVAILABLE', 0, at where to_creator > 0
    on conflict do nothing;
  perform from ledger_accounts
    where (owner_id, kind) in ((hold.owner_id, 'AVAILABLE'), (hold.owner_id, 'RESERVED'), (work.creator_id, 'AVAILABLE'))
    order by id for no key update;
  if paid > 0 then
    perform ledger_post('PAYOUT', 'assignment', ended_assignment::text, at, (select jsonb_agg(leg) from (values
      (jsonb_build_object('owner', hold.owner_id, 'account', 'RESERVED', 'amount', -paid), -paid),
      (jsonb_build_object('owner', work.creator_id, 'account', 'AVAILABLE', 'amount', to_creator), to_creator),
      (jsonb_build_object('owner', null, 'account', 'REVENUE', 'amount', to_platform), to_platform)) legs(leg, amount)
      where amount <> 0), staff);
  end if;
  if hold.amount > paid then
    perform ledger_post('REFUND', 'assignment', ended_assignment::text, at, jsonb_build_array(
      jsonb_build_object('owner', hold.owner_id, 'account', 'RESERVED', 'amount', paid - hold.amount),
      jsonb_build_object('owner', hold.owner_id, 'account', 'AVAILABLE', 'amount', hold.amount - paid)), staff);
  end if;
  -- Added, so that the check of the hold refuses what would leave it twice.
  update ledger_holds set released = released + paid, refunded = refunded + hold.amount - paid where assignment_id = ended_assignment;
end $$;

revoke execute on function ledger_move, ledger_deposit, ledger_withdraw, ledger_reserve, ledger_due, ledger_settle from public;
grant execute on function ledger_deposit, ledger_withdraw, ledger_reserve, ledger_due, ledger_settle to castline_service;

-- Whoever owns the tables repairs them; the service only goes on.
create function is_service() returns boolean language sql stable as $$ select current_user = 'castline_service' $$;

-- What is decided stays decided.
create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % cannot become that', tg_table_name using errcode = 'CL500';
end $$;

create trigger quotes_are_used_once before update on quotes for each row
  when ((old.status <> 'ACTIVE' or (old.order_id is not null and new.order_id is distinct from old.order_id)) and is_service())
  execute function refuse_rewrite();
create trigger disputes_are_decided_once before update on disputes for each row
  when (old.outcome is not null and is_service()) execute function refuse_rewrite();
create trigger orders_stay_funded before update of status on placement_orders for each row
  when (old.status not in ('DRAFT', 'QUOTED') and new.status in ('DRAFT', 'QUOTED') and is_service()) execute function refuse_rewrite();

-- What a funded order ordered stays.
create function refuse_change_of_funded_items() returns trigger language plpgsql as $$
begin
  if exists (select from placement_assignments where order_id in (old.order_id, new.order_id)) then
    raise exception 'the items of a funded order stay' using errcode = 'CL500';
  end if;
  return new;
end $$;
create trigger order_items_stay before insert or update on order_items for each row
  when (is_service()) execute function refuse_change_of_funded_items();

-- The moves of an assignment. The table `life` of the service says who makes them.
create function may_become(before text, after text) returns boolean language sql immutable as $$
  select after = any (case before
    when 'PENDING' then array['ACCEPTED', 'DECLINED', 'CANCELLED', 'EXPIRED']
    when 'ACCEPTED' then array['SUBMITTED', 'CANCELLED', 'DISPUTED']
    when 'SUBMITTED' then array['APPROVED', 'CHANGES_REQUESTED', 'DISPUTED']
    when 'CHANGES_REQUESTED' then array['SUBMITTED', 'CANCELLED', 'DISPUTED']
    when 'DISPUTED' then array['APPROVED', 'CANCELLED', 'RESOLVED']
    else '{}' end)
$$;
create trigger assignments_move_on before update of status on placement_assignments for each row
  when (old.status <> new.status and not may_become(old.status, new.status) and is_service()) execute function refuse_rewrite();

-- Staff is granted by the owner of the tables alone.
create function refuse_staff() returns trigger language plpgsql as $$
begin
  raise exception 'staff is granted by an operator' using errcode = 'CL500';
end $$;
create trigger users_do_not_begin_as_staff before insert on users for each row
  when ('STAFF' = any (new.roles) and is_service()) execute function refuse_staff();
create trigger users_do_not_become_staff before update of roles on users for each row
  when ('STAFF' = any (new.roles) and not 'STAFF' = any (old.roles) and is_service()) execute function refuse_staff();

-- The ledger: only these functions write it.
--
-- Locks: none, all objects are new. To revert: drop the database.

set local check_function_bodies = off;

-- Computes basis points of an amount, rounded half up.
create function basis_points(amount bigint, bps int) returns bigint language sql immutable as $$
  select div(amount::numeric * bps + 5000, 10000)::bigint
$$;

-- Books a payment between a user and the outside. Staff cannot book payments for themselves.
create function ledger_external_payment(kind text, owner bigint, amount bigint, reference text, at timestamptz, staff bigint) returns bigint
language plpgsql set search_path = public, pg_temp as $$
begin
  if staff = owner or not exists (select from users where id = staff and 'STAFF' = any (roles) and suspended_at is null) then
    raise exception using errcode = 'CL409', message = 'ROLE_NOT_ALLOWED';
  end if;
  return ledger_post(kind, 'payment', reference, at, jsonb_build_array(
    jsonb_build_object('owner', owner, 'account', 'AVAILABLE', 'amount', amount),
    jsonb_build_object('owner', null, 'account', 'EXTERNAL', 'amount', -amount)), staff);
end $$;

-- Books a transfer; all transfers use it. Legs: [{"owner": 7|null, "account": "AVAILABLE", "amount": "-100"}], one for each account. It
-- locks the accounts in the order of their ids before it inserts: the foreign key of an entry locks its account too, so inserts before the
-- locks could deadlock. check (balance >= 0) becomes INSUFFICIENT_FUNDS.
create function ledger_post(kind text, reference_type text, reference_id text, at timestamptz, legs jsonb,
  booked_by bigint default null) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  transfer bigint;
  inserted integer;
begin
  if (select coalesce(sum(l.amount), -1) <> 0 or count(*) < 2 or bool_or(l.amount = 0 or l.amount is null)
      from jsonb_to_recordset(legs) as l(amount bigint)) then
    raise exception 'a transfer must have legs that sum to zero' using errcode = 'CL500';
  end if;
  insert into ledger_accounts (owner_id, kind, balance, updated_at)
    select l.owner, l.account, 0, at from jsonb_to_recordset(legs) as l(owner bigint, account text)
    where l.owner is not null
      and not exists (select 1 from ledger_accounts a where a.owner_id = l.owner and a.kind = l.account)
    order by l.owner, l.account
    on conflict do nothing;
  perform 1 from ledger_accounts a
    join jsonb_to_recordset(legs) as l(owner bigint, account text) on a.owner_id = l.owner and a.kind = l.account
    order by a.id for no key update of a;
  insert into ledger_transfers (kind, reference_type, reference_id, booked_by, created_at)
    values (ledger_post.kind, ledger_post.reference_type, ledger_post.reference_id, ledger_post.booked_by, at)
    returning id into transfer;
  with user_leg as (
    update ledger_accounts a set balance = a.balance + l.amount, updated_at = at
    from jsonb_to_recordset(legs) as l(owner bigint, account text, amount bigint)
    where a.owner_id = l.owner and a.kind = l.account
    returning a.id, l.amount, a.balance
  ), platform_leg as (
    select a.id, l.amount, null::bigint as balance
    from jsonb_to_recordset(legs) as l(owner bigint, account text, amount bigint)
    join ledger_accounts a on a.owner_id is null and l.owner is null and a.kind = l.account
  ), entry as (
    insert into ledger_entries (account_id, transfer_id, amount, balance_after)
    select id, transfer, amount, balance from user_leg union all select id, transfer, amount, balance from platform_leg
    returning 1
  )
  select count(*) into inserted from entry;
  if inserted <> jsonb_array_length(legs) then
    raise exception 'a leg has an unknown account' using errcode = 'CL500';
  end if;
  return transfer;
end $$;

-- Refuses a transfer that does not balance, from every role. One statement inserts all entries of a transfer.
create function ledger_transfers_balance() returns trigger language plpgsql as $$
begin
  if exists (select from new_entries group by transfer_id having sum(amount) <> 0) then
    raise exception 'a transfer does not balance' using errcode = 'CL500';
  end if;
  return null;
end $$;

-- Books a deposit to the balance of a user.
create function ledger_deposit(owner bigint, amount bigint, reference text, at timestamptz, staff bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if amount is null or amount <= 0 then
    raise exception 'a deposit must be above zero' using errcode = 'CL500';
  end if;
  return ledger_external_payment('DEPOSIT', owner, amount, reference, at, staff);
end $$;

-- Books a withdrawal from the balance of a user.
create function ledger_withdraw(owner bigint, amount bigint, reference text, at timestamptz, staff bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if amount is null or amount <= 0 then
    raise exception 'a withdrawal must be above zero' using errcode = 'CL500';
  end if;
  return ledger_external_payment('WITHDRAWAL', owner, -amount, reference, at, staff);
end $$;

-- Reserves the price of an order: one transfer, and one hold for each assignment. The amounts of the assignments must sum to the quote
-- that the order consumed.
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
    raise exception 'order % has no consumed quote that equals the sum of its assignments', funded_order using errcode = 'CL500';
  end if;
  transfer := ledger_post('RESERVE', 'order', funded_order::text, at, jsonb_build_array(
    jsonb_build_object('owner', buyer, 'account', 'AVAILABLE', 'amount', -total),
    jsonb_build_object('owner', buyer, 'account', 'RESERVED', 'amount', total)));
  insert into ledger_holds (assignment_id, owner_id, amount, created_at)
    select id, buyer, base + brand_fee, at from placement_assignments where order_id = funded_order;
  return transfer;
end $$;

-- Returns the shares of creator and platform in the hold of an ended assignment. The advertiser gets the rest. Returns no row before the
-- end.
create function ledger_shares(assignment placement_assignments) returns table (to_creator bigint, to_platform bigint)
language sql stable set search_path = public, pg_temp as $$
  select assignment.base - assignment.creator_fee, assignment.brand_fee + assignment.creator_fee where assignment.status = 'APPROVED'
  union all
  select 0, 0 where assignment.status in ('DECLINED', 'EXPIRED', 'CANCELLED')
  union all
  select part.base - part.fee, part.fee + basis_points(assignment.brand_fee, part.share)
  from disputes d
  cross join lateral (select d.creator_share_bps as share, div(assignment.base::numeric * d.creator_share_bps, 10000)::bigint as base) s
  cross join lateral (select s.share, s.base, basis_points(s.base, assignment.creator_fee_bps) as fee) part
  where assignment.status = 'RESOLVED' and d.assignment_id = assignment.id and d.outcome = 'SPLIT'
$$;

-- Settles the holds of ended assignments, all or none. Settlements: [{"assignmentId": 7, "toCreator": "100", "toPlatform": "10",
-- "bookedBy": 3|null}]. All statements lock rows in one order: orders, assignments, holds, accounts, each by id. So it locks the rows of all
-- settlements before the first one.
create function ledger_settle(settlements jsonb, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended bigint[] := array(select (s->>'assignmentId')::bigint from jsonb_array_elements(settlements) s);
  paid bigint[] := array(select (s->>'assignmentId')::bigint from jsonb_array_elements(settlements) s where (s->>'toCreator')::bigint > 0);
  owners bigint[];
  creators bigint[];
  settlement record;
begin
  creators := array(select creator_id from placement_assignments where id = any (ended) order by id for no key update);
  owners := creators || array(select owner_id from ledger_holds where assignment_id = any (ended) order by assignment_id for no key update);
  insert into ledger_accounts (owner_id, kind, balance, updated_at)
    select a.creator_id, 'AVAILABLE', 0, at from placement_assignments a
    where a.id = any (paid) and not exists (select from ledger_accounts l where l.owner_id = a.creator_id and l.kind = 'AVAILABLE')
    order by a.creator_id
    on conflict do nothing;
  perform from ledger_accounts where owner_id = any (owners) and kind in ('AVAILABLE', 'RESERVED') order by id for no key update;
  for settlement in
    select * from jsonb_to_recordset(settlements) as s("assignmentId" bigint, "toCreator" bigint, "toPlatform" bigint, "bookedBy" bigint)
    order by s."assignmentId"
  loop
    perform ledger_settle_hold(settlement."assignmentId", settlement."toCreator", settlement."toPlatform", at, settlement."bookedBy");
  end loop;
end $$;

-- Pays the hold of an assignment to its creator and the platform, and refunds the rest to its owner. The amounts must equal ledger_shares.
-- ledger_settle has locked all rows.
create function ledger_settle_hold(ended_assignment bigint, to_creator bigint, to_platform bigint, at timestamptz, staff bigint)
returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  assignment placement_assignments;
  hold ledger_holds;
  paid bigint := to_creator + to_platform;
begin
  select * into assignment from placement_assignments where id = ended_assignment;
  select * into hold from ledger_holds where assignment_id = ended_assignment;
  if hold is null or not exists (
    select from ledger_shares(assignment) due where (due.to_creator, due.to_platform) = (ledger_settle_hold.to_creator, ledger_settle_hold.to_platform)
  ) then
    raise exception 'the amounts for assignment % do not equal its shares', ended_assignment using errcode = 'CL500';
  end if;
  if staff is distinct from (select resolved_by from disputes where assignment_id = ended_assignment and outcome is not null)
    or staff in (assignment.advertiser_id, assignment.creator_id)
    or (staff is not null and not exists (select from users where id = staff and 'STAFF' = any (roles))) then
    raise exception using errcode = 'CL409', message = 'ROLE_NOT_ALLOWED';
  end if;
  if hold.released + hold.refunded > 0 then
    raise exception using errcode = 'CL409', message = 'VERSION_CONFLICT';
  end if;
  if paid > 0 then
    perform ledger_post('PAYOUT', 'assignment', ended_assignment::text, at, (select jsonb_agg(leg) from (values
      (jsonb_build_object('owner', hold.owner_id, 'account', 'RESERVED', 'amount', -paid), -paid),
      (jsonb_build_object('owner', assignment.creator_id, 'account', 'AVAILABLE', 'amount', to_creator), to_creator),
      (jsonb_build_object('owner', null, 'account', 'REVENUE', 'amount', to_platform), to_platform)) legs(leg, amount)
      where amount <> 0), staff);
  end if;
  if hold.amount > paid then
    perform ledger_post('REFUND', 'assignment', ended_assignment::text, at, jsonb_build_array(
      jsonb_build_object('owner', hold.owner_id, 'account', 'RESERVED', 'amount', paid - hold.amount),
      jsonb_build_object('owner', hold.owner_id, 'account', 'AVAILABLE', 'amount', hold.amount - paid)), staff);
  end if;
  -- It adds instead of setting, so that the check of the hold refuses a second settlement.
  update ledger_holds set released = released + paid, refunded = refunded + hold.amount - paid where assignment_id = ended_assignment;
end $$;

-- The money of an assignment. A reader needs rights on the table too.
create view assignment_money with (security_invoker = true) as
  select assignment_id, amount - released - refunded as held, released, refunded, owner_id from ledger_holds;

-- Deletes at most `max_deleted` measurements of a source from before a time, the oldest first, and returns their number. Edge functions
-- have no other right to delete measurements.
create function delete_old_measurements(of_source text, before timestamptz, max_deleted int) returns int
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select deliverable_id, measured_at from deliverable_measurements where source = of_source and measured_at < before
    order by measured_at limit max_deleted for update skip locked
  ), deleted as (
    delete from deliverable_measurements m using old
    where m.deliverable_id = old.deliverable_id and m.measured_at = old.measured_at returning 1
  )
  select count(*)::int from deleted
$$;

create trigger append_only before update or delete or truncate on ledger_transfers for each statement execute function refuse_change();

create trigger append_only before update or delete or truncate on ledger_entries for each statement execute function refuse_change();

create trigger no_delete before delete or truncate on ledger_accounts for each statement execute function refuse_change();

create trigger no_delete before delete or truncate on ledger_holds for each statement execute function refuse_change();

create trigger balances after insert on ledger_entries referencing new table as new_entries
  for each statement execute function ledger_transfers_balance();

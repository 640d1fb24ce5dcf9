-- Double entry: a transfer's entries sum to zero; users never go below zero; nothing is ever changed or deleted.
-- Amounts are minor units of USDT (10^-6).
create table ledger_accounts (
  id bigint generated always as identity primary key,
  owner_id bigint references users,
  kind text not null,
  balance bigint,
  updated_at timestamptz(3) not null default now(),
  -- Platform accounts keep no running balance: it would be the one row that every payment waits for.
  constraint ledger_accounts_shape check (
    (owner_id is not null and kind in ('AVAILABLE', 'RESERVED') and balance is not null)
    or (owner_id is null and kind in ('REVENUE', 'EXTERNAL') and balance is null)),
  constraint ledger_accounts_never_negative check (balance >= 0),
  constraint ledger_accounts_one_of_a_kind unique nulls not distinct (owner_id, kind)
);
insert into ledger_accounts (owner_id, kind) values (null, 'REVENUE'), (null, 'EXTERNAL');

create table ledger_transfers (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('DEPOSIT', 'WITHDRAWAL', 'RESERVE', 'REFUND', 'PAYOUT', 'CREDIT_PURCHASE',
    'CAMPAIGN_RESERVE', 'CAMPAIGN_REFUND', 'CAMPAIGN_EARNING', 'ADJUSTMENT')),
  reference_type text not null,
  reference_id text not null,
  -- Who of staff booked it; null for what the service itself moves.
  booked_by bigint references users,
  created_at timestamptz(3) not null,
  constraint ledger_transfers_once unique (kind, reference_type, reference_id)
);
create table ledger_entries (
  account_id bigint not null references ledger_accounts,
  transfer_id bigint not null references ledger_transfers,
  amount bigint not null check (amount <> 0),
  balance_after bigint check (balance_after >= 0),
  primary key (account_id, transfer_id)
);
create index ledger_entries_transfer on ledger_entries (transfer_id);

-- A reserve is a hold: each part of it leaves once, by release or refund, never more than was held.
create table ledger_holds (
  assignment_id bigint primary key,
  owner_id bigint not null references users,
  amount bigint not null check (amount > 0),
  released bigint not null default 0 check (released >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  created_at timestamptz(3) not null,
  constraint ledger_holds_never_overdrawn check (released + refunded <= amount)
);
create index ledger_holds_owner on ledger_holds (owner_id);

create trigger append_only before update or delete or truncate on ledger_transfers for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on ledger_entries for each statement execute function refuse_change();
create trigger no_delete before delete or truncate on ledger_accounts for each statement execute function refuse_change();
create trigger no_delete before delete or truncate on ledger_holds for each statement execute function refuse_change();

-- The only way in. Legs: [{"owner": 7|null, "account": "AVAILABLE", "amount": "-100"}], one leg an account.
-- Accounts are locked in id order before anything is inserted: an entry's foreign key locks its account too,
-- and inserting first deadlocks on a busy one. check (balance >= 0) is INSUFFICIENT_FUNDS.
create function ledger_post(kind text, reference_type text, reference_id text, at timestamptz, legs jsonb,
  booked_by bigint default null) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  transfer bigint;
  written integer;
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
  with moved as (
    update ledger_accounts a set balance = a.balance + l.amount, updated_at = at
    from jsonb_to_recordset(legs) as l(owner bigint, account text, amount bigint)
    where a.owner_id = l.owner and a.kind = l.account
    returning a.id, l.amount, a.balance
  ), platform as (
    select a.id, l.amount, null::bigint as balance
    from jsonb_to_recordset(legs) as l(owner bigint, account text, amount bigint)
    join ledger_accounts a on a.owner_id is null and l.owner is null and a.kind = l.account
  ), entry as (
    insert into ledger_entries (account_id, transfer_id, amount, balance_after)
    select id, transfer, amount, balance from moved union all select id, transfer, amount, balance from platform
    returning 1
  )
  select count(*) into written from entry;
  if written <> jsonb_array_length(legs) then
    raise exception 'a leg names no account' using errcode = 'CL500';
  end if;
  return transfer;
end $$;

-- The database itself refuses a transfer that does not balance, whoever writes it: its entries come in one statement.
create function ledger_transfers_balance() returns trigger language plpgsql as $$
begin
  if exists (select from added group by transfer_id having sum(amount) <> 0) then
    raise exception 'a transfer does not balance' using errcode = 'CL500';
  end if;
  return null;
end $$;
create trigger balances after insert on ledger_entries referencing new table as added
  for each statement execute function ledger_transfers_balance();

-- Funds of an order are set aside: one transfer, and one hold for each assignment.
-- Holds: [{"assignment": 5, "amount": "1050000"}].
create function ledger_reserve(owner bigint, order_id bigint, at timestamptz, holds jsonb) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  total bigint := (select sum(h.amount) from jsonb_to_recordset(holds) as h(amount bigint));
  transfer bigint := ledger_post('RESERVE', 'order', order_id::text, at, jsonb_build_array(
    jsonb_build_object('owner', owner, 'account', 'AVAILABLE', 'amount', -total),
    jsonb_build_object('owner', owner, 'account', 'RESERVED', 'amount', total)));
begin
  insert into ledger_holds (assignment_id, owner_id, amount, created_at)
    select h.assignment, owner, h.amount, at from jsonb_to_recordset(holds) as h(assignment bigint, amount bigint);
  return transfer;
end $$;

revoke insert, update, delete on ledger_accounts, ledger_transfers, ledger_entries, ledger_holds from castline_service;
revoke execute on function ledger_post, ledger_reserve from public;
grant execute on function ledger_post, ledger_reserve to castline_service;

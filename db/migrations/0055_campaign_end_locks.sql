-- The end of a campaign locks all its ledger accounts in one statement, in the order of their ids.
-- Otherwise its payouts and its refund deadlock with transfers in the other direction.
--
-- Locks: none, it replaces a function. To revert: restore the function of 0045.

set local check_function_bodies = off;

-- Books one transfer from the reserved money of a payer to the available money of each of these owners, and returns the sum. `payments` is a list of
-- {owner, reference, amount}, with each owner once. It has the effect of ledger_post for each of them, in the order of the owners.
create or replace function ledger_pay_from_reserve(kind text, reference_type text, payer bigint, payments jsonb, at timestamptz) returns bigint
language plpgsql as $$
declare
  total bigint := (select sum(amount) from jsonb_to_recordset(payments) as p(amount bigint));
begin
  if exists (select from jsonb_to_recordset(payments) as p(owner bigint, amount bigint)
      where p.owner = payer or p.amount is null or p.amount <= 0) then
    raise exception 'a payment is above zero and goes to another user' using errcode = 'CL500';
  end if;
  insert into ledger_accounts (owner_id, kind, balance, updated_at)
    select p.owner, 'AVAILABLE', 0, at from jsonb_to_recordset(payments) as p(owner bigint)
    where not exists (select from ledger_accounts l where l.owner_id = p.owner and l.kind = 'AVAILABLE')
    order by p.owner
    on conflict do nothing;
  -- The available money of the payer too: the end of a campaign refunds the rest afterwards.
  perform from ledger_accounts l where (l.owner_id = payer and l.kind in ('RESERVED', 'AVAILABLE'))
    or (l.owner_id in (select p.owner from jsonb_to_recordset(payments) as p(owner bigint)) and l.kind = 'AVAILABLE')
    order by l.id for no key update;
  with payment as materialized (
    select p.owner, p.reference, p.amount, sum(p.amount) over (order by p.owner) as paid_until
    from jsonb_to_recordset(payments) as p(owner bigint, reference text, amount bigint)
  ), transfer as (
    insert into ledger_transfers (kind, reference_type, reference_id, created_at)
    select ledger_pay_from_reserve.kind, ledger_pay_from_reserve.reference_type, reference, at from payment order by owner
    returning id, reference_id
  ), debited as (
    update ledger_accounts l set balance = l.balance - total, updated_at = at
    where l.owner_id = payer and l.kind = 'RESERVED' returning l.id, l.balance
  ), credited as (
    update ledger_accounts l set balance = l.balance + payment.amount, updated_at = at
    from payment where l.owner_id = payment.owner and l.kind = 'AVAILABLE' returning l.id, l.owner_id, l.balance
  )
  insert into ledger_entries (account_id, transfer_id, amount, balance_after)
    select debited.id, transfer.id, -payment.amount, debited.balance + total - payment.paid_until
      from payment join transfer on transfer.reference_id = payment.reference cross join debited
    union all
    select credited.id, transfer.id, payment.amount, credited.balance
      from payment join transfer on transfer.reference_id = payment.reference join credited on credited.owner_id = payment.owner;
  return total;
end $$;

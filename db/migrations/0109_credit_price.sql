-- The price of credits is checked where they are booked: no caller of credit_purchase names another price than that of the deployment.
--
-- Locks: none, it adds a function and replaces one. To revert: restore credit_purchase of 0057_credit_functions.sql, then drop credit_price.

-- Millionths of USDT for one credit. `npm run migrate` replaces it with the setting CREDIT_PRICE_RAW. Only the owner of the tables may do this.
create function credit_price() returns bigint language sql immutable as 'select 1000::bigint';

create or replace function credit_purchase(owner bigint, credits bigint, price bigint, reference uuid, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if price is null or price <= 0 then
    raise exception 'the price of credits must be above zero' using errcode = 'CL500';
  end if;
  if credits > 0 and price <> credits * credit_price() then
    raise exception using errcode = 'CL409', message = 'PRICE_CHANGED';
  end if;
  perform credit_add(owner, 'PURCHASE', credits, reference::text, at);
  perform ledger_post('CREDIT_PURCHASE', 'credits', reference::text, at, jsonb_build_array(
    jsonb_build_object('owner', owner, 'account', 'AVAILABLE', 'amount', -price),
    jsonb_build_object('owner', null, 'account', 'REVENUE', 'amount', price)));
end $$;

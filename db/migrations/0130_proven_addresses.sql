-- An account that owns anything counts as used, even without a role, a session or a confirmed address.
-- If the deployment does not verify addresses, no account has a confirmed one.
--
-- Locks: that of the function for a moment. To revert: create the function again as in 0127.

create or replace function unused_account(address text) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select id from users u
  where email = address and not email_verified and roles = '{}' and external_subject is null and deleted_at is null and suspended_at is null
    and not exists (select from sessions s where s.user_id = u.id)
    and not exists (select from api_keys o where o.owner_id = u.id)
    and not exists (select from webhook_endpoints o where o.owner_id = u.id)
    and not exists (select from credit_accounts o where o.owner_id = u.id)
    and not exists (select from factories o where o.owner_id = u.id)
    and not exists (select from tags o where o.owner_id = u.id)
    and not exists (select from saved_lists o where o.owner_id = u.id)
    and not exists (select from ledger_accounts o where o.owner_id = u.id)
    and not exists (select from social_accounts o where o.owner_id = u.id)
    and not exists (select from private_uploads o where o.owner_id = u.id)
$$;

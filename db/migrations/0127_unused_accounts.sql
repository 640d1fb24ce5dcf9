-- An address that nobody has proven, and whose account nobody has used, is free for a user who proves it.
-- A stranger could otherwise keep an address from its owner by a sign-up that he never confirms.
--
-- Locks: none, all objects are new. To revert: drop the functions.

-- The account of this address, if nobody has used it: it is not verified, has no session and no role, and comes from no external issuer.
create function unused_account(address text) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select id from users u
  where email = address and not email_verified and roles = '{}' and external_subject is null and deleted_at is null and suspended_at is null
    and not exists (select from sessions s where s.user_id = u.id)
$$;

-- Deletes the account of this address if nobody has used it, so that another user gets the address. Always true.
create function end_unused_account(address text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  unused bigint;
begin
  perform from users where email = address for update;
  unused := unused_account(address);
  if unused is not null then perform delete_account(unused, at); end if;
  return true;
end $$;

revoke all on function unused_account, end_unused_account from public;
grant execute on function unused_account, end_unused_account to castline_auth;

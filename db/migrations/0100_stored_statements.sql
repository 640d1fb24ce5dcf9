-- The stored statements of db/ that have changed, as functions. `npm run stored` wrote this file.
--
-- Locks: none, no running version can use the created and the dropped functions. To revert: drop or create them.

-- $1 userId, $2 sessionId, $3 at
create function changes.require_session_9c2248fd(bigint, bigint, timestamp with time zone) returns boolean
language plpgsql as $$
#variable_conflict use_column
begin
  perform guard(exists (select from "sessions" where "sessions"."id" = $2 and "sessions"."user_id" = $1
    and "sessions"."expires_at" > $3), case when exists (
      select from "users" where "users"."id" = $1 and "users"."suspended_at" is not null)
      then 'ACCOUNT_ACCESS_DENIED' else 'JWT_INVALID' end);
  return true;
end $$;

drop function reads.checkout_facts_ec4336fa;

drop function reads.quote_facts_2fdf5a55;

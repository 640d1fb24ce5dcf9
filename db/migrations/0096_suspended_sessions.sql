-- A browser with a session of a suspended user shows the reason of the suspension.
--
-- Locks: users for a moment. To revert: drop suspend_sessions and the table, and create delete_account and refuse_late_session as in 0080
-- and end_access as in 0002.

CREATE TABLE "suspended_sessions" (
	"token_sha256" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "suspended_sessions_token_sha256_check" CHECK (length("suspended_sessions"."token_sha256") = 32)
);

ALTER TABLE "suspended_sessions" ADD CONSTRAINT "suspended_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "suspended_sessions_expiry" ON "suspended_sessions" USING btree ("expires_at");
CREATE INDEX "suspended_sessions_user" ON "suspended_sessions" USING btree ("user_id");

-- Ends the sessions of a user who is being suspended, and keeps the hashes of their tokens. The commit has locked the user before. Security
-- definer, because `api` has no right on tokens.
create function suspend_sessions(suspended bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  with ended as (delete from sessions where user_id = suspended returning token, user_id, expires_at)
  insert into suspended_sessions (token_sha256, user_id, expires_at)
    select sha256(convert_to(token, 'UTF8')), user_id, expires_at from ended
$$;

-- As in 0080, and the sessions that a suspension has ended go, too.
create or replace function delete_account(leaving bigint, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  former text := 'deleted user ' || leaving;
begin
  perform from users where id = leaving for update;
  perform guard(exists (select from users where id = leaving and deleted_at is null and not ('STAFF' = any (roles))), 'VERSION_CONFLICT');
  perform guard(account_obstacles(leaving) = '{}', 'VERSION_CONFLICT');
  update users set name = former, email = 'deleted-' || leaving || '@deleted.invalid', email_verified = false, image = null, roles = '{}',
    external_subject = null, password_changed_at = at, deleted_at = at, updated_at = at
  where id = leaving;
  delete from sessions where user_id = leaving;
  delete from suspended_sessions where user_id = leaving;
  delete from verifications where value = leaving::text;
  delete from accounts where user_id = leaving;
  delete from oauth_states where user_id = leaving;
  update api_keys set deleted_at = at where owner_id = leaving and deleted_at is null;
  update webhook_endpoints set deleted_at = at, updated_at = at where owner_id = leaving and deleted_at is null;
  update messages set status = 'CANCELLED', due_at = null, ended_at = at, last_error = 'the account was deleted'
  where recipient_id = leaving and status = 'PENDING';
  update creators set display_name = former, bio = '', topics = '{}', languages = '{}', geo = '{}', channel_type = null, contacts = '{}',
    avatar_url = null, version = version + 1, updated_at = at
  where user_id = leaving;
  update creator_pages set status = case status when 'NONE' then 'NONE' else 'UNPUBLISHED' end, published_profile = null,
    publish_intent = false, version = version + 1, updated_at = at
  where creator_id = leaving;
  insert into ledger_accounts (owner_id, kind, balance, updated_at) values (leaving, 'AVAILABLE', 0, at), (leaving, 'RESERVED', 0, at)
    on conflict do nothing;
  perform from ledger_accounts where owner_id = leaving order by id for no key update;
  -- A deposit may have come before the lock.
  perform guard(not exists (select from ledger_accounts where owner_id = leaving and balance > 0), 'VERSION_CONFLICT');
  update ledger_accounts set closed_at = at where owner_id = leaving;
end $$;

-- As in 0002, and the same.
create or replace function end_access() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed_at timestamptz(3) := new.updated_at;
begin
  if tg_op = 'UPDATE' and new.updated_at is not distinct from old.updated_at then
    changed_at := now();
  end if;
  -- The first statement, so that a concurrent insert of a session or key waits for this lock and is then refused. A first password
  -- invalidates nothing.
  if tg_op = 'UPDATE' then
    update users set password_changed_at = changed_at where id = new.user_id;
  end if;
  delete from sessions where user_id = new.user_id;
  delete from suspended_sessions where user_id = new.user_id;
  -- The table has only reset tokens. `value` is the id of the user.
  delete from verifications where value = new.user_id::text;
  update api_keys k set deleted_at = changed_at from users u
  where u.id = new.user_id and k.owner_id = u.id and k.deleted_at is null
    and (u.email_verified_at is null or k.created_at < u.email_verified_at);
  if tg_op = 'UPDATE' or exists (select from api_keys where owner_id = new.user_id and deleted_at is null) then
    insert into outbox (topic, payload, created_at)
    values ('password', jsonb_build_object('userId', new.user_id), changed_at);
  end if;
  return null;
end $$;

-- As in 0080, and a suspended user gets no session: a sign-in may have read the user before the suspension.
create or replace function refuse_late_session() returns trigger language plpgsql as $$
declare
  changed_at timestamptz(3);
  is_deleted boolean;
  is_suspended boolean;
begin
  select password_changed_at, deleted_at is not null, suspended_at is not null into changed_at, is_deleted, is_suspended
  from users where id = new.user_id for share;
  perform guard(not is_deleted and (changed_at is null or new.created_at >= changed_at), 'SERVICE_UNAVAILABLE');
  perform guard(not is_suspended, 'ACCOUNT_ACCESS_DENIED');
  return new;
end $$;

revoke all on function suspend_sessions from public;
grant execute on function suspend_sessions to castline_service;
-- The end of a suspension deletes the rows of its user.
grant select (user_id), delete on suspended_sessions to castline_service;
-- `auth` looks up the cookie of a browser. A sign-out deletes its row.
grant select, delete on suspended_sessions to castline_auth;
grant select (token_sha256, expires_at), delete on suspended_sessions to castline_jobs;

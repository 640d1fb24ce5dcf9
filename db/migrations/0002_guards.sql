-- Guards of writes, triggers that refuse forbidden changes, and functions that format responses.
--
-- Locks: none, all objects are new. To revert: drop the database.

set local check_function_bodies = off;

-- Checks the condition that a write depends on. If it is false or null, the transaction fails with the code as its message.
create function guard(condition boolean, code text) returns boolean language plpgsql as $$
begin
  if condition is not true then
    raise exception using errcode = 'CL409', message = code;
  end if;
  return true;
end $$;

-- Formats of responses: times as ISO 8601 in UTC with milliseconds, and money as {raw, currency, decimals}.
create function iso(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create function usdt(amount bigint) returns json language sql immutable as $$
  select ('{"raw":"' || amount || '","currency":"USDT","decimals":6}')::json
$$;

-- The price of a package, as packageBase in schema/shared/money.ts: quotes compute it there, the catalog here. A test compares them.
-- It divides first, because the product of a high price does not fit a bigint; prices are whole cents.
create function package_base(price bigint, quantity int, discount_bps int) returns bigint language sql immutable as $$
  select price / 10000 * quantity * (10000 - discount_bps)
$$;

-- The time for triggers. The local stack replaces this function to move its clock. Only the owner of the tables can replace it.
create function market_now() returns timestamptz language sql stable as $$ select now() $$;

-- Whether an edge function is connected. Triggers do not restrict the owner of the tables, who can repair data.
create function is_service() returns boolean language sql stable as $$
  select current_user in ('castline_guest', 'castline_auth', 'castline_service', 'castline_jobs')
$$;

-- The transitions of an assignment. The table `life` in rules.ts lists the roles that may make them.
create function may_become(before text, after text) returns boolean language sql immutable as $$
  select after = any (case before
    when 'PENDING' then array['ACCEPTED', 'DECLINED', 'CANCELLED', 'EXPIRED']
    when 'ACCEPTED' then array['SUBMITTED', 'CANCELLED', 'DISPUTED']
    when 'SUBMITTED' then array['APPROVED', 'CHANGES_REQUESTED', 'DISPUTED']
    when 'CHANGES_REQUESTED' then array['SUBMITTED', 'CANCELLED', 'DISPUTED']
    when 'DISPUTED' then array['APPROVED', 'CANCELLED', 'RESOLVED']
    else '{}' end)
$$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'CL500';
end $$;

create function refuse_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % can be deleted only after deleted_at is set', tg_table_name using errcode = 'CL500';
end $$;

create function refuse_quote_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'only a superseded or expired quote can be deleted' using errcode = 'CL500';
end $$;

-- For rows that are final, and for transitions that are not allowed.
create function refuse_update() returns trigger language plpgsql as $$
begin
  raise exception 'this change of a row of % is not allowed', tg_table_name using errcode = 'CL500';
end $$;

-- Only the owner of the tables can grant the role STAFF.
create function refuse_staff() returns trigger language plpgsql as $$
begin
  raise exception 'only an operator can grant the role STAFF' using errcode = 'CL500';
end $$;

-- The items of a funded order do not change.
create function refuse_change_of_funded_items() returns trigger language plpgsql as $$
begin
  if exists (select from placement_assignments where order_id in (old.order_id, new.order_id)) then
    raise exception 'the items of a funded order cannot change' using errcode = 'CL500';
  end if;
  return new;
end $$;

-- Ends the sessions, the reset tokens and the keys of a user whose password changes. Security definer, because `auth` has no rights on
-- API keys and the outbox.
create function end_access() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

create function record_verification() returns trigger language plpgsql as $$
begin
  if not new.email_verified then
    new.email_verified_at := null;
  elsif tg_op = 'INSERT' then
    new.email_verified_at := new.updated_at;
  elsif not old.email_verified then
    -- An edge function sets updated_at from its own clock. A manual update does not set it and gets the time of the database.
    new.email_verified_at := case when new.updated_at is distinct from old.updated_at then new.updated_at else now() end;
  end if;
  return new;
end $$;

-- Refuses the session of a sign-in that checked the password before it changed.
create function refuse_late_session() returns trigger language plpgsql as $$
declare
  changed_at timestamptz(3);
begin
  select password_changed_at into changed_at from users where id = new.user_id for share;
  perform guard(changed_at is null or new.created_at >= changed_at, 'SERVICE_UNAVAILABLE');
  return new;
end $$;

create trigger append_only before update or delete or truncate on assignment_events
  for each statement execute function refuse_change();

create trigger append_only before update or delete or truncate on ownership_events
  for each statement execute function refuse_change();

-- An edge function deletes only rows that have deleted_at. The owner of the tables deletes users, and their rows with them.
create trigger webhook_endpoints_refuse_deletion before delete on webhook_endpoints for each row
  when (old.deleted_at is null and is_service()) execute function refuse_deletion();

create trigger quotes_refuse_deletion before delete on quotes for each row
  when (is_service() and (old.status = 'CONSUMED' or (old.status = 'ACTIVE' and (old.order_id is not null or old.expires_at > market_now()))))
  execute function refuse_quote_deletion();

create trigger quotes_are_used_once before update on quotes for each row
  when ((old.status <> 'ACTIVE' or (old.order_id is not null and new.order_id is distinct from old.order_id)) and is_service())
  execute function refuse_update();

create trigger disputes_are_decided_once before update on disputes for each row
  when (old.outcome is not null and is_service()) execute function refuse_update();

create trigger orders_refuse_unfunding before update of status on placement_orders for each row
  when (old.status not in ('DRAFT', 'QUOTED') and new.status in ('DRAFT', 'QUOTED') and is_service()) execute function refuse_update();

create trigger order_items_refuse_change before insert or update on order_items for each row
  when (is_service()) execute function refuse_change_of_funded_items();

create trigger assignments_refuse_transition before update of status on placement_assignments for each row
  when (old.status <> new.status and not may_become(old.status, new.status) and is_service()) execute function refuse_update();

create trigger users_refuse_staff_insert before insert on users for each row
  when ('STAFF' = any (new.roles) and is_service()) execute function refuse_staff();

create trigger users_refuse_staff_update before update of roles on users for each row
  when ('STAFF' = any (new.roles) and not 'STAFF' = any (old.roles) and is_service()) execute function refuse_staff();

create trigger users_record_verification before insert or update of email_verified on users for each row
  execute function record_verification();

create trigger accounts_end_access after update of password on accounts for each row
  when (new.password is distinct from old.password) execute function end_access();

-- A password reset inserts a first password for users who signed in with an external issuer before.
create trigger accounts_end_access_of_first after insert on accounts for each row
  when (new.password is not null) execute function end_access();

create trigger sessions_refuse_late before insert on sessions for each row execute function refuse_late_session();

-- Deletion of accounts. `api` ends the account in one commit, and a job erases the rest of its personal data.
--
-- Locks: users and ledger_accounts for a moment; the checks read all their rows. placement_assignments, campaign_posts and sessions for a
-- moment, because of the triggers. To revert: drop the triggers, the functions and the columns, and create refuse_late_session as in 0002
-- and ledger_post as in 0003 and 0013.

ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp (3) with time zone;
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp (3) with time zone;
ALTER TABLE "ledger_accounts" ADD COLUMN "closed_at" timestamp (3) with time zone;
ALTER TABLE "users" ADD CONSTRAINT "users_erased" CHECK ("users"."erased_at" is null or "users"."deleted_at" is not null);
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_closed" CHECK ("ledger_accounts"."closed_at" is null or "ledger_accounts"."balance" = 0);

-- What keeps a user from being deleted.
create function account_obstacles(leaving bigint) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select array_remove(array[
    case when exists (select from ledger_accounts where owner_id = leaving and kind = 'AVAILABLE' and balance > 0) then 'BALANCE' end,
    case when exists (select from ledger_accounts where owner_id = leaving and kind = 'RESERVED' and balance > 0) then 'RESERVE' end,
    case when exists (select from placement_assignments where advertiser_id = leaving and ended_at is null)
      or exists (select from placement_assignments where creator_id = leaving and ended_at is null) then 'OPEN_ASSIGNMENT' end,
    case when exists (select from campaigns where advertiser_id = leaving and status in ('RUNNING', 'PAUSED')) then 'OPEN_CAMPAIGN' end,
    case when exists (select from campaign_creators where creator_id = leaving and paid_cents < earned_cents)
      or exists (select from campaign_posts p join campaigns c on c.id = p.campaign_id
        where p.creator_id = leaving and p.status <> 'REJECTED' and c.status in ('RUNNING', 'PAUSED')) then 'OPEN_POST' end], null)
$$;

-- Ends an account: its sessions, keys, sign-in data, endpoints and pending messages. Its name and its page show a deleted user, and its
-- address is free. VERSION_CONFLICT if something is in the way. The lock of the user is the first: whoever begins work or a session for
-- this user has locked its row before, or waits and is then refused. catalog_refresh follows in the same transaction.
create function delete_account(leaving bigint, at timestamptz) returns void
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

-- Erases rows of a deleted account, at most max_rows of each kind, and returns their number. The ledger, quotes, assignments with their
-- histories, and disputes stay. The job has ended its social accounts and its channels before.
create function erase_account(leaving bigint, max_rows int, at timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  erased int := 0;
  part int;
begin
  if not exists (select from users where id = leaving and deleted_at is not null) then
    raise exception 'user % is not deleted', leaving using errcode = 'CL500';
  end if;

  with held as (
    select id from placement_orders where advertiser_id = leaving and status in ('DRAFT', 'QUOTED')
    order by id limit max_rows for update skip locked),
  cancelled as (
    update placement_orders o set status = 'CANCELLED', version = o.version + 1, updated_at = at from held where o.id = held.id returning o.id)
  update quotes q set status = 'SUPERSEDED' from cancelled where q.order_id = cancelled.id and q.status = 'ACTIVE';
  delete from order_items i using placement_orders o
  where i.id = any (array(
      select old.id from order_items old join placement_orders d on d.id = old.order_id
      where d.advertiser_id = leaving and d.status = 'CANCELLED'
        and not exists (select from placement_assignments a where a.order_id = d.id) limit max_rows))
    and o.id = i.order_id;
  get diagnostics part = row_count;
  erased := erased + part;

  update social_accounts set handle = 'deleted', external_id = null, title = null, followers = null, avatar_url = null, block_reason = null
  where id = any (array(
    select id from social_accounts where owner_id = leaving and status in ('SOLD', 'DELETED') and (handle <> 'deleted' or title is not null)
    order by id limit max_rows for no key update skip locked));
  get diagnostics part = row_count;
  erased := erased + part;
  delete from saved_lists where owner_id = leaving;
  delete from creator_addresses where creator_id = leaving;
  delete from account_claims c using social_accounts s where c.social_account_id = s.id and s.owner_id = leaving;

  update channels set handle = 'deleted', canonical_url = 'https://deleted.invalid/' || id, block_reason = null
  where id = any (array(
    select c.id from channels c
    where c.creator_id = leaving and c.status = 'REMOVED' and c.handle <> 'deleted'
      and not exists (select from service_listings l join placement_assignments a on a.service_listing_id = l.id where l.channel_id = c.id)
    order by c.id limit max_rows for no key update skip locked));
  get diagnostics part = row_count;
  erased := erased + part;
  update service_listings set title = 'deleted', usage_terms = '', proof_template = '{}', is_published = false, version = version + 1
  where id = any (array(
    select l.id from service_listings l
    where l.creator_id = leaving and l.title <> 'deleted'
      and not exists (select from placement_assignments a where a.service_listing_id = l.id)
    order by l.id limit max_rows for no key update skip locked));
  get diagnostics part = row_count;
  erased := erased + part;
  update ownership_claims set code = '', note = null, reason = null
  where channel_id in (select id from channels where creator_id = leaving) and (code <> '' or note is not null or reason is not null);
  delete from ownership_evidence where channel_id in (select id from channels where creator_id = leaving);

  update campaigns set status = 'CANCELLED', title = 'deleted', brief = '', version = version + 1, ended_at = at, updated_at = at
  where id = any (array(
    select id from campaigns where advertiser_id = leaving and status = 'DRAFT' order by id limit max_rows for no key update skip locked));
  get diagnostics part = row_count;
  erased := erased + part;

  perform from factories where id = any (array(
    select id from factories where owner_id = leaving and name <> 'deleted' order by id limit max_rows)) order by id for no key update;
  delete from share_links l using factories f where f.id = l.factory_id and f.owner_id = leaving;
  delete from tag_group_tags t using tags g where g.id = t.tag_id and g.owner_id = leaving;
  delete from tag_groups g using factories f where f.id = g.factory_id and f.owner_id = leaving;
  -- The job that empties deleted factories removes their accounts, posts and measurements.
  update factories set name = 'deleted', deleted_at = coalesce(deleted_at, at), updated_at = at
  where id = any (array(
    select id from factories where owner_id = leaving and (name <> 'deleted' or deleted_at is null) order by id limit max_rows));
  get diagnostics part = row_count;
  erased := erased + part;
  delete from tags where id = any (array(
    select t.id from tags t where t.owner_id = leaving and not exists (select from factory_account_tags a where a.tag_id = t.id) limit max_rows));
  get diagnostics part = row_count;
  erased := erased + part;

  update private_uploads set status = 'EXPIRED', stored_key = null, incoming_deleted_at = null, updated_at = at, file_name = 'deleted'
  where id = any (array(
    select u.id from private_uploads u
    where u.owner_id = leaving and u.file_name <> 'deleted'
      and not exists (select from deliverable_proofs p where p.upload_id = u.id)
      and not exists (select from campaign_proofs p where p.upload_id = u.id)
    order by u.id limit max_rows for no key update skip locked));
  get diagnostics part = row_count;
  erased := erased + part;

  update messages set body = '{}' where id = any (array(
    select id from messages where recipient_id = leaving and status <> 'PENDING' and body <> '{}'
    order by id limit max_rows for no key update skip locked));
  get diagnostics part = row_count;
  erased := erased + part;
  delete from idempotency_keys where ctid = any (array(select ctid from idempotency_keys where owner_id = leaving limit max_rows));
  get diagnostics part = row_count;
  erased := erased + part;
  update api_keys set name = 'deleted', deleted_at = coalesce(deleted_at, at) where owner_id = leaving and (name <> 'deleted' or deleted_at is null);
  update webhook_endpoints set url = 'https://deleted.invalid/', description = null, sealed_secret = '\x00', previous_sealed_secret = null,
    previous_secret_expires_at = null, deleted_at = coalesce(deleted_at, at)
  where owner_id = leaving and (url <> 'https://deleted.invalid/' or deleted_at is null);
  return erased;
end $$;

-- Marks a deleted account as erased.
create function account_erased(leaving bigint, at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users set erased_at = at where id = leaving and deleted_at is not null and erased_at is null
$$;

-- A deleted user stays as it is.
create function refuse_change_of_deleted_user() returns trigger language plpgsql as $$
begin
  perform guard(false, 'RESOURCE_NOT_FOUND');
  return null;
end $$;

create trigger users_refuse_change_of_deleted before update on users for each row
  when (old.deleted_at is not null and is_service()) execute function refuse_change_of_deleted_user();

-- No work begins with a deleted user. The lock makes a deletion wait until the work is visible to it.
create function refuse_deleted_parties() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parties bigint[];
begin
  if tg_table_name = 'placement_assignments' then
    parties := array[new.advertiser_id, new.creator_id];
  else
    parties := array[new.creator_id];
  end if;
  perform from users where id = any (parties) order by id for key share;
  perform guard(not exists (select from users where id = any (parties) and deleted_at is not null), 'VERSION_CONFLICT');
  return new;
end $$;

create trigger placement_assignments_refuse_deleted before insert on placement_assignments for each row
  execute function refuse_deleted_parties();

create trigger campaign_posts_refuse_deleted before insert on campaign_posts for each row execute function refuse_deleted_parties();

-- As in 0002, and a deleted user gets no session.
create or replace function refuse_late_session() returns trigger language plpgsql as $$
declare
  changed_at timestamptz(3);
  is_deleted boolean;
begin
  select password_changed_at, deleted_at is not null into changed_at, is_deleted from users where id = new.user_id for share;
  perform guard(not is_deleted and (changed_at is null or new.created_at >= changed_at), 'SERVICE_UNAVAILABLE');
  return new;
end $$;

-- As in 0003 and 0013, and the first payment to a user locks the user before it opens the accounts: the foreign key would lock it afterwards,
-- while a deletion has locked the user and waits for the accounts.
create or replace function ledger_post(kind text, reference_type text, reference_id text, at timestamptz, legs jsonb,
  booked_by bigint default null) returns bigint
language plpgsql as $$
declare
  transfer bigint;
  inserted integer;
begin
  if (select coalesce(sum(l.amount), -1) <> 0 or count(*) < 2 or bool_or(l.amount = 0 or l.amount is null)
      from jsonb_to_recordset(legs) as l(amount bigint)) then
    raise exception 'a transfer must have legs that sum to zero' using errcode = 'CL500';
  end if;
  perform 1 from users u
    where u.id in (
      select l.owner from jsonb_to_recordset(legs) as l(owner bigint, account text)
      where l.owner is not null
        and not exists (select 1 from ledger_accounts a where a.owner_id = l.owner and a.kind = l.account))
    order by u.id for key share;
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

revoke all on function account_obstacles, delete_account, erase_account, account_erased, refuse_deleted_parties from public;
grant execute on function account_obstacles, delete_account to castline_service;
grant execute on function erase_account, account_erased to castline_jobs;
-- The job ends channels, which changes the versions of their services.
grant update (version) on service_listings to castline_jobs;

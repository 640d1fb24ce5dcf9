-- The erasure of an account also erases rows whose own text is the one that an erasure leaves, such as a campaign with the title "deleted".
--
-- Locks: none. To revert: create erase_account as in 0118.

-- As in 0118. Each statement compares every column that it erases: a user may have written the text that an erasure leaves.
create or replace function erase_account(leaving bigint, max_rows int, at timestamptz) returns int
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
  -- Custom offers that were never ordered. Nobody else has seen them.
  delete from quotes where id = any (array(
    select id from quotes where advertiser_id = leaving and order_id is null limit max_rows));
  get diagnostics part = row_count;
  erased := erased + part;
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
    select id from social_accounts where owner_id = leaving and status in ('SOLD', 'DELETED') and (handle <> 'deleted' or num_nonnulls(external_id, title, followers, avatar_url, block_reason) > 0)
    order by id limit max_rows for no key update skip locked));
  get diagnostics part = row_count;
  erased := erased + part;
  delete from saved_lists where owner_id = leaving;
  insert into former_addresses select sha256(convert_to(name, 'UTF8')) from creator_addresses where creator_id = leaving on conflict do nothing;
  delete from creator_addresses where creator_id = leaving;
  delete from account_claims c using social_accounts s where c.social_account_id = s.id and s.owner_id = leaving;

  update channels set handle = 'deleted', canonical_url = 'https://deleted.invalid/' || id, block_reason = null
  where id = any (array(
    select c.id from channels c
    where c.creator_id = leaving and c.status = 'REMOVED'
      and (c.handle <> 'deleted' or c.canonical_url <> 'https://deleted.invalid/' || c.id or c.block_reason is not null)
      and not exists (select from service_listings l join placement_assignments a on a.service_listing_id = l.id where l.channel_id = c.id)
    order by c.id limit max_rows for no key update skip locked));
  get diagnostics part = row_count;
  erased := erased + part;
  update service_listings set title = 'deleted', usage_terms = '', proof_template = '{}', is_published = false, version = version + 1
  where id = any (array(
    select l.id from service_listings l
    where l.creator_id = leaving and (l.title <> 'deleted' or l.usage_terms <> '' or l.proof_template <> '{}' or l.is_published)
      and not exists (select from placement_assignments a where a.service_listing_id = l.id)
    order by l.id limit max_rows for no key update skip locked));
  get diagnostics part = row_count;
  erased := erased + part;
  update ownership_claims set code = '', note = null, reason = null
  where channel_id in (select id from channels where creator_id = leaving) and (code <> '' or note is not null or reason is not null);
  delete from ownership_evidence where channel_id in (select id from channels where creator_id = leaving);

  -- Drafts, and campaigns that were cancelled before they started. Creators know the title and the brief of the others.
  update campaigns set status = 'CANCELLED', title = 'deleted', brief = '', requirements = '{}', version = version + 1,
    ended_at = coalesce(ended_at, at), updated_at = at
  where id = any (array(
    select id from campaigns where advertiser_id = leaving and started_at is null
      and (status <> 'CANCELLED' or title <> 'deleted' or brief <> '' or requirements::text <> '{}')
    order by id limit max_rows for no key update skip locked));
  get diagnostics part = row_count;
  erased := erased + part;
  update campaigns set requirements = (requirements::jsonb - 'notes')::json, version = version + 1, updated_at = at
  where id = any (array(
    select id from campaigns where advertiser_id = leaving and requirements ->> 'notes' is not null
    order by id limit max_rows for no key update skip locked));
  get diagnostics part = row_count;
  erased := erased + part;
  update tracking_links set label = null, destination_url = 'https://deleted.invalid/',
    block_reason = case when blocked_at is not null then 'deleted' end
  where id = any (array(
    select l.id from tracking_links l join campaigns c on c.id = l.campaign_id
    where c.advertiser_id = leaving
      and (l.destination_url <> 'https://deleted.invalid/' or l.label is not null or (l.blocked_at is not null and l.block_reason <> 'deleted'))
    order by l.id limit max_rows for no key update of l skip locked));
  get diagnostics part = row_count;
  erased := erased + part;

  perform from factories where id = any (array(
    select id from factories where owner_id = leaving and (name <> 'deleted' or deleted_at is null) order by id limit max_rows)) order by id for no key update;
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
    where u.owner_id = leaving and (u.file_name <> 'deleted' or u.status <> 'EXPIRED')
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
  where owner_id = leaving and (url <> 'https://deleted.invalid/' or description is not null or sealed_secret <> '\x00' or deleted_at is null);
  return erased;
end $$;

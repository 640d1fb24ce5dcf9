-- Pictures of the accounts that factories watch, and covers of their newest posts, in the table of the pictures of creators.
--
-- Locks: avatars, while the constraint is checked; factory_accounts and factory_posts for a moment, because of the columns. To revert: delete the
-- pictures of factories with their files, create the view of 0004 again, and drop the triggers, the function and the columns.

ALTER TABLE "avatars" ALTER COLUMN "social_account_id" DROP NOT NULL;
ALTER TABLE "factory_accounts" ADD COLUMN "avatar_url" text;
ALTER TABLE "factory_accounts" ADD COLUMN "picture_due_at" timestamp (3) with time zone;
ALTER TABLE "factory_posts" ADD COLUMN "cover_url" text;
ALTER TABLE "factory_posts" ADD COLUMN "cover_due_at" timestamp (3) with time zone;
ALTER TABLE "avatars" ADD COLUMN "factory_account_id" bigint;
ALTER TABLE "avatars" ADD COLUMN "is_released" boolean DEFAULT false NOT NULL;
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_holder" CHECK (("avatars"."social_account_id" is null) = ("avatars"."factory_account_id" is not null));

-- A picture that nothing shows any more: it was replaced, it became too old, or its account or post was removed.
create function picture_released() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'factory_accounts' then
    update avatars set is_released = true where id = right(old.avatar_url, 36)::uuid;
  else
    update avatars set is_released = true where id = right(old.cover_url, 36)::uuid;
  end if;
  return null;
end $$;
revoke execute on function picture_released from public;
create trigger picture_replaced after update of avatar_url on factory_accounts
  for each row when (old.avatar_url is distinct from new.avatar_url) execute function picture_released();
create trigger picture_removed after delete on factory_accounts
  for each row when (old.avatar_url is not null) execute function picture_released();
create trigger cover_replaced after update of cover_url on factory_posts
  for each row when (old.cover_url is distinct from new.cover_url) execute function picture_released();
create trigger cover_removed after delete on factory_posts
  for each row when (old.cover_url is not null) execute function picture_released();

-- Pictures that the service may show: the newest picture of each active, verified account of an active creator; and the pictures of a factory to
-- its readers, under a grant only while it may be used for the owner of the factory.
create or replace view pictures_in_use as
select picture.id, account.owner_id, account.platform, picture.object_key, picture.content_type, picture.stored_at, false as is_of_factory
from avatars picture
join social_accounts account on account.id = picture.social_account_id and account.status = 'ACTIVE' and account.is_verified
  and right(account.avatar_url, 36) = picture.id::text
join active_creators active on active.user_id = account.owner_id
union all
select picture.id, factory.owner_id, account.platform, picture.object_key, picture.content_type, picture.stored_at, true
from avatars picture
join factory_accounts account on account.id = picture.factory_account_id
join factories factory on factory.id = account.factory_id and factory.deleted_at is null
join users owner on owner.id = factory.owner_id and owner.suspended_at is null
where not picture.is_released and (account.social_account_id is null
  or exists (select from social_grants g join social_accounts s on s.id = g.social_account_id join users u on u.id = s.owner_id
    where g.social_account_id = account.social_account_id and g.status = 'ACTIVE' and s.status = 'ACTIVE' and u.suspended_at is null
      and (s.owner_id = factory.owner_id or g.shared_at is not null)));

grant update (avatar_url, picture_due_at) on factory_accounts to castline_jobs;
grant update (cover_url, cover_due_at) on factory_posts to castline_jobs;
grant select (avatar_url) on factory_accounts to castline_guest;
grant select (cover_url) on factory_posts to castline_guest;

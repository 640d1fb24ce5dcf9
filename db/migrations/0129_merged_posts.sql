-- Two accounts of a factory that are one at their platform become one, also when the newer one has posts: its posts move.
-- Without this the merge failed on the reference of such a post to its account, and so did every listing of the newer account.
--
-- Locks: none, it replaces a function. To revert: create factory_merge_account as in 0110.

-- Makes one account of two that a factory has of the same account at its platform: the one that was found first stays, and gets the tags of the other
-- one, and its posts with what was read of them. The other one is removed. A factory has each post once, so the two share none. If single posts were
-- watched, all are from then on. Returns whether there were two. The caller has locked the factory and the account.
create or replace function factory_merge_account(merged bigint, found_id text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  newer factory_accounts;
  kept factory_accounts;
  moved integer;
begin
  select a.* into newer from factory_accounts a where a.id = merged and a.external_id is null;
  if not found then return false; end if;
  select a.* into kept from factory_accounts a
  where a.factory_id = newer.factory_id and a.platform = newer.platform and a.external_id = found_id and a.id <> merged for no key update;
  if not found then return false; end if;
  perform 1 from factory_posts p where p.account_id = merged order by p.id for no key update;
  update factory_posts p set account_id = kept.id where p.account_id = merged;
  get diagnostics moved = row_count;
  if moved > 0 then
    update factory_measurements m set account_id = kept.id where m.account_id = merged;
    update factory_post_days d set account_id = kept.id where d.account_id = merged;
    update factory_accounts a set posts = a.posts + moved, tracked_posts = a.tracked_posts + newer.tracked_posts,
      views = (select sum(p.views) from factory_posts p where p.account_id = kept.id)
    where a.id = kept.id;
    perform factory_fold(kept.id);
    -- The covers of the posts.
    perform 1 from avatars v where v.factory_account_id = merged order by v.id for no key update;
    update avatars v set factory_account_id = kept.id where v.factory_account_id = merged;
  end if;
  delete from factory_account_days d where d.account_id = merged;
  insert into factory_account_tags (account_id, tag_id)
  select kept.id, t.tag_id from factory_account_tags t where t.account_id = merged on conflict do nothing;
  -- A scan of it pays for what was answered.
  perform factory_end_scan_of(merged, at);
  if kept.mode = 'LISTED' and newer.mode = 'ACCOUNT' then
    perform factory_end_scan_of(kept.id, at);
    update factory_accounts a set mode = 'ACCOUNT', turn = 'LISTING', social_account_id = coalesce(newer.social_account_id, a.social_account_id),
      due_at = (select case when f.status = 'ACTIVE' then at end from factories f where f.id = a.factory_id)
    where a.id = kept.id;
  end if;
  delete from factory_account_tags where account_id = merged;
  delete from factory_accounts where id = merged;
  return true;
end $$;

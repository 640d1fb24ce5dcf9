-- Posts that the owner of a factory adds by their addresses, one by one.
--
-- Locks: none. To revert: revoke the rights, and drop the function.

-- Deletes what was read of a post that is removed, and adds the days of its account again. The caller has locked the factory and the account.
create function factory_forget_post(account bigint, post bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from factory_measurements where account_id = account and post_id = post;
  delete from factory_post_days where account_id = account and post_id = post;
  perform factory_fold(account);
end $$;
revoke execute on function factory_forget_post from public;
grant execute on function factory_forget_post to castline_service;

grant insert (external_id, title, turn) on factory_accounts to castline_service;
grant update (mode, social_account_id, turn, due_at, posts, views) on factory_accounts to castline_service;
grant insert (id, factory_id, account_id, platform, content_id, published_at, found_at, title, media_type, duration_seconds, hashtags)
  on factory_posts to castline_service;
grant usage, select on sequence factory_posts_id_seq to castline_service;

-- Removes announced videos that factories have listed before listings left them out.
--
-- Locks: none, it adds a function. To revert: drop it.

set local check_function_bodies = off;

-- Removes posts of a watched account that its platform has announced and not shown yet. The next listing finds each one when it is shown. Nothing
-- changes if the scan has ended. It locks what factory_record_scan locks, and in the same order.
create function factory_drop_announced(account bigint, lease_end timestamptz, announced text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  dropped bigint[];
begin
  perform from factories f where f.id = (select a.factory_id from factory_accounts a where a.id = account) for no key update;
  perform from factory_accounts a where a.id = account and a.due_at = factory_drop_announced.lease_end and a.turn = 'SCAN' and a.mode = 'ACCOUNT'
    for no key update;
  if not found or not exists (select from factory_scans s where s.account_id = account and s.status = 'OPEN' and s.lease_end = factory_drop_announced.lease_end) then
    return;
  end if;
  with gone as (delete from factory_posts p where p.account_id = account and p.content_id = any (announced) returning p.id)
  select array_agg(gone.id) into dropped from gone;
  update factory_accounts a set posts = a.posts - cardinality(dropped) where a.id = account and dropped is not null;
  perform factory_forget_post(account, post) from unnest(dropped) post;
end $$;
revoke execute on function factory_drop_announced from public;
grant execute on function factory_drop_announced to castline_jobs;

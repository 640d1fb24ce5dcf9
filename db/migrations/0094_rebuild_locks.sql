-- A rebuild locks a creator before the mark of that creator, as a commit does that adds a channel which others claim.
--
-- Locks: none. To revert: create the function as in 0004. A rebuild and such a commit can then wait for each other, until Postgres ends one.

create or replace function catalog_refresh_due(creator bigint) returns void language plpgsql as $$
declare
  marked timestamptz;
begin
  -- Another rebuild of this creator goes on.
  if not pg_try_advisory_xact_lock(hashtextextended('catalog_refresh_due:' || creator, 0)) then
    return;
  end if;
  perform from creators where user_id = creator for no key update;
  delete from catalog_due where creator_id = (select due.creator_id from catalog_due due where due.creator_id = creator for update skip locked)
    returning at into marked;
  if marked is not null then
    perform catalog_refresh(creator, marked);
  end if;
end $$;

-- Jobs that rebuild marked creators at the same time do not wait for each other, or for whoever marks one again.
--
-- Locks: the function while it is replaced. To go back: restore catalog_refresh_due of 0060_proven_channels.sql.

-- The rows of a marked creator show its present state, unless another transaction is at its mark.
create or replace function catalog_refresh_due(creator bigint) returns void language plpgsql as $$
declare
  marked timestamptz;
begin
  delete from catalog_due where creator_id = (select due.creator_id from catalog_due due where due.creator_id = creator for update skip locked)
    returning at into marked;
  if marked is not null then
    perform catalog_refresh(creator, marked);
  end if;
end $$;

-- Walks the lists of the catalog without numbering their places.
--
-- Locks: none. To revert: create catalog_among as in 0010.

-- Returns the next creators who are in one of the lists, in the lists of all other filters, and who have a service that matches. It
-- checks at most `max_places` places of each list; is_cut says that a list had more before the page was full. The bits and the prices of
-- the index refuse most creators. The cheapest and the dearest price are prices of services: a creator with one of them in a range of
-- prices needs no further check. Offset 0: Postgres looks each creator up. Without it the planner may read whole lists.
create or replace function catalog_among(walked_lists text[], others text[], filter search_filter, sort text, place search_place, max_rows int, max_places int)
returns catalog_walked language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  required text[] := '{}';
  further text[] := '{}';
  wanted bigint;
  lowest constant bigint := coalesce(filter.min_price, 0);
  highest constant bigint := coalesce(filter.max_price, 9223372036854775807);
  needs_service constant boolean := is_of_one_service(filter);
  is_only_priced constant boolean := num_nonnulls(filter.platform, filter.type, filter.variant, filter.country) = 0;
  result catalog_walked;
  last search_place;
  is_full boolean;
  other text;
begin
  foreach other in array others loop
    if strpos(other, chr(31)) = 0 then required := required || other; end if;
    -- The first single list has its own condition below, because the lookup of one list takes half of the time.
    if strpos(other, chr(31)) > 0 or cardinality(required) > 1 then further := further || other; end if;
  end loop;
  wanted := catalog_bits(required);
  if sort = 'price' then
    select coalesce(array_agg(page.creator_id), '{}'), (array_agg(page.min_price))[max_rows] into result.ids, last.min_price from (
      select w.min_price, w.creator_id from unnest(walked_lists) as name(list) cross join lateral (
        select l.min_price, l.creator_id from (
          select p.* from catalog_lists p
          where p.list = name.list and (p.min_price, p.creator_id) > (place.min_price, place.creator_id) and p.min_price <= highest
          order by p.min_price, p.creator_id limit max_places) l
        where case when l.list_bits & wanted = wanted and l.max_price >= lowest then
          (required[1] is null or exists (select from catalog_lists o
            where o.list = required[1] and o.min_price = l.min_price and o.creator_id = l.creator_id offset 0))
          and (cardinality(further) = 0 or not exists (select from unnest(further) f where not exists (select from catalog_lists o
            where o.list = any (string_to_array(f, chr(31))) and o.min_price = l.min_price and o.creator_id = l.creator_id offset 0)))
          and (not needs_service or is_only_priced and (l.min_price >= lowest or l.max_price <= highest)
            or exists (select from matching_services(l.creator_id, filter))) else false end
        order by l.min_price, l.creator_id limit max_rows) w
      group by w.min_price, w.creator_id order by w.min_price, w.creator_id limit max_rows) page;
  else
    select coalesce(array_agg(page.creator_id), '{}'), (array_agg(page.last_modified))[max_rows] into result.ids, last.last_modified from (
      select w.last_modified, w.creator_id from unnest(walked_lists) as name(list) cross join lateral (
        select l.last_modified, l.creator_id from (
          select p.* from catalog_lists p
          where p.list = name.list and (p.last_modified, p.creator_id) < (place.last_modified, place.creator_id)
          order by p.last_modified desc, p.creator_id desc limit max_places) l
        where case when l.list_bits & wanted = wanted and l.max_price >= lowest and l.min_price <= highest then
          (required[1] is null or exists (select from catalog_lists o
            where o.list = required[1] and o.last_modified = l.last_modified and o.creator_id = l.creator_id offset 0))
          and (cardinality(further) = 0 or not exists (select from unnest(further) f where not exists (select from catalog_lists o
            where o.list = any (string_to_array(f, chr(31))) and o.last_modified = l.last_modified and o.creator_id = l.creator_id offset 0)))
          and (not needs_service or is_only_priced and (l.min_price >= lowest or l.max_price <= highest)
            or exists (select from matching_services(l.creator_id, filter))) else false end
        order by l.last_modified desc, l.creator_id desc limit max_rows) w
      group by w.last_modified, w.creator_id order by w.last_modified desc, w.creator_id desc limit max_rows) page;
  end if;
  last.creator_id := result.ids[max_rows];
  is_full := last.creator_id is not null;
  -- A full page of one list is whole. A page of several lists ends before the last place that was checked in each of them, or it is cut.
  result.is_cut := false;
  if max_places is not null and not (is_full and cardinality(walked_lists) = 1) then
    if sort = 'price' then
      result.is_cut := exists (select from unnest(walked_lists) as name(list) cross join lateral (
        select p.min_price, p.creator_id from catalog_lists p
        where p.list = name.list and (p.min_price, p.creator_id) > (place.min_price, place.creator_id) and p.min_price <= highest
        order by p.min_price, p.creator_id limit 1 offset max_places - 1) nth
        where not is_full or (nth.min_price, nth.creator_id) < (last.min_price, last.creator_id));
    else
      result.is_cut := exists (select from unnest(walked_lists) as name(list) cross join lateral (
        select p.last_modified, p.creator_id from catalog_lists p
        where p.list = name.list and (p.last_modified, p.creator_id) < (place.last_modified, place.creator_id)
        order by p.last_modified desc, p.creator_id desc limit 1 offset max_places - 1) nth
        where not is_full or (nth.last_modified, nth.creator_id) > (last.last_modified, last.creator_id));
    end if;
  end if;
  return result;
end $$;

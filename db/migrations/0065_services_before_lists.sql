-- A search with a filter of services is as cheap as the index of services: what the filter refuses is refused before the lists of its
-- creator are read, which are long.
--
-- Locks: the functions while they are replaced. To go back: restore search_answer and catalog_walked of 0051_search_steps.sql and
-- has_service of 0050_catalog.sql.

-- The tier of a creator in a search, or null when it does not answer or its filter refuses it: one row. In a case, so that nothing of a
-- creator is read who has no such service. Offset 0: the tier is computed once.
create or replace function search_answer(creator bigint, terms search_term[], filter search_filter) returns table (tier int) language sql stable as $$
  select case
    when num_nonnulls(filter.platform, filter.type, filter.variant, filter.country, filter.min_price, filter.max_price) = 0
      or exists (select from catalog_services s where s.creator_id = creator
        and s.base_price between coalesce(filter.min_price, 0) and coalesce(filter.max_price, 9223372036854775807)
        and (filter.platform is null or s.platform = filter.platform) and (filter.type is null or s.type = filter.type)
        and (filter.variant is null or s.variant = filter.variant) and (filter.country is null or filter.country = any (s.countries)) offset 0)
    then (select search_tier(c.lists, c.words, terms) from catalog_creators c where c.creator_id = creator and is_in_lists(c.lists, filter))
  end offset 0
$$;
drop function has_service(bigint, search_filter);

-- The first of those who stand in the lists, read in the order of activity or of prices: at most `tried` of each list, or all of
-- them when it is null.
create or replace function catalog_walked(lists text[], terms search_term[], filter search_filter, of_tier int, sort text, place search_place, most int, tried int)
returns bigint[] language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  lowest constant bigint := coalesce(filter.min_price, 0);
  highest constant bigint := coalesce(filter.max_price, 9223372036854775807);
begin
  if sort = 'price' then
    return array(select w.creator_id from (
      select distinct found.min_price, found.creator_id from unnest(lists) as name(list) cross join lateral (
        select l.min_price, l.creator_id from (
          select l.min_price, l.max_price, l.creator_id from catalog_lists l
          where l.list = name.list and (l.min_price, l.creator_id) > (place.min_price, place.creator_id)
          order by l.min_price, l.creator_id limit tried) l
        cross join lateral search_answer(l.creator_id, terms, filter) answer
        where l.max_price >= lowest and l.min_price <= highest and answer.tier = coalesce(of_tier, answer.tier)
        order by l.min_price, l.creator_id limit most) found) w
      order by w.min_price, w.creator_id limit most);
  end if;
  return array(select w.creator_id from (
    select distinct found.last_modified, found.creator_id from unnest(lists) as name(list) cross join lateral (
      select l.last_modified, l.creator_id from (
        select l.last_modified, l.min_price, l.max_price, l.creator_id from catalog_lists l
        where l.list = name.list and (l.last_modified, l.creator_id) < (place.last_modified, place.creator_id)
        order by l.last_modified desc, l.creator_id desc limit tried) l
      cross join lateral search_answer(l.creator_id, terms, filter) answer
      where l.max_price >= lowest and l.min_price <= highest and answer.tier = coalesce(of_tier, answer.tier)
      order by l.last_modified desc, l.creator_id desc limit most) found) w
    order by w.last_modified desc, w.creator_id desc limit most);
end $$;

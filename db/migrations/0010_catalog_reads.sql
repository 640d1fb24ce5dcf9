-- The functions that read a page of the catalog.
--
-- A connection keeps the plans of the statements in a function. Behind Neon's proxy Postgres parses and plans the text of any other
-- statement at each request, which takes as long as to run it.
--
-- Locks: exclusive locks of catalog_creators and catalog_pages, for a moment. To revert: drop the functions and the grants.

set local check_function_bodies = off;

grant select on catalog_list_counts to castline_guest;
grant select, insert, update, delete on catalog_list_counts to castline_service, castline_jobs;

insert into catalog_list_counts (list, shard, creators)
  select l, get_byte(uuid_send(public_id), 0) >> 4, count(*) from catalog_creators cross join unnest(lists) l group by 1, 2;

-- A page decompresses twenty entries. lz4 takes a fraction of the time of pglz, but Postgres can be built without it.
do $$ begin
  if exists (select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)) then
    alter table catalog_creators alter column entry set compression lz4, alter column frame set compression lz4,
      alter column lists set compression lz4, alter column words set compression lz4;
    alter table catalog_pages alter column page set compression lz4;
  end if;
end $$;

-- The answer to a guest, and what the walk of a list found.
create type catalog_answer as (body text, etag text);
create type catalog_walked as (ids bigint[], is_cut boolean);

-- Returns the epoch and all counters of the generations as text, and the epoch with their sum.
create function catalog_counters() returns table (text text, sum text) language sql stable as $$
  select epoch.value || ',' || string_agg(g.value::text, ',' order by g.shard), epoch.value || '.' || sum(g.value)
  from catalog_epochs epoch cross join catalog_generations g group by epoch.value
$$;

-- Whether one service must match several fields. The lists contain the other combinations.
create function is_of_one_service(filter search_filter) returns boolean language sql immutable as $$
  select num_nonnulls(filter.min_price, filter.max_price) > 0
    or filter.country is not null and num_nonnulls(filter.platform, filter.type) > 0
    or filter.platform is not null and filter.variant is not null
$$;

-- Returns the place before the first creator of a page. Without a cursor, it is before everyone. A creator whom the filter does not
-- select any more, or who has left, has the place from before its last change. If the filter did not select it then either, its present
-- place counts: entries may be repeated, none is lost. Null when the cursor was never a creator.
create function catalog_place(cursor uuid, filter search_filter, sort text) returns search_place language plpgsql stable as $$
declare
  place search_place;
begin
  if cursor is null then
    return row(-1, 'infinity', 0, case sort when 'price' then 0 else 9223372036854775807 end)::search_place;
  end if;
  select state.n, state.last_modified, state.min_price, state.creator_id into place from (
    select 1 as n, c.last_modified, c.min_price, c.creator_id, is_in_lists(c.lists, filter) as is_in from catalog_creators c where c.public_id = cursor
    union all
    select 2, c.last_modified, c.min_price, c.creator_id, is_in_lists(c.lists, filter) from catalog_former c where c.public_id = cursor) state
  order by state.is_in desc, state.n limit 1;
  return place;
end $$;

-- Returns the lists of the prices of a range. Each service is in the list of the number of binary digits of its price in cents.
create function price_lists(filter search_filter) returns text[] language sql immutable as $$
  select case when num_nonnulls(filter.min_price, filter.max_price) > 0 then array(select 'price=' || digits from generate_series(
    length(ltrim((coalesce(filter.min_price, 10000) / 10000)::bit(64)::text, '0')),
    length(ltrim((coalesce(filter.max_price, 9223372036854775807) / 10000)::bit(64)::text, '0'))) digits) end
$$;

-- The number of places that a walk checks before the GIN index is used. In a list in which more creators match, a page is full by then.
create function max_walked() returns int language sql immutable as 'select 1000';

-- Up to this number of matching creators of the GIN index are sorted. If more match, walks of a list are short.
create function max_intersected() returns int language sql immutable as 'select 2000';

-- Returns the next creators of one list without other filters, after the place.
create function catalog_along(list_name text, sort text, place search_place, max_rows int) returns bigint[] language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_generic_plan set jit = off as $$
begin
  if sort = 'price' then
    return array(select l.creator_id from catalog_lists l where l.list = list_name and (l.min_price, l.creator_id) > (place.min_price, place.creator_id)
      order by l.min_price, l.creator_id limit max_rows);
  end if;
  return array(select l.creator_id from catalog_lists l where l.list = list_name and (l.last_modified, l.creator_id) < (place.last_modified, place.creator_id)
    order by l.last_modified desc, l.creator_id desc limit max_rows);
end $$;

-- Returns the next creators who are in one of the lists, in the lists of all other filters, and who have a service that matches. It
-- checks at most `max_places` places of each list; is_cut says that one of them had more before the page was full. The bits and the
-- prices of the index refuse most creators. The cheapest and the dearest price are prices of services: a creator with one of them in a
-- range of prices needs no further check. Offset 0: Postgres looks each creator up. Without it the planner may read whole lists.
create function catalog_among(walked_lists text[], others text[], filter search_filter, sort text, place search_place, max_rows int, max_places int)
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
  other text;
begin
  foreach other in array others loop
    if strpos(other, chr(31)) = 0 then required := required || other; end if;
    -- The first single list has its own condition below, because the lookup of one list takes half of the time.
    if strpos(other, chr(31)) > 0 or cardinality(required) > 1 then further := further || other; end if;
  end loop;
  wanted := catalog_bits(required);
  if sort = 'price' then
    select coalesce(array_agg(page.creator_id), '{}'), coalesce(bool_or(page.is_end), false) into result from (
      select w.creator_id, bool_or(w.is_end) as is_end from unnest(walked_lists) as name(list) cross join lateral (
        select l.min_price, l.creator_id, l.nth = max_places as is_end from (
          select p.*, row_number() over (order by p.min_price, p.creator_id) as nth from catalog_lists p
          where p.list = name.list and (p.min_price, p.creator_id) > (place.min_price, place.creator_id) and p.min_price <= highest
          order by p.min_price, p.creator_id limit max_places) l
        where l.nth = max_places or case when l.list_bits & wanted = wanted and l.max_price >= lowest then
          (required[1] is null or exists (select from catalog_lists o
            where o.list = required[1] and o.min_price = l.min_price and o.creator_id = l.creator_id offset 0))
          and (cardinality(further) = 0 or not exists (select from unnest(further) f where not exists (select from catalog_lists o
            where o.list = any (string_to_array(f, chr(31))) and o.min_price = l.min_price and o.creator_id = l.creator_id offset 0)))
          and (not needs_service or is_only_priced and (l.min_price >= lowest or l.max_price <= highest)
            or exists (select from matching_services(l.creator_id, filter))) else false end
        order by l.min_price, l.creator_id limit max_rows) w
      group by w.min_price, w.creator_id order by w.min_price, w.creator_id limit max_rows) page;
    return result;
  end if;
  select coalesce(array_agg(page.creator_id), '{}'), coalesce(bool_or(page.is_end), false) into result from (
    select w.creator_id, bool_or(w.is_end) as is_end from unnest(walked_lists) as name(list) cross join lateral (
      select l.last_modified, l.creator_id, l.nth = max_places as is_end from (
        select p.*, row_number() over (order by p.last_modified desc, p.creator_id desc) as nth from catalog_lists p
        where p.list = name.list and (p.last_modified, p.creator_id) < (place.last_modified, place.creator_id)
        order by p.last_modified desc, p.creator_id desc limit max_places) l
      where l.nth = max_places or case when l.list_bits & wanted = wanted and l.max_price >= lowest and l.min_price <= highest then
        (required[1] is null or exists (select from catalog_lists o
          where o.list = required[1] and o.last_modified = l.last_modified and o.creator_id = l.creator_id offset 0))
        and (cardinality(further) = 0 or not exists (select from unnest(further) f where not exists (select from catalog_lists o
          where o.list = any (string_to_array(f, chr(31))) and o.last_modified = l.last_modified and o.creator_id = l.creator_id offset 0)))
        and (not needs_service or is_only_priced and (l.min_price >= lowest or l.max_price <= highest)
          or exists (select from matching_services(l.creator_id, filter))) else false end
      order by l.last_modified desc, l.creator_id desc limit max_rows) w
    group by w.last_modified, w.creator_id order by w.last_modified desc, w.creator_id desc limit max_rows) page;
  return result;
end $$;

-- Returns the lists of a filter. The list of everyone has an empty name.
create function alternatives_of(names text) returns text[] language sql immutable as $$
  select case names when '' then '{""}' else string_to_array(names, chr(31)) end
$$;

-- Returns the filter whose lists a walk goes along, as its number, and the number of creators in these lists. It has the shortest
-- expected walk: each of its lists is read to its end, or until the page is full. That is sooner the more creators match the other
-- filters, which are taken to be independent.
create function shortest_walk(groups text[], max_rows int, out driver int, out creators float8) language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  sizes float8[];
  totals float8[];
  everyone float8;
  skipped float8;
  places float8;
  fewest float8 := 'infinity';
begin
  totals := array(select (select coalesce(sum(c.creators), 0) from catalog_list_counts c where c.list = any (alternatives_of(g)))
    from unnest(groups || ''::text) with ordinality as all_groups(g, n) order by n);
  everyone := totals[cardinality(groups) + 1];
  for n in 1 .. cardinality(groups) loop
    skipped := 1;
    for other in 1 .. cardinality(groups) loop
      if other <> n then skipped := skipped * greatest(1, everyone / greatest(1, totals[other])); end if;
    end loop;
    sizes := case when strpos(groups[n], chr(31)) = 0 then array[totals[n]]
      else array(select (select coalesce(sum(c.creators), 0) from catalog_list_counts c where c.list = name) from unnest(alternatives_of(groups[n])) name) end;
    places := 0;
    for i in 1 .. cardinality(sizes) loop
      places := places + 5 + least(sizes[i], max_rows * skipped);
    end loop;
    if places < fewest then
      fewest := places;
      driver := n;
      creators := totals[n];
    end if;
  end loop;
end $$;

-- Returns the next creators of a list without a search. It walks the lists of one filter. If the page is not full after max_walked()
-- places, few creators match all filters: the GIN index finds them, or that they are many.
create function catalog_listed(filter search_filter, sort text, place search_place, max_rows int) returns bigint[] language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  priced constant text[] := price_lists(filter);
  groups text[] := filter.lists;
  shortest record;
  walked_lists text[];
  others text[];
  walked catalog_walked;
  matching search_place[];
begin
  if priced is not null then
    groups := groups || array_to_string(priced, chr(31));
    -- By price, creators whose cheapest service is below the range come first in all lists but those of its prices.
    if cardinality(filter.lists) = 0 and (filter.min_price is null or sort <> 'price') then groups := groups || ''::text; end if;
  elsif cardinality(groups) = 0 then
    return catalog_along('', sort, place, max_rows);
  elsif cardinality(groups) = 1 and strpos(groups[1], chr(31)) = 0 and not is_of_one_service(filter) then
    return catalog_along(groups[1], sort, place, max_rows);
  end if;
  select * into shortest from shortest_walk(groups, max_rows);
  walked_lists := alternatives_of(groups[shortest.driver]);
  others := filter.lists[:shortest.driver - 1] || filter.lists[shortest.driver + 1:];
  walked := catalog_among(walked_lists, others, filter, sort, place, max_rows, case when shortest.creators > max_walked() then max_walked() end);
  if walked.is_cut then
    matching := array(select m from catalog_matches(
      (select string_agg(any_of(string_to_array(g, chr(31))), '&') from unnest(groups) g where g <> '')::tsquery, max_intersected() + 1) m);
    if cardinality(matching) > max_intersected() then
      walked := catalog_among(walked_lists, others, filter, sort, place, max_rows, null);
    else
      walked.ids := catalog_intersected(matching, filter, sort, place, max_rows);
    end if;
  end if;
  return walked.ids;
end $$;

-- Returns the next creators out of these who have a service that matches.
create function catalog_intersected(matching search_place[], filter search_filter, sort text, place search_place, max_rows int)
returns bigint[] language plpgsql stable as $$
declare
  needs_service constant boolean := is_of_one_service(filter);
begin
  return array(select m.creator_id from (
      select * from unnest(matching) all_matching
      where case sort when 'price' then (min_price, creator_id) > (place.min_price, place.creator_id)
        else (last_modified, creator_id) < (place.last_modified, place.creator_id) end
      order by case sort when 'price' then min_price end, case sort when 'price' then creator_id end, last_modified desc, creator_id desc
      offset 0) m
    where not needs_service or exists (select from matching_services(m.creator_id, filter)) limit max_rows);
end $$;

-- Returns the entry of a shop with more services or channels than an entry shows: first those that the filter selects, then the cheapest
-- services. Its frame has empty arrays, which no text of JSON can hold unescaped.
create function catalog_entry_of(creator bigint, frame text, filter search_filter) returns text language sql stable as $$
  with service as materialized (
    select s.entry, s.base_price, s.listing_id, s.channel_id, s.listing_id in (select m.listing_id from matching_services(creator, filter) m) as is_wanted
    from catalog_services s where s.creator_id = creator)
  select replace(replace(frame,
    '"services":[]', '"services":[' || (
      select string_agg(s.entry, ',' order by s.is_wanted desc, s.base_price, s.listing_id)
      from (select * from service order by is_wanted desc, base_price, listing_id limit 12) s) || ']'),
    '"channels":[]', '"channels":[' || (
      select string_agg(c.channel, ',' order by c.is_wanted desc, c.position, c.channel_id)
      from (select ch.channel, ch.position, ch.channel_id, ch.channel_id in (select s.channel_id from service s where s.is_wanted) as is_wanted
        from catalog_channels ch where ch.creator_id = creator order by 4 desc, 2, 3 limit 12) c) || ']')
$$;

-- Returns the JSON of a page that shows up to `max_shown` of the found creators, and its ETag: a hash of the hashes of the entries and of
-- the cursor, because the entries are long. Entries may have twelve audiences: a page of them has fewer, to stay below 1 MiB. A creator
-- who is not shown any more has no entry, and counts for the limit: a cursor may be there.
create function catalog_body(ids bigint[], filter search_filter, max_shown int) returns catalog_answer language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  is_filtered constant boolean := num_nonnulls(filter.platform, filter.type, filter.country, filter.min_price, filter.max_price) > 0;
  entries text;
  etags text;
  shown int;
  next_cursor text;
begin
  select string_agg(p.entry, ',' order by p.n), string_agg(coalesce(p.etag, md5(p.entry)), '' order by p.n), max(p.n),
      '"' || (array_agg(p.public_id order by p.n desc))[1] || '"'
    into entries, etags, shown, next_cursor
  from (
    select *, coalesce(sum(octet_length(e.entry)) over (order by e.n), 0) as bytes from (
      select f.n, c.public_id,
        case when due.creator_id is not null then catalog_entry_now(due.creator_id, due.at)
          when is_filtered and c.frame is not null then catalog_entry_of(c.creator_id, c.frame, filter) else c.entry end as entry,
        case when due.creator_id is null and not (is_filtered and c.frame is not null) then c.etag end as etag
      from unnest(ids) with ordinality as f(creator_id, n) join catalog_creators c on c.creator_id = f.creator_id
        left join catalog_due due on due.creator_id = c.creator_id offset 0) e) p
  where p.n = 1 or p.n <= max_shown and p.bytes <= 1024 * 1024 - 1024;
  if shown = cardinality(ids) then next_cursor := null; end if;
  next_cursor := coalesce(next_cursor, 'null');
  return row('{"data":[' || coalesce(entries, '') || '],"nextCursor":' || next_cursor || '}', md5(coalesce(etags, '') || next_cursor))::catalog_answer;
end $$;

-- Returns a page of the catalog with its ETag, and the generation that it was read in. The page is null when the generation is the known
-- one, and when the cursor was never a creator. `folded` and `exact` have the lists of each filter: alternatives are separated by
-- character 31, filters by character 30. `folded` has them in the case of the caller.
create function catalog_read(q text, folded text, exact text, platform text, type text, variant text, country text, min_price bigint, max_price bigint,
  sort text, cursor uuid, max_shown int, known text)
returns table (generations text, is_known boolean, etag text, body text) language plpgsql stable as $$
declare
  counters record;
  place search_place;
  filter constant search_filter := row(string_to_array(lower(folded), chr(30)) || string_to_array(exact, chr(30)), platform, type, variant, country, min_price, max_price);
  ids bigint[];
  answer catalog_answer;
begin
  select * into counters from catalog_counters();
  generations := counters.text;
  is_known := counters.sum = known is true;
  if not is_known then
    place := catalog_place(cursor, filter, sort);
    if place.creator_id is not null then
      ids := case when q is null then catalog_listed(filter, sort, place, max_shown + 1)
        else array(select f.found_id from catalog_search(q, filter, sort, cursor, max_shown + 1) f order by f.nth) end;
      answer := catalog_body(ids, filter, max_shown);
      etag := answer.etag;
      body := answer.body;
    end if;
  end if;
  return next;
end $$;

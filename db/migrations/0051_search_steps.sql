-- A search takes one path: ranges of tiers, the best first. The index tells how many creators are in a range; few are sorted,
-- and many are split into smaller ranges, down to one tier, whose lists are walked.
--
-- Locks: the functions while they are replaced. To go back: restore the functions of 0050_catalog.sql.
drop function catalog_search(text, search_filter, text, uuid, int);
drop function search_place(uuid, search_term[], search_filter);
drop function catalog_matches(tsquery, int);
drop function lists_of_classes(search_term, int);

-- Whether a creator answers a search and passes its filter: one row, with its tier, or none. Offset 0: the tier is computed once.
create function search_answer(creator bigint, terms search_term[], filter search_filter) returns table (tier int) language sql stable as $$
  select search_tier(c.lists, c.words, terms) from catalog_creators c
  where c.creator_id = creator and is_in_lists(c.lists, filter) and has_service(creator, filter) offset 0
$$;

-- Where a creator stands in an order.
create type search_place as (tier int, last_modified timestamptz, min_price bigint, creator_id bigint);

-- The place of a cursor's creator in a search. One that answers no more, or has left, counts at the place that it had before
-- its last change; if it did not answer then either, at the best tier where it stands now: entries may come again, none is lost.
create function place_in_search(cursor uuid, terms search_term[], filter search_filter) returns search_place language sql stable as $$
  select row(coalesce(state.tier, 0), state.last_modified, state.min_price, state.creator_id)::search_place from (
    select 1 as n, c.last_modified, c.min_price, c.creator_id, search_tier(c.lists, c.words, terms) as tier, is_in_lists(c.lists, filter) as is_in
    from catalog_creators c where c.public_id = cursor
    union all
    select 2, c.last_modified, c.min_price, c.creator_id, search_tier(c.lists, c.words, terms), is_in_lists(c.lists, filter)
    from catalog_former c where c.public_id = cursor) state
  order by state.is_in and state.tier is not null desc, state.n limit 1
$$;

-- The lists of a word with their tiers, as search_tier counts them. In a sure list every creator answers; the list of a
-- beginning that is longer than its prefix has others too.
create function lists_by_tier(t search_term) returns table (tier int, list text, is_sure boolean) language sql immutable as $$
  select class * 100 + case when class in (4, 5, 6, 8) then n::int else 0 end, l, class <> 7 or t.beginning is null
  from generate_series(0, 8) class, unnest(lists_of_class(t, class)) with ordinality as lists(l, n)
$$;

-- The creators of a range of tiers who may pass the filter, and perhaps some who do not: whoever answers every word as well as
-- the range ends, without those who answer every word better than it begins.
create function search_wanted(terms search_term[], filter search_filter, tiers int4range) returns tsquery language sql immutable as $$
  select concat_ws('&', string_agg(word.at_least, '&'),
    (select string_agg(any_of(string_to_array(f, chr(31))), '&') from unnest(filter.lists) f),
    '!(' || string_agg(word.better, '&') || ')')::tsquery
  from unnest(terms) t cross join lateral (
    select any_of(array_agg(list) filter (where tier < upper(tiers))) as at_least,
      any_of(array_agg(list) filter (where tier < lower(tiers) and is_sure)) as better
    from lists_by_tier(t)
  ) word
$$;

-- The smaller ranges of a range, in their order: its classes, or the tiers of its only class.
create function search_split(terms search_term[], tiers int4range) returns int4range[] language sql immutable as $$
  with tier as (select distinct tier from unnest(terms) t, lists_by_tier(t) where tier <@ tiers),
  part as (
    select min(tier) as first, max(tier) as last from tier
    group by case when (select count(distinct tier / 100) from tier) > 1 then tier / 100 else tier end)
  select coalesce(array_agg(int4range(first, last + 1) order by first), '{}') from part
$$;

-- Creators whom the GIN index finds, up to `most`. The planner takes a search for so unspecific that it would read the table.
create function catalog_matches(wanted tsquery, most int) returns setof search_place language sql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '64MB' as $$
  select 0, last_modified, min_price, creator_id from catalog_creators where array_to_tsvector(array_remove(lists, '')) @@ wanted limit most
$$;

-- So many creators of several tiers are compared by their tiers; so many of one tier are sorted; more are walked.
create function most_ranked() returns int language sql immutable as 'select 500';
create function most_sorted() returns int language sql immutable as 'select 20000';

-- The first `most` of these creators after the place, the best tiers first.
create function catalog_ranked(matching search_place[], terms search_term[], filter search_filter, place search_place, most int)
returns setof bigint language sql stable as $$
  select m.creator_id from unnest(matching) m cross join lateral search_answer(m.creator_id, terms, filter) answer
  where (-answer.tier, m.last_modified, m.creator_id) < (-place.tier, place.last_modified, place.creator_id)
  order by answer.tier, m.last_modified desc, m.creator_id desc limit most
$$;

-- The first `most` of these creators after the place who are of one tier, or of any when it is null, by activity or by price.
-- They are compared in their order only until enough are found.
create function catalog_sorted(matching search_place[], terms search_term[], filter search_filter, of_tier int, sort text, place search_place, most int)
returns setof bigint language sql stable as $$
  select m.creator_id from (
    select *, case sort when 'price' then min_price end as by_price, case sort when 'price' then creator_id end as then_by from unnest(matching) m
    where case sort when 'price' then (m.min_price, m.creator_id) > (place.min_price, place.creator_id)
      else (m.last_modified, m.creator_id) < (place.last_modified, place.creator_id) end
    order by by_price, then_by, last_modified desc, creator_id desc offset 0) m
  cross join lateral search_answer(m.creator_id, terms, filter) answer
  where answer.tier = coalesce(of_tier, answer.tier)
  order by m.by_price, m.then_by, m.last_modified desc, m.creator_id desc limit most
$$;

-- The same of those who stand in the lists, read in the order of activity or of prices.
create function catalog_walked(lists text[], terms search_term[], filter search_filter, of_tier int, place search_place, most int)
returns setof bigint language sql stable as $$
  select w.creator_id from (
    select distinct found.last_modified, found.creator_id from unnest(lists) as name(list) cross join lateral (
      select l.last_modified, l.creator_id from catalog_lists l cross join lateral search_answer(l.creator_id, terms, filter) answer
      where l.list = name.list and (l.last_modified, l.creator_id) < (place.last_modified, place.creator_id)
        and answer.tier = coalesce(of_tier, answer.tier)
      order by l.last_modified desc, l.creator_id desc limit most) found) w
  order by w.last_modified desc, w.creator_id desc limit most
$$;
create function catalog_walked_by_price(lists text[], terms search_term[], filter search_filter, place search_place, most int)
returns setof bigint language sql stable as $$
  select w.creator_id from (
    select distinct found.min_price, found.creator_id from unnest(lists) as name(list) cross join lateral (
      select l.min_price, l.creator_id from catalog_lists l cross join lateral search_answer(l.creator_id, terms, filter) answer
      where l.list = name.list and (l.min_price, l.creator_id) > (place.min_price, place.creator_id) and answer.tier is not null
      order by l.min_price, l.creator_id limit most) found) w
  order by w.min_price, w.creator_id limit most
$$;

-- The lists that are walked for a range of tiers: those of the word that has the fewest up to its end. Of a single word, the
-- lists of better tiers have been walked already.
create function lists_to_walk(terms search_term[], tiers int4range) returns text[] language sql immutable as $$
  select array_agg(list) from generate_subscripts(terms, 1) n, lists_by_tier(terms[n])
  where tier < upper(tiers) and (cardinality(terms) > 1 or tier >= lower(tiers))
  group by n order by count(*), n limit 1
$$;

-- The first `most` creators who answer a search, after the cursor: by 'relevance' the best tiers first, in each the latest
-- modified first; by 'activity' and 'price' as every list. A search of several conditions first asks the index who is in a
-- range. The lists of a single word are walked at once, tier by tier.
create function catalog_search(q text, filter search_filter, sort text, cursor uuid, most int)
returns table (nth int, found_id bigint) language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  terms constant search_term[] := array(select t from search_terms(q) t);
  by_tier constant boolean := sort = 'relevance';
  has_several constant boolean := cardinality(terms) + cardinality(filter.lists) > 1;
  start constant search_place := row(-1, 'infinity', -1, 9223372036854775807);
  place search_place := start;
  todo int4range[];
  tiers int4range;
  matching search_place[];
  is_one_tier boolean;
  of_tier int;
  after search_place;
begin
  nth := 0;
  if cardinality(terms) = 0 then return; end if;
  if cursor is not null then place := place_in_search(cursor, terms, filter); end if;

  todo := array[int4range(case when by_tier then greatest(place.tier, 0) else 0 end, 900)];
  while nth < most and cardinality(todo) > 0 loop
    tiers := todo[1];
    todo := todo[2:];
    is_one_tier := not by_tier or upper(tiers) - lower(tiers) = 1;
    of_tier := case when by_tier then lower(tiers) end;
    -- All of a later tier come after the cursor.
    after := case when of_tier > place.tier then start else place end;
    if has_several then
      matching := array(select m from catalog_matches(search_wanted(terms, filter, tiers), most_sorted() + 1) m);
      continue when cardinality(matching) = 0;
    end if;
    if not is_one_tier and (not has_several or cardinality(matching) > most_ranked()) then
      todo := search_split(terms, tiers) || todo;
      continue;
    end if;

    for found_id in select unnest(case
      when not is_one_tier then array(select f from catalog_ranked(matching, terms, filter, place, most - nth) f)
      when cardinality(matching) <= most_sorted() then array(select f from catalog_sorted(matching, terms, filter,
        of_tier, sort, after, most - nth) f)
      when sort = 'price' then array(select f from catalog_walked_by_price(lists_to_walk(terms, tiers), terms, filter, place, most - nth) f)
      else array(select f from catalog_walked(lists_to_walk(terms, tiers), terms, filter, of_tier, after, most - nth) f) end)
    loop
      nth := nth + 1;
      return next;
    end loop;
  end loop;
end $$;

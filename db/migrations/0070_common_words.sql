-- Makes searches with very common words, and slips in common beginnings, cheap. A search with several lists tries their first places
-- before it asks the index. Words are compared with words of about their length alone.
--
-- Locks: catalog_words while its indexes are built, and the functions while they are replaced. To go back: restore words_meant and
-- catalog_words_alike of 0050_catalog.sql and the functions of 0051_search_steps.sql.

create index catalog_words_short on catalog_words using gin (word gin_trgm_ops) where length(word) between 4 and 8;
create index catalog_words_middle on catalog_words using gin (word gin_trgm_ops) where length(word) between 6 and 12;
create index catalog_words_long on catalog_words using gin (word gin_trgm_ops) where length(word) >= 9;
drop index catalog_words_alike;

-- The words that someone may have meant: at most one slip away, two from eight letters on, and older than the word itself. A slip changes
-- at most four groups of three letters, two slips six. Words that have fewer groups in common are not compared.
create or replace function words_meant(asked text) returns text[] language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set pg_trgm.similarity_threshold = 0.2 as $$
declare
  n constant int := length(asked);
  most constant int := case when n < 8 then 1 else 2 end;
  groups constant numeric := cardinality(show_trgm(asked));
  changed constant numeric := case most when 1 then 4 else 6 end;
begin
  perform set_config('pg_trgm.similarity_threshold', greatest(0.1, (groups - changed) / (groups + changed) - 0.001)::text, true);
  return array(
    select word from (
      select word, since, slips(word, asked, 2) as distance from (
        select * from catalog_words where n < 8 and length(word) between 4 and 8 and word % asked
        union all select * from catalog_words where n between 8 and 10 and length(word) between 6 and 12 and word % asked
        union all select * from catalog_words where n > 10 and length(word) >= 9 and word % asked) alike
      where word <> asked and abs(length(word) - n) <= most
        and since < coalesce((select since from catalog_words where word = asked), 'infinity')
      offset 0) near
    where distance <= most
    order by since, word limit 8);
end $$;

-- How well a creator answers a search, as in 0051_search_steps.sql.
create or replace function search_tier(lists text[], words text[], terms search_term[]) returns int language plpgsql immutable as $$
declare
  t search_term;
  of_term int;
  worst int;
begin
  foreach t in array terms loop
    of_term := case when lists && t.exact0 then 0 when lists && t.exact1 then 100 when lists && t.exact2 then 200
      when lists && t.exact3 then 300 when lists && t.begun then 400 + rank_in(t.begun, lists)
      when lists && t.meant then 500 + rank_in(t.meant, lists) when lists && t.titled then 600 + rank_in(t.titled, lists)
      when lists && t.later then 700 + rank_in(t.later, lists) when lists && t.others then 800 end;
    if of_term is null then return null; end if;
    -- A query within the expression above would make each evaluation slower.
    if of_term = 800 and t.beginning is not null then
      if not exists (select from unnest(words) w where starts_with(w, t.beginning)) then return null; end if;
    end if;
    worst := greatest(worst, of_term);
  end loop;
  return worst;
end $$;

drop function search_wanted(search_term[], search_filter, int4range);
-- Queries for the creators of a range of tiers who may pass the filter; they may find a few others. They find creators who match every
-- word within the end of the range: those who match every word better than its start too, or without_better not, which takes the index
-- longer. No creator is in two queries. The list of a common beginning is alone in the first query, because the index takes far longer
-- for it beside the lists of 16 words.
create function search_wanted(terms search_term[], filter search_filter, tiers int4range, without_better boolean) returns tsquery[] language sql immutable as $$
  with word as materialized (
    select n, lists.* from generate_subscripts(terms, 1) n cross join lateral (
      select any_of(array_agg(list) filter (where tier < upper(tiers))) as at_least,
        any_of(array_agg(list) filter (where tier < upper(tiers) and tier < 800)) as otherwise,
        any_of(array_agg(list) filter (where tier < upper(tiers) and tier >= 800)) as by_beginning,
        any_of(array_agg(list) filter (where tier < lower(tiers) and is_sure)) as better
      from lists_by_tier(terms[n])) lists),
  fixed as materialized (
    select string_agg(coalesce(by_beginning, at_least), '&') as begun,
      case when count(*) > 1 then string_agg(at_least, '&') end as all_words,
      '(' || string_agg(otherwise, '|') filter (where by_beginning is not null) || ')' as rarer,
      case when without_better and bool_and(better is not null) then '!(' || string_agg(better, '&') || ')' end as not_better,
      (select string_agg(any_of(string_to_array(f, chr(31))), '&') from unnest(filter.lists) f) as filtered
    from word),
  query as (
    select concat_ws('&', begun, filtered, not_better) as query from fixed
    union all
    -- A creator who misses a common list has another list of that word. The query does not repeat all words for each such word.
    select concat_ws('&', all_words, filtered, not_better, '!(' || begun || ')', rarer) from fixed where rarer is not null)
  select array_agg(query::tsquery) from query
$$;

-- A walk tries so many places: fewer for many words, because each place costs more then.
create function most_tried(words int) returns int language sql immutable as $$
  select greatest(1, most_tried() * 2 / greatest(words, 2))
$$;

-- The lists to walk for a range of tiers: those of the word with the fewest lists up to the end of the range. For a single word, the
-- lists of better tiers have been walked before. Null when a word has no such list.
create or replace function lists_to_walk(terms search_term[], tiers int4range) returns text[] language sql immutable as $$
  with list as materialized (select n, l.* from generate_subscripts(terms, 1) n, lists_by_tier(terms[n]) l where tier < upper(tiers))
  select array_agg(list) from list
  where (cardinality(terms) > 1 or tier >= lower(tiers)) and (select count(distinct n) from list) = cardinality(terms)
  group by n order by count(*), n limit 1
$$;

-- The first of those who stand in the lists, read in the order of activity or of prices. It tries at most `tried` places of all lists
-- together, or every place when that is null.
create or replace function catalog_walked(lists text[], terms search_term[], filter search_filter, of_tier int, sort text, place search_place, most int, tried int)
returns bigint[] language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  lowest constant bigint := coalesce(filter.min_price, 0);
  highest constant bigint := coalesce(filter.max_price, 9223372036854775807);
  last search_place := row(null, '-infinity', 9223372036854775807, 9223372036854775807);
  tried_last search_place;
begin
  if sort = 'price' then
    select null, null, tries.min_price, tries.creator_id into tried_last from unnest(lists) as name(list) cross join lateral (
      select l.min_price, l.creator_id from catalog_lists l
      where l.list = name.list and (l.min_price, l.creator_id) > (place.min_price, place.creator_id)
      order by l.min_price, l.creator_id limit tried) tries
    where tried is not null order by tries.min_price, tries.creator_id offset tried - 1 limit 1;
    if found then last := tried_last; end if;
    return array(select w.creator_id from (
      select distinct found.min_price, found.creator_id from unnest(lists) as name(list) cross join lateral (
        select l.min_price, l.creator_id from catalog_lists l cross join lateral search_answer(l.creator_id, terms, filter) answer
        where l.list = name.list and (l.min_price, l.creator_id) > (place.min_price, place.creator_id)
          and (l.min_price, l.creator_id) <= (last.min_price, last.creator_id)
          and l.max_price >= lowest and l.min_price <= highest and answer.tier = coalesce(of_tier, answer.tier)
        order by l.min_price, l.creator_id limit most) found) w
      order by w.min_price, w.creator_id limit most);
  end if;
  select null, tries.last_modified, null, tries.creator_id into tried_last from unnest(lists) as name(list) cross join lateral (
    select l.last_modified, l.creator_id from catalog_lists l
    where l.list = name.list and (l.last_modified, l.creator_id) < (place.last_modified, place.creator_id)
    order by l.last_modified desc, l.creator_id desc limit tried) tries
  where tried is not null order by tries.last_modified desc, tries.creator_id desc offset tried - 1 limit 1;
  if found then last := tried_last; else last.creator_id := 0; end if;
  return array(select w.creator_id from (
    select distinct found.last_modified, found.creator_id from unnest(lists) as name(list) cross join lateral (
      select l.last_modified, l.creator_id from catalog_lists l cross join lateral search_answer(l.creator_id, terms, filter) answer
      where l.list = name.list and (l.last_modified, l.creator_id) < (place.last_modified, place.creator_id)
        and (l.last_modified, l.creator_id) >= (last.last_modified, last.creator_id)
        and l.max_price >= lowest and l.min_price <= highest and answer.tier = coalesce(of_tier, answer.tier)
      order by l.last_modified desc, l.creator_id desc limit most) found) w
    order by w.last_modified desc, w.creator_id desc limit most);
end $$;

-- The first `most` creators who match a search, after the cursor. 'relevance' gives the best tiers first, and in each tier the last
-- modified first; 'activity' and 'price' order as every list does. With several conditions the index finds the creators of a class, or of
-- a tier when the class has many. With a single word its lists are walked directly, tier by tier.
create or replace function catalog_search(q text, filter search_filter, sort text, cursor uuid, most int)
returns table (nth int, found_id bigint) language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  terms constant search_term[] := array(select with_standing_lists(t) from search_terms(q) t);
  by_tier constant boolean := sort = 'relevance';
  has_several constant boolean := cardinality(terms) + cardinality(filter.lists) > 1;
  start constant search_place := row(-1, 'infinity', -1, 9223372036854775807);
  place search_place := start;
  todo int4range[];
  tiers int4range;
  lists text[];
  page bigint[];
  matching search_place[];
  most_matching int;
  without_better boolean;
  is_one_tier boolean;
  of_tier int;
  after search_place;
begin
  nth := 0;
  if cardinality(terms) = 0 then return; end if;
  if cursor is not null then place := place_in_search(cursor, terms, filter); end if;

  tiers := int4range(case when by_tier then greatest(place.tier, 0) else 0 end, 900);
  todo := case when by_tier then search_split(terms, tiers) else array[tiers] end;
  while nth < most and cardinality(todo) > 0 loop
    tiers := todo[1];
    todo := todo[2:];
    is_one_tier := not by_tier or upper(tiers) - lower(tiers) = 1;
    of_tier := case when by_tier then lower(tiers) end;
    -- All creators of a later tier come after the cursor.
    after := case when of_tier > place.tier then start else place end;
    lists := lists_to_walk(terms, tiers);
    continue when lists is null;

    page := case when is_one_tier then
      catalog_walked(lists, terms, filter, of_tier, sort, after, most - nth, case when has_several then most_tried(cardinality(terms)) end) end;
    if has_several and (page is null or cardinality(page) < most - nth) then
      page := null;
      most_matching := case when is_one_tier then most_sorted() else most_ranked() end;
      -- A single tier skips the creators of better tiers itself. The query leaves them out only when they make it find too many.
      without_better := not is_one_tier;
      loop
        matching := array(select m from unnest(search_wanted(terms, filter, tiers, without_better)) wanted,
          catalog_matches(wanted, most_matching + 1) m);
        exit when without_better or lower(tiers) = 0 or cardinality(matching) <= most_matching;
        without_better := true;
      end loop;
      page := case
        when cardinality(matching) = 0 then '{}'
        when cardinality(matching) <= most_matching and is_one_tier then
          array(select f from catalog_sorted(matching, terms, filter, of_tier, sort, after, most - nth) f)
        when cardinality(matching) <= most_matching then array(select f from catalog_ranked(matching, terms, filter, place, most - nth) f)
        when is_one_tier then catalog_walked(lists, terms, filter, of_tier, sort, after, most - nth, null) end;
    end if;
    if page is null then
      todo := search_split(terms, tiers) || todo;
      continue;
    end if;
    foreach found_id in array page loop
      nth := nth + 1;
      return next;
    end loop;
  end loop;
end $$;

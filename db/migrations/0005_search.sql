-- The search of the catalog.
--
-- Locks: none, all objects are new. To revert: drop the database.

set local check_function_bodies = off;

-- A word of a search, with the lists of the creators who match it. Each field is a class of matches; lists_of_class has their order.
-- exact0 to exact3: the word or an inflection of it in the name or a handle, in a topic, in the bio, in a title or a platform.
-- by_prefix: names and topics with words that begin with it. by_typo: names and topics with words of which it may be a typo.
-- by_later_prefix: like by_prefix, for words that are newer than the words of by_typo. in_titles: titles with words of these three.
-- by_any_prefix: beyond the sixteen oldest words, creators with a word that begins with `prefix`.
-- In by_prefix, by_typo, by_later_prefix and in_titles the lists of older words come first, so that new words do not lower the rank of
-- a creator. A word also matches joined with each adjacent word, and all words match as one: "van life" as "vanlife".
create type search_term as (
  exact0 text[], exact1 text[], exact2 text[], exact3 text[], by_prefix text[], by_typo text[], by_later_prefix text[],
  by_any_prefix text[], in_titles text[], prefix text
);

-- The filters of a search. An element of `lists` has alternatives, separated by character 31: a creator must be in one of them, for each
-- element. One service must match all other fields that are not null.
create type search_filter as (
  lists text[], platform text, type text, variant text, country text, min_price bigint, max_price bigint
);

-- The position of a creator in a sorted list.
create type search_place as (tier int, last_modified timestamptz, min_price bigint, creator_id bigint);

create aggregate array_concat(anycompatiblearray) (sfunc = array_cat, stype = anycompatiblearray, initcond = '{}');

-- Returns the part of a tsquery that matches any of the lists.
create function any_of(lists text[]) returns text language sql immutable as $$
  select '(' || string_agg('''' || replace(replace(list, '\', '\\'), '''', '''''') || '''', '|') || ')' from unnest(lists) list
$$;

-- Returns the edit distance between two words, where a swap of two adjacent letters counts as one. For a distance above `max_distance`
-- it returns any number above it.
create function typo_count(a text, b text, max_distance int) returns int language sql immutable as $$
  select case when levenshtein_less_equal(a, b, greatest(max_distance, 2)) = 2 and length(a) = length(b) and exists (
      select from generate_series(1, length(a) - 1) i
      where left(a, i - 1) || substr(a, i + 1, 1) || substr(a, i, 1) || substr(a, i + 2) = b)
    then 1 else levenshtein_less_equal(a, b, greatest(max_distance, 2)) end
$$;

-- Whether a word is a stop word. A search that has other words drops it.
create function is_stop_word(word text) returns boolean language sql stable as $$
  select ts_lexize('english_stem', word) = '{}' or word = any (
    '{und,oder,mit,fur,von,der,das,den,dem,ein,eine,les,des,une,pour,avec,dans,sur,del,los,las,una,por,para,com,uma,для,как,что,это,или,del,della,per,voor,met,ile,icin,ve}')
    or length(word) <= 2 and (ts_lexize('spanish_stem', word) = '{}' or ts_lexize('french_stem', word) = '{}'
      or ts_lexize('portuguese_stem', word) = '{}' or ts_lexize('russian_stem', word) = '{}' or ts_lexize('german_stem', word) = '{}')
$$;

-- Returns the stems of words without the excluded ones, in their order.
create function other_stems(words text[], excluded text[]) returns text[] language sql stable as $$
  select array(select stem(w.word) from unnest(words) with ordinality as w(word, n)
    where stem(w.word) <> all (excluded) group by 1 order by min(n))
$$;

create function lists_of(fields text, lexemes text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(field || ':' || lexeme order by n), '{}') from unnest(lexemes) with ordinality as l(lexeme, n), string_to_table(fields, null) field
$$;

-- Returns the position of the first list that a creator is in.
create function rank_in(ranked text[], lists text[]) returns int language plpgsql immutable as $$
begin
  for n in 1 .. cardinality(ranked) loop
    if ranked[n] = any (lists) then return n; end if;
  end loop;
end $$;

create function is_in_lists(member text[], filter search_filter) returns boolean language sql immutable as $$
  select not exists (select from unnest(filter.lists) f where not member && string_to_array(f, chr(31)))
$$;

-- Returns the oldest words that begin with the prefix.
create function oldest_words(prefix text, size int, max_rows int) returns text[] language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  found_words text[];
begin
  -- The size is a literal in the statement, because each size has its own index.
  execute format('select array(select word from catalog_words where left(word, %1$s) = left($1, %1$s) and starts_with(word, $1) and word <> $1
    order by since, word limit $2)', size) into found_words using prefix, max_rows;
  return found_words;
end $$;

-- Returns the lists of a class of a word. Every creator with a tier of this class is in one of them.
create function lists_of_class(t search_term, class int) returns text[] language sql immutable as $$
  select case class when 0 then t.exact0 when 1 then t.exact1 when 2 then t.exact2 when 3 then t.exact3 when 4 then t.by_prefix
    when 5 then t.by_typo when 6 then t.in_titles when 7 then t.by_later_prefix when 8 then t.by_any_prefix end
$$;

-- Returns the words of a search. in_titles has the words of by_prefix and by_typo. by_later_prefix ends with the titles of its own words.
create function search_terms(q text) returns setof search_term language sql stable as $$
  with input as materialized (
    select word, n, is_unspaced(word) as is_unspaced, lag(word) over (order by n) as before, lead(word) over (order by n) as after,
      string_agg(word, '') over () as whole
    from unnest(words_of(q)) with ordinality as w(word, n)),
  with_joined as materialized (
    select *, array(select x from unnest(array[before || word, word || after, whole]) x
        where x is not null and length(x) <= 40 and not is_unspaced and not is_unspaced(x)) as joined from input),
  with_stops as materialized (
    select *, is_stop_word(word) and not exists (select from catalog_words w where w.word = any (joined)) as is_stop from with_joined),
  term as materialized (
    select word, min(n) as n, is_unspaced,
      array(select distinct stem(x) from unnest(array[word] || array_concat(joined)) x) as lexemes
    from with_stops where not is_stop or not exists (select from with_stops where not is_stop)
    group by word, is_unspaced order by 2 limit 12)
  select lists_of('a', term.lexemes), lists_of('b', term.lexemes), lists_of('c', term.lexemes), lists_of('d', term.lexemes),
    lists_of('ab', by_prefix.lexemes), lists_of('ab', by_typo.lexemes), lists_of('ab', by_later_prefix.lexemes) || lists_of('d', by_later_prefix.lexemes),
    case when cardinality(oldest.words) > 16 then array['p:' || left(word, size)] else '{}' end,
    lists_of('d', by_prefix.lexemes || by_typo.lexemes), case when length(word) <> size then word end
  from term
  cross join lateral (select case when length(word) >= 6 then 6 when length(word) >= 4 then 4 else length(word) end as size) size
  cross join lateral (
    select case when not term.is_unspaced and length(term.word) > 1 then oldest_words(term.word, size, 17) else '{}' end as words offset 0
  ) oldest
  cross join lateral (
    select case when not term.is_unspaced and length(term.word) >= 5
      and creators_in(lists_of('ab', term.lexemes)) < 2000
      then similar_words(term.word) else '{}' end as words offset 0
  ) typo
  cross join lateral (
    select count(*)::int as older from unnest(oldest.words[:16]) o
    where cardinality(typo.words) = 0 or (select since from catalog_words where word = o) <=
      (select min(since) from catalog_words where word = any (typo.words))
  ) before_typos
  cross join lateral (select other_stems(oldest.words[:before_typos.older], term.lexemes) as lexemes offset 0) by_prefix
  cross join lateral (select other_stems(typo.words, term.lexemes || by_prefix.lexemes) as lexemes offset 0) by_typo
  cross join lateral (
    select other_stems(oldest.words[before_typos.older + 1:16], term.lexemes || by_prefix.lexemes || by_typo.lexemes) as lexemes offset 0
  ) by_later_prefix
  order by term.n
$$;

-- Returns the services of a creator that match all fields of the filter. Offset 0: without it the planner may read the services of all
-- creators at once.
create function matching_services(creator bigint, filter search_filter) returns table (listing_id bigint) language sql stable as $$
  select s.listing_id from catalog_services s where s.creator_id = creator
    and s.base_price between coalesce(filter.min_price, 0) and coalesce(filter.max_price, 9223372036854775807)
    and (filter.platform is null or s.platform = filter.platform) and (filter.type is null or s.type = filter.type)
    and (filter.variant is null or s.variant = filter.variant) and (filter.country is null or filter.country = any (s.countries)) offset 0
$$;

-- Returns the number of creators in any of the lists. A creator in several of them counts several times.
create function creators_in(names text[]) returns bigint language sql stable as $$
  select coalesce(sum(creators), 0) from catalog_list_counts where list = any (names)
$$;

-- Returns one row with the tier of a creator in a search. The tier is null when the creator does not match the words or the filter. The
-- case reads the creator only after a service has matched. Offset 0: Postgres computes the tier once.
create function search_match(creator bigint, terms search_term[], filter search_filter) returns table (tier int) language sql stable as $$
  select case
    when num_nonnulls(filter.platform, filter.type, filter.variant, filter.country, filter.min_price, filter.max_price) = 0
      or exists (select from matching_services(creator, filter))
    then (select search_tier(c.lists, c.words, terms) from catalog_creators c where c.creator_id = creator and is_in_lists(c.lists, filter))
  end offset 0
$$;

-- Returns the position of the cursor's creator in a search. If the creator no longer matches or is no longer listed, the position from
-- before its last change counts. If it did not match then either, it gets the best tier at its current position: entries may be repeated,
-- and none is skipped.
create function place_in_search(cursor uuid, terms search_term[], filter search_filter) returns search_place language sql stable as $$
  select row(coalesce(state.tier, 0), state.last_modified, state.min_price, state.creator_id)::search_place from (
    select 1 as n, c.last_modified, c.min_price, c.creator_id, search_tier(c.lists, c.words, terms) as tier, is_in_lists(c.lists, filter) as is_in
    from catalog_creators c where c.public_id = cursor
    union all
    select 2, c.last_modified, c.min_price, c.creator_id, search_tier(c.lists, c.words, terms), is_in_lists(c.lists, filter)
    from catalog_former c where c.public_id = cursor) state
  order by state.is_in and state.tier is not null desc, state.n limit 1
$$;

-- Returns the lists of a word with the tiers of search_tier. Every creator in a sure list matches. The list of a prefix is not sure when
-- the word is longer than the prefix.
create function lists_by_tier(t search_term) returns table (tier int, list text, is_sure boolean) language sql immutable as $$
  select class * 100 + case when class in (4, 5, 6, 7) then n::int else 0 end, l, class <> 8 or t.prefix is null
  from generate_series(0, 8) class, unnest(lists_of_class(t, class)) with ordinality as lists(l, n)
$$;

-- Returns the lists that contain at least one creator, in their order.
create function non_empty(lists text[]) returns text[] language sql stable as $$
  select coalesce(array_agg(list order by n), '{}') from unnest(lists) with ordinality as all_lists(list, n)
  where exists (select from catalog_lists l where l.list = all_lists.list)
$$;

-- Returns the word without its empty lists, so that no scan looks for them.
create function without_empty_lists(t search_term) returns search_term language sql stable as $$
  select row(non_empty(t.exact0), non_empty(t.exact1), non_empty(t.exact2), non_empty(t.exact3), non_empty(t.by_prefix), non_empty(t.by_typo),
    non_empty(t.by_later_prefix), non_empty(t.by_any_prefix), non_empty(t.in_titles), t.prefix)::search_term
$$;

-- Splits a range into its classes, or a range of one class into its tiers.
create function search_split(terms search_term[], tiers int4range) returns int4range[] language sql immutable as $$
  with tier as (select distinct tier from unnest(terms) t, lists_by_tier(t) where tier <@ tiers),
  part as (
    select min(tier) as first, max(tier) as last from tier
    group by case when (select count(distinct tier / 100) from tier) > 1 then tier / 100 else tier end)
  select coalesce(array_agg(int4range(first, last + 1) order by first), '{}') from part
$$;

-- Returns up to `max_rows` creators from the GIN index. Other scans are off, because the planner overestimates the rows and would scan the
-- table.
create function catalog_matches(query tsquery, max_rows int) returns setof search_place language sql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '64MB' as $$
  select 0, last_modified, min_price, creator_id from catalog_creators where array_to_tsvector(array_remove(lists, '')) @@ query limit max_rows
$$;

-- A search sorts up to max_ranked creators of several tiers, and up to max_sorted of one tier. It scans the lists for more.
create function max_ranked() returns int language sql immutable as 'select 500';

create function max_sorted() returns int language sql immutable as 'select 20000';

-- The number of creators of a list that a scan checks before the search uses the GIN index. If most of the list matches, the page is full
-- by then.
create function max_checks() returns int language sql immutable as 'select 300';

-- Returns the first `max_rows` of `matching` after the position, the best tiers first.
create function catalog_ranked(matching search_place[], terms search_term[], filter search_filter, place search_place, max_rows int)
returns setof bigint language sql stable as $$
  select m.creator_id from unnest(matching) m cross join lateral search_match(m.creator_id, terms, filter) answer
  where (-answer.tier, m.last_modified, m.creator_id) < (-place.tier, place.last_modified, place.creator_id)
  order by answer.tier, m.last_modified desc, m.creator_id desc limit max_rows
$$;

-- Returns the first `max_rows` of `matching` after the position that are in `of_tier` (null: in any tier), by activity or by price. It
-- sorts them, then checks each one until it has found enough.
create function catalog_sorted(matching search_place[], terms search_term[], filter search_filter, of_tier int, sort text, place search_place, max_rows int)
returns setof bigint language plpgsql stable as $$
declare
  candidate bigint;
  found_tier int;
begin
  for candidate in
    select m.creator_id from unnest(matching) m
    where case sort when 'price' then (m.min_price, m.creator_id) > (place.min_price, place.creator_id)
      else (m.last_modified, m.creator_id) < (place.last_modified, place.creator_id) end
    order by case sort when 'price' then m.min_price end, case sort when 'price' then m.creator_id end, m.last_modified desc, m.creator_id desc
  loop
    exit when max_rows = 0;
    select answer.tier into found_tier from search_match(candidate, terms, filter) answer;
    if found_tier = coalesce(of_tier, found_tier) then
      max_rows := max_rows - 1;
      return next candidate;
    end if;
  end loop;
end $$;

-- Returns the words of which the word may be a typo: at edit distance 1, from eight letters on 2, and older than the word itself. One typo
-- changes at most four trigrams, two typos six: words that share fewer trigrams are not compared.
create function similar_words(typed text) returns text[] language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set pg_trgm.similarity_threshold = 0.2 as $$
declare
  n constant int := length(typed);
  max_distance constant int := case when n < 8 then 1 else 2 end;
  trigrams constant numeric := cardinality(show_trgm(typed));
  changed constant numeric := case max_distance when 1 then 4 else 6 end;
begin
  perform set_config('pg_trgm.similarity_threshold', greatest(0.1, (trigrams - changed) / (trigrams + changed) - 0.001)::text, true);
  return array(
    select word from (
      select word, since, typo_count(word, typed, 2) as distance from (
        select * from catalog_words where n < 8 and length(word) between 4 and 8 and word % typed
        union all select * from catalog_words where n between 8 and 10 and length(word) between 6 and 12 and word % typed
        union all select * from catalog_words where n > 10 and length(word) >= 9 and word % typed) alike
      where word <> typed and abs(length(word) - n) <= max_distance
        and since < coalesce((select since from catalog_words where word = typed), 'infinity')
      offset 0) near
    where distance <= max_distance
    order by since, word limit 8);
end $$;

-- Returns the tier of a creator in a search: 0 is the best. The worst word decides. The hundreds are the class of lists_of_class, in which
-- in_titles is before by_later_prefix and by_any_prefix, so that new words do not lower the rank of a title. The units are the position of
-- the list in its field. Null when a word does not match.
create function search_tier(lists text[], words text[], terms search_term[]) returns int language plpgsql immutable as $$
declare
  t search_term;
  of_term int;
  worst int;
begin
  foreach t in array terms loop
    of_term := case when lists && t.exact0 then 0 when lists && t.exact1 then 100 when lists && t.exact2 then 200
      when lists && t.exact3 then 300 when lists && t.by_prefix then 400 + rank_in(t.by_prefix, lists)
      when lists && t.by_typo then 500 + rank_in(t.by_typo, lists) when lists && t.in_titles then 600 + rank_in(t.in_titles, lists)
      when lists && t.by_later_prefix then 700 + rank_in(t.by_later_prefix, lists) when lists && t.by_any_prefix then 800 end;
    if of_term is null then return null; end if;
    -- Not in the expression above: a subquery there would make each evaluation slower.
    if of_term = 800 and t.prefix is not null then
      if not exists (select from unnest(words) w where starts_with(w, t.prefix)) then return null; end if;
    end if;
    worst := greatest(worst, of_term);
  end loop;
  return worst;
end $$;

-- Returns queries that find the creators of a range of tiers who match the filter, and a few others. They find the creators who match every
-- word at least as well as the end of the range. without_better excludes the creators who match every word better than its start; such
-- queries take longer. No creator is in two queries. The list of a common prefix is alone in the first query, because the index takes much
-- longer to combine it with the lists of 16 words.
create function search_queries(terms search_term[], filter search_filter, tiers int4range, without_better boolean) returns tsquery[] language sql immutable as $$
  with word as materialized (
    select n, lists.* from generate_subscripts(terms, 1) n cross join lateral (
      select any_of(array_agg(list) filter (where tier < upper(tiers))) as at_least,
        any_of(array_agg(list) filter (where tier < upper(tiers) and tier < 800)) as otherwise,
        any_of(array_agg(list) filter (where tier < upper(tiers) and tier >= 800)) as by_prefix,
        any_of(array_agg(list) filter (where tier < lower(tiers) and is_sure)) as better
      from lists_by_tier(terms[n])) lists),
  fixed as materialized (
    select string_agg(coalesce(by_prefix, at_least), '&') as first_query,
      case when count(*) > 1 then string_agg(at_least, '&') end as all_words,
      '(' || string_agg(otherwise, '|') filter (where by_prefix is not null) || ')' as rarer,
      case when without_better and bool_and(better is not null) then '!(' || string_agg(better, '&') || ')' end as not_better,
      (select string_agg(any_of(string_to_array(f, chr(31))), '&') from unnest(filter.lists) f) as filtered
    from word),
  query as (
    select concat_ws('&', first_query, filtered, not_better) as query from fixed
    union all
    -- A creator who is not in the common list of a word is in another list of it. The query does not repeat all words for each such word.
    select concat_ws('&', all_words, filtered, not_better, '!(' || first_query || ')', rarer) from fixed where rarer is not null)
  select array_agg(query::tsquery) from query
$$;

-- The number of positions that a scan checks. It is smaller for more words, because each check then takes longer.
create function max_checks(words int) returns int language sql immutable as $$
  select greatest(1, max_checks() * 2 / greatest(words, 2))
$$;

-- Returns the lists to scan for a range of tiers: those of the word with the fewest creators up to the end of the range. For a single
-- word, it omits the lists of better tiers, which have been scanned before. Null when a word has no such list.
create function lists_to_scan(terms search_term[], tiers int4range) returns text[] language sql stable as $$
  with list as materialized (select n, l.* from generate_subscripts(terms, 1) n, lists_by_tier(terms[n]) l where tier < upper(tiers))
  select array_agg(list) from list
  where (cardinality(terms) > 1 or tier >= lower(tiers)) and (select count(distinct n) from list) = cardinality(terms)
  group by n order by creators_in(array_agg(list)), count(*), n limit 1
$$;

-- Returns the first `max_rows` matching creators of the lists after the position, by activity or by price. It checks at most `max_checked`
-- positions of all lists together, or all positions when that is null.
create function catalog_scanned(lists text[], terms search_term[], filter search_filter, of_tier int, sort text, place search_place, max_rows int, max_checked int)
returns bigint[] language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  lowest constant bigint := coalesce(filter.min_price, 0);
  highest constant bigint := coalesce(filter.max_price, 9223372036854775807);
  last search_place := row(null, '-infinity', 9223372036854775807, 9223372036854775807);
  last_checked search_place;
begin
  if sort = 'price' then
    select null, null, checked.min_price, checked.creator_id into last_checked from unnest(lists) as name(list) cross join lateral (
      select l.min_price, l.creator_id from catalog_lists l
      where l.list = name.list and (l.min_price, l.creator_id) > (place.min_price, place.creator_id)
      order by l.min_price, l.creator_id limit max_checked) checked
    where max_checked is not null order by checked.min_price, checked.creator_id offset max_checked - 1 limit 1;
    if found then last := last_checked; end if;
    return array(select w.creator_id from (
      select distinct found.min_price, found.creator_id from unnest(lists) as name(list) cross join lateral (
        select l.min_price, l.creator_id from catalog_lists l cross join lateral search_match(l.creator_id, terms, filter) answer
        where l.list = name.list and (l.min_price, l.creator_id) > (place.min_price, place.creator_id)
          and (l.min_price, l.creator_id) <= (last.min_price, last.creator_id)
          and l.max_price >= lowest and l.min_price <= highest and answer.tier = coalesce(of_tier, answer.tier)
        order by l.min_price, l.creator_id limit max_rows) found) w
      order by w.min_price, w.creator_id limit max_rows);
  end if;
  select null, checked.last_modified, null, checked.creator_id into last_checked from unnest(lists) as name(list) cross join lateral (
    select l.last_modified, l.creator_id from catalog_lists l
    where l.list = name.list and (l.last_modified, l.creator_id) < (place.last_modified, place.creator_id)
    order by l.last_modified desc, l.creator_id desc limit max_checked) checked
  where max_checked is not null order by checked.last_modified desc, checked.creator_id desc offset max_checked - 1 limit 1;
  if found then last := last_checked; else last.creator_id := 0; end if;
  return array(select w.creator_id from (
    select distinct found.last_modified, found.creator_id from unnest(lists) as name(list) cross join lateral (
      select l.last_modified, l.creator_id from catalog_lists l cross join lateral search_match(l.creator_id, terms, filter) answer
      where l.list = name.list and (l.last_modified, l.creator_id) < (place.last_modified, place.creator_id)
        and (l.last_modified, l.creator_id) >= (last.last_modified, last.creator_id)
        and l.max_price >= lowest and l.min_price <= highest and answer.tier = coalesce(of_tier, answer.tier)
      order by l.last_modified desc, l.creator_id desc limit max_rows) found) w
    order by w.last_modified desc, w.creator_id desc limit max_rows);
end $$;

-- Returns the first `max_rows` creators who match a search, after the cursor. 'relevance' sorts by tier, then by the last modification.
-- 'activity' and 'price' sort like every list. With several conditions the GIN index finds the creators of a class, or of a tier if the
-- class has many. With a single word the search scans its lists, tier by tier.
create function catalog_search(q text, filter search_filter, sort text, cursor uuid, max_rows int)
returns table (nth int, found_id bigint) language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  terms constant search_term[] := array(select without_empty_lists(t) from search_terms(q) t);
  by_tier constant boolean := sort = 'relevance';
  has_several constant boolean := cardinality(terms) + cardinality(filter.lists) > 1;
  start constant search_place := row(-1, 'infinity', -1, 9223372036854775807);
  place search_place := start;
  remaining int4range[];
  tiers int4range;
  lists text[];
  page bigint[];
  matching search_place[];
  max_matching int;
  without_better boolean;
  is_one_tier boolean;
  of_tier int;
  after search_place;
begin
  nth := 0;
  if cardinality(terms) = 0 then return; end if;
  if cursor is not null then place := place_in_search(cursor, terms, filter); end if;

  tiers := int4range(case when by_tier then greatest(place.tier, 0) else 0 end, 900);
  remaining := case when by_tier then search_split(terms, tiers) else array[tiers] end;
  while nth < max_rows and cardinality(remaining) > 0 loop
    tiers := remaining[1];
    remaining := remaining[2:];
    is_one_tier := not by_tier or upper(tiers) - lower(tiers) = 1;
    of_tier := case when by_tier then lower(tiers) end;
    -- All creators of a worse tier are after the cursor.
    after := case when of_tier > place.tier then start else place end;
    lists := lists_to_scan(terms, tiers);
    continue when lists is null;

    page := case when is_one_tier then
      catalog_scanned(lists, terms, filter, of_tier, sort, after, max_rows - nth, case when has_several then max_checks(cardinality(terms)) end) end;
    if has_several and (page is null or cardinality(page) < max_rows - nth) then
      page := null;
      max_matching := case when is_one_tier then max_sorted() else max_ranked() end;
      -- catalog_sorted skips the creators of better tiers. The query excludes them only when it finds too many.
      without_better := not is_one_tier;
      loop
        matching := array(select m from unnest(search_queries(terms, filter, tiers, without_better)) query,
          catalog_matches(query, max_matching + 1) m);
        exit when without_better or lower(tiers) = 0 or cardinality(matching) <= max_matching;
        without_better := true;
      end loop;
      page := case
        when cardinality(matching) = 0 then '{}'
        when cardinality(matching) <= max_matching and is_one_tier then
          array(select f from catalog_sorted(matching, terms, filter, of_tier, sort, after, max_rows - nth) f)
        when cardinality(matching) <= max_matching then array(select f from catalog_ranked(matching, terms, filter, place, max_rows - nth) f)
        when is_one_tier then catalog_scanned(lists, terms, filter, of_tier, sort, after, max_rows - nth, null) end;
    end if;
    if page is null then
      remaining := search_split(terms, tiers) || remaining;
      continue;
    end if;
    foreach found_id in array page loop
      nth := nth + 1;
      return next;
    end loop;
  end loop;
end $$;

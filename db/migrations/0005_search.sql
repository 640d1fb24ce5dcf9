-- The search of the catalog.
--
-- Locks: nothing, everything is new. To go back: drop the database.

set local check_function_bodies = off;

-- One row for each word of a search, with the lists of the creators who answer it, the best first:
-- exact0 to exact3: the word or another form of it in the name or a handle, in a topic, in the bio, in a title or a platform;
-- begun: names and topics with words that begin with it; meant: those with words that it may be a slip of; later: those with
-- words that begin with it and are younger than the words that may have been meant; others: beyond the sixteen oldest words,
-- creators with a word that starts with `beginning`; titled: titles with the words of begun, meant and later.
-- Within begun, meant, later and titled the lists of older words come first: new words push nobody down.
-- A word is also read as one with its neighbours, and all words as one: "van life" as "vanlife".
create type search_term as (
  exact0 text[], exact1 text[], exact2 text[], exact3 text[], begun text[], meant text[], later text[], others text[], titled text[],
  beginning text
);

-- The filters of a search. For each element of `lists` (alternatives separated by character 31) a creator must be in one list. One service
-- must meet all other fields that are not null.
create type search_filter as (
  lists text[], platform text, type text, variant text, country text, min_price bigint, max_price bigint
);

-- The place of a creator in an order.
create type search_place as (tier int, last_modified timestamptz, min_price bigint, creator_id bigint);

create aggregate array_concat(anycompatiblearray) (sfunc = array_cat, stype = anycompatiblearray, initcond = '{}');

-- Some of the lists, as a part of a tsquery.
create function any_of(lists text[]) returns text language sql immutable as $$
  select '(' || string_agg('''' || replace(replace(list, '\', '\\'), '''', '''''') || '''', '|') || ')' from unnest(lists) list
$$;

-- Slips between two words; two letters that changed places are one. Above `most` it is any number above it.
create function slips(a text, b text, most int) returns int language sql immutable as $$
  select case when levenshtein_less_equal(a, b, greatest(most, 2)) = 2 and length(a) = length(b) and exists (
      select from generate_series(1, length(a) - 1) i
      where left(a, i - 1) || substr(a, i + 1, 1) || substr(a, i, 1) || substr(a, i + 2) = b)
    then 1 else levenshtein_less_equal(a, b, greatest(most, 2)) end
$$;

-- Stop words, which a search with other words drops.
create function is_stop_word(word text) returns boolean language sql stable as $$
  select ts_lexize('english_stem', word) = '{}' or word = any (
    '{und,oder,mit,fur,von,der,das,den,dem,ein,eine,les,des,une,pour,avec,dans,sur,del,los,las,una,por,para,com,uma,для,как,что,это,или,del,della,per,voor,met,ile,icin,ve}')
    or length(word) <= 2 and (ts_lexize('spanish_stem', word) = '{}' or ts_lexize('french_stem', word) = '{}'
      or ts_lexize('portuguese_stem', word) = '{}' or ts_lexize('russian_stem', word) = '{}' or ts_lexize('german_stem', word) = '{}')
$$;

-- The forms of words that are not among others, in their order.
create function other_stems(words text[], others text[]) returns text[] language sql stable as $$
  select array(select stem(w.word) from unnest(words) with ordinality as w(word, n)
    where stem(w.word) <> all (others) group by 1 order by min(n))
$$;

create function lists_of(fields text, lexemes text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(field || ':' || lexeme order by n), '{}') from unnest(lexemes) with ordinality as l(lexeme, n), string_to_table(fields, null) field
$$;

-- The position of the first list that a creator is in.
create function rank_in(ranked text[], lists text[]) returns int language plpgsql immutable as $$
begin
  for n in 1 .. cardinality(ranked) loop
    if ranked[n] = any (lists) then return n; end if;
  end loop;
end $$;

create function is_in_lists(member text[], filter search_filter) returns boolean language sql immutable as $$
  select not exists (select from unnest(filter.lists) f where not member && string_to_array(f, chr(31)))
$$;

create function oldest_words(beginning text, size int, most int) returns text[] language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  found_words text[];
begin
  -- The size is a literal in the statement, because each size has its own index.
  execute format('select array(select word from catalog_words where left(word, %1$s) = left($1, %1$s) and starts_with(word, $1) and word <> $1
    order by since, word limit $2)', size) into found_words using beginning, most;
  return found_words;
end $$;

-- The lists of a class of a word: every creator whose tier is of this class stands in one of them.
create function lists_of_class(t search_term, class int) returns text[] language sql immutable as $$
  select case class when 0 then t.exact0 when 1 then t.exact1 when 2 then t.exact2 when 3 then t.exact3 when 4 then t.begun
    when 5 then t.meant when 6 then t.titled when 7 then t.later when 8 then t.others end
$$;

-- The words of a search. `titled` has titles with the words of begun and meant, and `later` ends with the titles of its own words.
create function search_terms(q text) returns setof search_term language sql stable as $$
  with asked as materialized (
    select word, n, is_unspaced(word) as is_unspaced, lag(word) over (order by n) as before, lead(word) over (order by n) as after,
      string_agg(word, '') over () as whole
    from unnest(words_of(q)) with ordinality as w(word, n)),
  read as materialized (
    select *, array(select x from unnest(array[before || word, word || after, whole]) x
        where x is not null and length(x) <= 40 and not is_unspaced and not is_unspaced(x)) as joined from asked),
  needed as materialized (
    select *, is_stop_word(word) and not exists (select from catalog_words w where w.word = any (joined)) as is_stop from read),
  term as materialized (
    select word, min(n) as n, is_unspaced,
      array(select distinct stem(x) from unnest(array[word] || array_concat(joined)) x) as lexemes
    from needed where not is_stop or not exists (select from needed where not is_stop)
    group by word, is_unspaced order by 2 limit 12)
  select lists_of('a', term.lexemes), lists_of('b', term.lexemes), lists_of('c', term.lexemes), lists_of('d', term.lexemes),
    lists_of('ab', begun.lexemes), lists_of('ab', meant.lexemes), lists_of('ab', later.lexemes) || lists_of('d', later.lexemes),
    case when cardinality(oldest.words) > 16 then array['p:' || left(word, size)] else '{}' end,
    lists_of('d', begun.lexemes || meant.lexemes), case when length(word) <> size then word end
  from term
  cross join lateral (select case when length(word) >= 6 then 6 when length(word) >= 4 then 4 else length(word) end as size) size
  cross join lateral (
    select case when not term.is_unspaced and length(term.word) > 1 then oldest_words(term.word, size, 17) else '{}' end as words offset 0
  ) oldest
  cross join lateral (
    select case when not term.is_unspaced and length(term.word) >= 5
      and (select count(*) from (select from catalog_lists l where l.list = any (lists_of('ab', term.lexemes)) limit 2000) common) < 2000
      then words_meant(term.word) else '{}' end as words offset 0
  ) slip
  cross join lateral (
    select count(*)::int as older from unnest(oldest.words[:16]) o
    where cardinality(slip.words) = 0 or (select since from catalog_words where word = o) <=
      (select min(since) from catalog_words where word = any (slip.words))
  ) before_slips
  cross join lateral (select other_stems(oldest.words[:before_slips.older], term.lexemes) as lexemes offset 0) begun
  cross join lateral (select other_stems(slip.words, term.lexemes || begun.lexemes) as lexemes offset 0) meant
  cross join lateral (
    select other_stems(oldest.words[before_slips.older + 1:16], term.lexemes || begun.lexemes || meant.lexemes) as lexemes offset 0
  ) later
  order by term.n
$$;

-- The tier of a creator in a search, or null when it does not answer or its filter refuses it: one row. In a case, so that nothing of a
-- creator is read who has no such service. Offset 0: the tier is computed once.
create function search_answer(creator bigint, terms search_term[], filter search_filter) returns table (tier int) language sql stable as $$
  select case
    when num_nonnulls(filter.platform, filter.type, filter.variant, filter.country, filter.min_price, filter.max_price) = 0
      or exists (select from catalog_services s where s.creator_id = creator
        and s.base_price between coalesce(filter.min_price, 0) and coalesce(filter.max_price, 9223372036854775807)
        and (filter.platform is null or s.platform = filter.platform) and (filter.type is null or s.type = filter.type)
        and (filter.variant is null or s.variant = filter.variant) and (filter.country is null or filter.country = any (s.countries)) offset 0)
    then (select search_tier(c.lists, c.words, terms) from catalog_creators c where c.creator_id = creator and is_in_lists(c.lists, filter))
  end offset 0
$$;

-- The place of a cursor's creator in a search. A creator that no longer matches, or has left, has the place from before its last
-- change. If it did not match then either, it has the best tier at its present place: entries may be repeated, none is lost.
create function place_in_search(cursor uuid, terms search_term[], filter search_filter) returns search_place language sql stable as $$
  select row(coalesce(state.tier, 0), state.last_modified, state.min_price, state.creator_id)::search_place from (
    select 1 as n, c.last_modified, c.min_price, c.creator_id, search_tier(c.lists, c.words, terms) as tier, is_in_lists(c.lists, filter) as is_in
    from catalog_creators c where c.public_id = cursor
    union all
    select 2, c.last_modified, c.min_price, c.creator_id, search_tier(c.lists, c.words, terms), is_in_lists(c.lists, filter)
    from catalog_former c where c.public_id = cursor) state
  order by state.is_in and state.tier is not null desc, state.n limit 1
$$;

-- The lists of a word with their tiers, as search_tier counts them. Every creator in a sure list matches. The list of a prefix is not
-- sure when the word is longer than the prefix.
create function lists_by_tier(t search_term) returns table (tier int, list text, is_sure boolean) language sql immutable as $$
  select class * 100 + case when class in (4, 5, 6, 7) then n::int else 0 end, l, class <> 8 or t.beginning is null
  from generate_series(0, 8) class, unnest(lists_of_class(t, class)) with ordinality as lists(l, n)
$$;

-- The lists that contain at least one creator, in their order.
create function standing(lists text[]) returns text[] language sql stable as $$
  select coalesce(array_agg(list order by n), '{}') from unnest(lists) with ordinality as all_lists(list, n)
  where exists (select from catalog_lists l where l.list = all_lists.list)
$$;

-- A word without its empty lists, so that no index and no walk looks for them.
create function with_standing_lists(t search_term) returns search_term language sql stable as $$
  select row(standing(t.exact0), standing(t.exact1), standing(t.exact2), standing(t.exact3), standing(t.begun), standing(t.meant),
    standing(t.later), standing(t.others), standing(t.titled), t.beginning)::search_term
$$;

-- The smaller ranges of a range, in their order: its classes, or the tiers of its only class.
create function search_split(terms search_term[], tiers int4range) returns int4range[] language sql immutable as $$
  with tier as (select distinct tier from unnest(terms) t, lists_by_tier(t) where tier <@ tiers),
  part as (
    select min(tier) as first, max(tier) as last from tier
    group by case when (select count(distinct tier / 100) from tier) > 1 then tier / 100 else tier end)
  select coalesce(array_agg(int4range(first, last + 1) order by first), '{}') from part
$$;

-- Creators whom the GIN index finds, up to `most`. The planner overestimates their number and would read the whole table.
create function catalog_matches(wanted tsquery, most int) returns setof search_place language sql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '64MB' as $$
  select 0, last_modified, min_price, creator_id from catalog_creators where array_to_tsvector(array_remove(lists, '')) @@ wanted limit most
$$;

-- Up to most_ranked creators of several tiers are compared by their tiers. Up to most_sorted of one tier are sorted; more are walked.
create function most_ranked() returns int language sql immutable as 'select 500';

create function most_sorted() returns int language sql immutable as 'select 20000';

-- A walk tries so many creators of a list before the search uses the index: the page is full by then if most of the list matches.
create function most_tried() returns int language sql immutable as 'select 300';

-- The first `most` of `matching` after the place, the best tiers first.
create function catalog_ranked(matching search_place[], terms search_term[], filter search_filter, place search_place, most int)
returns setof bigint language sql stable as $$
  select m.creator_id from unnest(matching) m cross join lateral search_answer(m.creator_id, terms, filter) answer
  where (-answer.tier, m.last_modified, m.creator_id) < (-place.tier, place.last_modified, place.creator_id)
  order by answer.tier, m.last_modified desc, m.creator_id desc limit most
$$;

-- The first `most` of `matching` after the place that are in `of_tier` (in any tier when it is null), by activity or by price. The
-- function sorts them first, then checks each in that order until it has found enough.
create function catalog_sorted(matching search_place[], terms search_term[], filter search_filter, of_tier int, sort text, place search_place, most int)
returns setof bigint language plpgsql stable as $$
declare
  candidate bigint;
  answered int;
begin
  for candidate in
    select m.creator_id from unnest(matching) m
    where case sort when 'price' then (m.min_price, m.creator_id) > (place.min_price, place.creator_id)
      else (m.last_modified, m.creator_id) < (place.last_modified, place.creator_id) end
    order by case sort when 'price' then m.min_price end, case sort when 'price' then m.creator_id end, m.last_modified desc, m.creator_id desc
  loop
    exit when most = 0;
    select answer.tier into answered from search_answer(candidate, terms, filter) answer;
    if answered = coalesce(of_tier, answered) then
      most := most - 1;
      return next candidate;
    end if;
  end loop;
end $$;

-- The words that someone may have meant: at most one slip away, two from eight letters on, and older than the word itself. A slip changes
-- at most four groups of three letters, two slips six. Words that have fewer groups in common are not compared.
create function words_meant(asked text) returns text[] language plpgsql stable
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

-- How well a creator answers a search, 0 is best: it counts as the word that it answers worst. The hundreds are the class: the columns
-- of search_term, with `titled` before `later` and `others`, so that new words push no title down. The units are the rank of the list
-- in its column. Null when a word is not answered.
create function search_tier(lists text[], words text[], terms search_term[]) returns int language plpgsql immutable as $$
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
create function lists_to_walk(terms search_term[], tiers int4range) returns text[] language sql immutable as $$
  with list as materialized (select n, l.* from generate_subscripts(terms, 1) n, lists_by_tier(terms[n]) l where tier < upper(tiers))
  select array_agg(list) from list
  where (cardinality(terms) > 1 or tier >= lower(tiers)) and (select count(distinct n) from list) = cardinality(terms)
  group by n order by count(*), n limit 1
$$;

-- The first of those who stand in the lists, read in the order of activity or of prices. It tries at most `tried` places of all lists
-- together, or every place when that is null.
create function catalog_walked(lists text[], terms search_term[], filter search_filter, of_tier int, sort text, place search_place, most int, tried int)
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
create function catalog_search(q text, filter search_filter, sort text, cursor uuid, most int)
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

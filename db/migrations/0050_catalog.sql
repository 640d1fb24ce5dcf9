-- Search by Postgres' own means: its stemmers, unaccent, pg_trgm and fuzzystrmatch, a GIN index for several words at once,
-- and lists by word and field that an index walks in the order of relevance.
--
-- Locks: everything of the catalog until it is built anew. To go back: restore the functions, the view and the tables of
-- 0003_market.sql and call catalog_refresh for every creator.
create extension if not exists fuzzystrmatch;

-- Stemmers without stop words: a creator may be called "The Who". Search drops stop words from what is asked.
create text search dictionary castline_english (template = snowball, language = english);
create text search dictionary castline_russian (template = snowball, language = russian);

drop function catalog_refresh(bigint, timestamptz);
drop function catalog_list_rows(bigint, timestamptz, bigint, bigint, text[], text[], text[]);
drop function catalog_entry(catalog_projection, timestamptz);
drop function catalog_page(catalog_projection, timestamptz);
drop function catalog_list_names(text[], text[], text[]);
drop function words_alike(text, int);
drop view catalog_projection;
drop table catalog_words;
drop function words_of(text);

-- A regular expression for one character of Chinese, Japanese, Thai, Lao, Khmer or Burmese, which are written without spaces.
create function unspaced() returns text language sql immutable as $$
  select '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]'
$$;
create function is_unspaced(word text) returns boolean language sql immutable as $$
  select word ~ ('^' || unspaced())
$$;

-- Words as search compares them, in their order: without accents and case, split at whatever is no letter and no digit,
-- and text without spaces as its pairs of neighbouring characters. Marks of tone in Thai are left out.
create function words_of(words text) returns text[] language sql stable as $$
  select coalesce(array_agg(piece.word order by run.n, piece.n), '{}')
  from regexp_matches(regexp_replace(fold(words), '[\u0e47-\u0e4e]', '', 'g'),
    unspaced() || '+|(?:(?!' || unspaced() || ')[[:alnum:]])+', 'g') with ordinality as run(found, n)
  cross join lateral (
    select left(run.found[1], 40) as word, 1 as n where not is_unspaced(run.found[1])
    union all
    select substr(run.found[1], i, 2), i from generate_series(1, greatest(length(run.found[1]) - 1, 1)) i where is_unspaced(run.found[1])
  ) piece
$$;

-- "NeonPixel" is two words.
create function split_case(name text) returns text language sql immutable as $$
  select regexp_replace(name, '([[:lower:]])([[:upper:]])', '\1 \2', 'g')
$$;

-- The form of a word that all its inflections share.
create function stem(word text) returns text language sql stable as $$
  select coalesce((ts_lexize(case when word ~ '[а-я]' then 'castline_russian'::regdictionary else 'castline_english'::regdictionary end, word))[1], word)
$$;

-- "K-pop" is also "kpop", "van life" also "vanlife".
create function joined_neighbours(words text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(left(words[i] || words[i + 1], 40)), '{}') from generate_series(1, cardinality(words) - 1) i
  where not is_unspaced(words[i]) and not is_unspaced(words[i + 1])
$$;

-- Words of the names, handles, topics and titles: what beginnings and misspelt words are read as, while a creator has them. The
-- older of two words stands first, so that nobody pushes others out of an answer by new words.
create table catalog_words (word text collate "C" primary key, since timestamptz(3) not null);
create index catalog_words_alike on catalog_words using gin (word gin_trgm_ops);

-- The lists of a creator's words. Each form of a word is in the list of the best field that holds it: a is the name or a
-- handle, b a topic, c the bio, d a title or a platform. Beginnings of two, three, four and six characters have lists too.
create function search_lists(named text[], topical text[], bio text, titles text, begun text[]) returns text[] language sql stable as $$
  select array(
    select min(field) || ':' || stem(word) from (
      select 'a' as field, word from unnest(named) word
      union all select 'b', word from unnest(topical) word
      union all (select 'c', word from unnest(words_of(bio)) with ordinality as w(word, n) where n <= 400)
      union all select 'd', word from unnest(words_of(titles)) word
    ) fields group by stem(word)
    union select 'p:' || left(word, length) from unnest(begun) word, unnest(array[2, 3, 4, 6]) length where length(word) >= length)
$$;

-- Everything that the guest catalog shows of a creator; no row when its page must not answer.
create view catalog_projection as
select shown.*, begun.words,
  array(select distinct l from unnest(array['', 'channelType=' || shown.channel_type] || shown.facets
    || array(select 'topic=' || lower(x) from unnest(shown.topics) x)
    || array(select 'language=' || lower(x) from unnest(shown.languages) x)
    || array(select 'language=' || lower(split_part(x, '-', 1)) from unnest(shown.languages) x)
    || array(select 'geo=' || lower(x) from unnest(shown.geo) x)
    || search_lists(name.words || joined.names, topic.words || joined.topics, shown.bio, shown.titles || ' ' || shown.platforms, begun.words)) l
    order by l) as lists,
  -- Whatever changes this changes lastModified. Metrics do not: they carry their own time and identifier.
  md5(row(shown.display_name, shown.bio, shown.avatar_url, shown.published_at, shown.topics, shown.languages, shown.geo,
    shown.channel_type, shown.channels::text, shown.page_services::text)::text) as content,
  encode(sha256(convert_to(shown.metrics::text, 'UTF8')), 'hex') as metrics_observation_id
from (
  select c.user_id as creator_id, c.public_id, p.published_profile->>'displayName' as display_name,
    coalesce(p.published_profile->>'bio', '') as bio, c.avatar_url, p.published_at,
    array(select jsonb_array_elements_text(p.published_profile->'topics')) as topics,
    array(select jsonb_array_elements_text(p.published_profile->'languages')) as languages,
    array(select jsonb_array_elements_text(p.published_profile->'geo')) as geo,
    coalesce(p.published_profile->>'channelType',
      case when ch.first_platform in ('TWITCH', 'KICK') then 'STREAMER' else 'SOCIAL' end) as channel_type,
    ch.channels, ch.entry_channels, ch.total as channels_total, ch.metrics, ch.handles, ch.platforms,
    s.services, s.page_services, s.total as services_total, s.total > 12 or ch.total > 12 as is_cut, s.titles, s.facets, s.min_price, s.max_price
  from creators c
  join users u on u.id = c.user_id and u.suspended_at is null and 'CREATOR' = any (u.roles)
  join creator_pages p on p.creator_id = c.user_id and p.status = 'PUBLISHED'
  join (
    select creator_id, array_to_json(array_agg(channel order by position, id)) as channels, count(*)::int as total,
      array_to_json((array_agg(channel order by position, id))[1:12]) as entry_channels,
      array_to_json(array_agg(metric order by position, id)) as metrics,
      array_agg(handle order by position, id) as handles, string_agg(platform, ' ') as platforms,
      (array_agg(platform order by position, id))[1] as first_platform
    from shown_channels group by creator_id
  ) ch on ch.creator_id = c.user_id
  join (
    select creator_id, count(*)::int as total, case when count(*) > 12 then array_to_json((array_agg(entry order by base_price, id))[1:12])
        else array_to_json(array_agg(entry order by position, id)) end as services,
      array_to_json(array_agg(page order by position, id)) as page_services,
      string_agg(title, ' ') as titles, min(base_price) as min_price, max(base_price) as max_price,
      -- What a service can be filtered by. The binary digits of the price in cents: a rare price is found
      -- without walking everyone.
      array_agg('platform=' || platform) || array_agg('format=' || type) || array_agg('format=' || type || '.' || variant)
        || array_agg('platform=' || platform || '&format=' || type)
        || array_agg('price=' || length(ltrim((base_price / 10000)::bit(64)::text, '0')))
        || string_to_array(string_agg(array_to_string(array(select 'audienceGeo=' || c from unnest(countries) c), ' '), ' '), ' ') as facets
    from shown_services group by creator_id
  ) s on s.creator_id = c.user_id
) shown
cross join lateral (
  select words_of(split_case(shown.display_name)) || array(select w from unnest(shown.handles) h, unnest(words_of(split_case(h))) w)
    || array(select left(regexp_replace(fold(h), '[^[:alnum:]]+', '', 'g'), 40) from unnest(shown.handles) h) as words offset 0
) name
cross join lateral (select array(select w from unnest(shown.topics) t, unnest(words_of(t)) w) as words offset 0) topic
cross join lateral (
  select joined_neighbours(words_of(split_case(shown.display_name)))
      || array(select w from unnest(shown.handles) h, unnest(joined_neighbours(words_of(split_case(h)))) w) as names,
    array(select w from unnest(shown.topics) t, unnest(joined_neighbours(words_of(t))) w) as topics offset 0
) joined
cross join lateral (
  select array(select distinct w from unnest(name.words || topic.words || words_of(shown.titles)) w where not is_unspaced(w) and w <> '' order by w) as words offset 0
) begun;

alter table catalog_creators drop column names;
-- The entry without channels and services, of a shop that has more than the entry shows. Its parts are kept, so that a filtered
-- list shows those that match.
alter table catalog_creators add frame text;
alter table catalog_creators alter column frame set storage external;
alter table catalog_services add channel_id bigint, add entry text;
drop index catalog_services_creator;
create index catalog_services_creator on catalog_services (creator_id, base_price, listing_id);
create table catalog_channels (
  channel_id bigint primary key,
  creator_id bigint not null references catalog_creators on delete cascade,
  position int not null,
  channel text not null
);
create index catalog_channels_creator on catalog_channels (creator_id, position, channel_id);
create index catalog_creators_lists on catalog_creators using gin (array_to_tsvector(array_remove(lists, ''))) with (fastupdate = off);

-- The state of a creator before its last change: where a cursor stands whose creator has left the list.
alter table catalog_departed rename to catalog_former;
alter table catalog_former drop column names, add column lists text[] not null default '{}';
alter table catalog_former alter column lists drop default;

drop index catalog_lists_activity;
drop index catalog_lists_price;
truncate catalog_lists;
alter table catalog_lists drop column word_bits;
create index catalog_lists_activity on catalog_lists (list, last_modified desc, creator_id desc) include (min_price, max_price, list_bits);
create index catalog_lists_price on catalog_lists (list, min_price, creator_id) include (max_price, list_bits);

-- The creators in lists, up to `most`. The planner takes a search for so unspecific that it would read the table.
create function catalog_matches(wanted tsquery, most int) returns setof bigint language sql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
  select creator_id from catalog_creators where array_to_tsvector(array_remove(lists, '')) @@ wanted limit most
$$;

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

-- The words that someone may have meant: at most one slip away, two from eight letters on, and older than the word itself.
create function words_meant(asked text) returns text[] language sql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set pg_trgm.similarity_threshold = 0.25 as $$
  select array(
    select word from (
      select word, since, slips(word, asked, 2) as distance from catalog_words
      where word % asked and word <> asked and abs(length(word) - length(asked)) <= 2
        and since < coalesce((select since from catalog_words where word = asked), 'infinity')
      offset 0) near
    where distance <= case when length(asked) < 8 then 1 else 2 end
    order by since, word limit 8)
$$;

-- Words that are dropped from a search that has others.
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

create aggregate array_concat(anycompatiblearray) (sfunc = array_cat, stype = anycompatiblearray, initcond = '{}');

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
    lists_of('ab', begun.lexemes), lists_of('ab', meant.lexemes), lists_of('ab', later.lexemes),
    case when cardinality(oldest.words) > 16 then array['p:' || left(word, size)] else '{}' end,
    lists_of('d', begun.lexemes || meant.lexemes || later.lexemes), case when length(word) <> size then word end
  from term
  cross join lateral (select case when length(word) >= 6 then 6 when length(word) >= 4 then 4 else length(word) end as size) size
  cross join lateral (
    select array(select w.word from catalog_words w
      where not term.is_unspaced and length(term.word) > 1 and w.word > term.word and w.word < term.word || chr(1114111)
      order by since, word limit 17) as words offset 0
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

-- The finished JSON. Its keys stand in the order of the interface. An entry is written with these channels and services.
create function catalog_entry(p catalog_projection, modified timestamptz, channels json, services json) returns text language sql stable as $$
  select row_to_json(e)::text from (select p.public_id as "publicId", p.metrics_observation_id as "metricsObservationId",
    iso(modified) as "lastModified", p.display_name as "displayName", p.topics, p.languages, p.channel_type as "channelType",
    channels, p.channels_total as "channelsTotal", services, p.services_total as "servicesTotal", p.metrics) e
$$;
create function catalog_page(p catalog_projection, modified timestamptz) returns text language sql stable as $$
  select row_to_json(e)::text from (select p.public_id as "publicId", p.metrics_observation_id as "metricsObservationId",
    iso(modified) as "lastModified", p.display_name as "displayName", p.topics, p.languages, p.channel_type as "channelType",
    p.channels, p.channels_total as "channelsTotal", p.page_services as services, p.services_total as "servicesTotal", p.metrics,
    p.bio, p.avatar_url as "avatarUrl", iso(p.published_at) as "publishedAt") e
$$;
create or replace function creator_draft_page(creator bigint) returns text language sql stable as $$
  select row_to_json(e)::text from (select c.public_id as "publicId",
    encode(sha256(convert_to(coalesce(ch.metrics, '[]')::text, 'UTF8')), 'hex') as "metricsObservationId",
    iso(c.updated_at) as "lastModified", c.display_name as "displayName", c.topics, c.languages,
    coalesce(c.channel_type, case when ch.first_platform in ('TWITCH', 'KICK') then 'STREAMER' else 'SOCIAL' end) as "channelType",
    coalesce(ch.channels, '[]') as channels, ch.total as "channelsTotal", coalesce(s.services, '[]') as services, s.total as "servicesTotal", coalesce(ch.metrics, '[]') as metrics,
    c.bio, c.avatar_url as "avatarUrl", iso(p.published_at) as "publishedAt"
  from creators c
  join creator_pages p on p.creator_id = c.user_id
  cross join lateral (
    select array_to_json(array_agg(channel order by position, id)) as channels, count(*)::int as total,
      array_to_json(array_agg(metric order by position, id)) as metrics,
      (array_agg(platform order by position, id))[1] as first_platform
    from shown_channels where creator_id = c.user_id
  ) ch
  cross join lateral (
    select array_to_json(array_agg(page order by position, id)) as services, count(*)::int as total from shown_services where creator_id = c.user_id
  ) s
  where c.user_id = creator) e
$$;
-- The place of the first list that a creator is in.
create function rank_in(ranked text[], lists text[]) returns int language plpgsql immutable as $$
begin
  for n in 1 .. cardinality(ranked) loop
    if ranked[n] = any (lists) then return n; end if;
  end loop;
end $$;

-- How well a creator answers a search, 0 best: as well as the word that it answers worst. Hundreds are the nine columns of
-- search_term in their order, units the rank of the list in its column. Null when a word is not answered.
create function search_tier(lists text[], words text[], terms search_term[]) returns int language plpgsql immutable as $$
declare
  t search_term;
  of_term int;
  worst int;
begin
  foreach t in array terms loop
    of_term := case when lists && t.exact0 then 0 when lists && t.exact1 then 100 when lists && t.exact2 then 200
      when lists && t.exact3 then 300 when lists && t.begun then 400 + rank_in(t.begun, lists)
      when lists && t.meant then 500 + rank_in(t.meant, lists) when lists && t.later then 600 + rank_in(t.later, lists)
      when lists && t.others and (t.beginning is null or exists (select from unnest(words) w where starts_with(w, t.beginning))) then 700
      when lists && t.titled then 800 + rank_in(t.titled, lists) end;
    if of_term is null then return null; end if;
    worst := greatest(worst, of_term);
  end loop;
  return worst;
end $$;

-- The lists of a class of a word: every creator whose tier is of this class stands in one of them.
create function lists_of_class(t search_term, class int) returns text[] language sql immutable as $$
  select case class when 0 then t.exact0 when 1 then t.exact1 when 2 then t.exact2 when 3 then t.exact3 when 4 then t.begun
    when 5 then t.meant when 6 then t.later when 7 then t.others when 8 then t.titled end
$$;
create function lists_of_classes(t search_term, up_to int) returns text[] language sql immutable as $$
  select array(select l from generate_series(0, up_to) n, unnest(lists_of_class(t, n)) l)
$$;

-- What a search is filtered by. Of each element of `lists`, alternatives between characters of number 31, a creator must
-- stand in one; one service must be as the others say, where they are not null.
create type search_filter as (
  lists text[], platform text, type text, variant text, country text, min_price bigint, max_price bigint
);
create function is_in_lists(member text[], filter search_filter) returns boolean language sql immutable as $$
  select not exists (select from unnest(filter.lists) f where not member && string_to_array(f, chr(31)))
$$;
create function has_service(creator bigint, filter search_filter) returns boolean language sql stable as $$
  select num_nonnulls(filter.platform, filter.type, filter.variant, filter.country, filter.min_price, filter.max_price) = 0
    or exists (select from catalog_services s where s.creator_id = creator
      and (filter.platform is null or s.platform = filter.platform) and (filter.type is null or s.type = filter.type)
      and (filter.variant is null or s.variant = filter.variant) and (filter.country is null or filter.country = any (s.countries))
      and (filter.min_price is null or s.base_price >= filter.min_price) and (filter.max_price is null or s.base_price <= filter.max_price))
$$;

-- The position of a cursor's creator in a search. One that answers no more, or has left, counts at the position that it had
-- before its last change; if it did not answer then either, at the best tier where it stands now: entries may come again,
-- none is lost.
create function search_place(cursor uuid, terms search_term[], filter search_filter)
returns table (tier int, last_modified timestamptz, min_price bigint, creator_id bigint) language sql stable as $$
  select coalesce(state.tier, 0), state.last_modified, state.min_price, state.creator_id from (
    select 1 as n, c.last_modified, c.min_price, c.creator_id, search_tier(c.lists, c.words, terms) as tier, is_in_lists(c.lists, filter) as is_in
    from catalog_creators c where c.public_id = cursor
    union all
    select 2, c.last_modified, c.min_price, c.creator_id, search_tier(c.lists, c.words, terms), is_in_lists(c.lists, filter)
    from catalog_former c where c.public_id = cursor) state
  order by state.is_in and state.tier is not null desc, state.n limit 1
$$;

-- The first `most` creators who answer a search, after the cursor: by 'relevance' the best tiers first, in each the latest
-- modified first; by 'activity' and 'price' as every list. A search of several conditions first asks the GIN index for those
-- who fulfil all of them, and sorts them when they are at most 500. Otherwise, lists are walked in their order, the best
-- class first, until the page is full; of several words, such walks do not tell the tiers of a class apart.
create function catalog_search(q text, filter search_filter, sort text, cursor uuid, most int)
returns table (nth int, found_id bigint) language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  terms constant search_term[] := array(select t from search_terms(q) t);
  is_single constant boolean := cardinality(terms) = 1;
  matching bigint[];
  place record;
  walked text[];
begin
  nth := 0;
  if cardinality(terms) = 0 then return; end if;
  if cursor is not null then
    select * into place from search_place(cursor, terms, filter);
  else
    select -1 as tier, 'infinity'::timestamptz as last_modified, -1::bigint as min_price, 9223372036854775807 as creator_id into place;
  end if;

  if cardinality(terms) + cardinality(filter.lists) > 1 then
    matching := array(select catalog_matches((
      select string_agg(any_of(lists), '&')::tsquery from (
        select lists_of_classes(t, 8) from unnest(terms) t union all select string_to_array(f, chr(31)) from unnest(filter.lists) f
      ) conditions(lists)), 501));
    if cardinality(matching) <= 500 then
      for found_id in
        select c.creator_id from (
          select c.creator_id, c.last_modified, c.min_price, search_tier(c.lists, c.words, terms) as tier
          from unnest(matching) m join catalog_creators c on c.creator_id = m
          where is_in_lists(c.lists, filter) and has_service(c.creator_id, filter) offset 0) c
        where c.tier is not null and case sort
          when 'price' then (c.min_price, c.creator_id) > (place.min_price, place.creator_id)
          when 'activity' then (c.last_modified, c.creator_id) < (place.last_modified, place.creator_id)
          else (-c.tier, c.last_modified, c.creator_id) < (-place.tier, place.last_modified, place.creator_id) end
        order by case sort when 'relevance' then c.tier end, case sort when 'price' then c.min_price end,
          case sort when 'price' then c.creator_id end, c.last_modified desc, c.creator_id desc
        limit most
      loop
        nth := nth + 1;
        return next;
      end loop;
      return;
    end if;
  end if;

  -- The lists of the word or filter that the fewest creators fulfil; they are compared up to 1,000 creators.
  select d.lists into walked from (
    select lists_of_classes(terms[i], 8) as lists, i as rank from generate_series(1, cardinality(terms)) i
    union all select string_to_array(f, chr(31)), 100 + u.n from unnest(filter.lists) with ordinality as u(f, n)) d
  order by (select count(*) from (select from unnest(d.lists) as name(list)
    cross join lateral (select from catalog_lists l where l.list = name.list limit 1000) l limit 1000) counted), d.rank limit 1;

  if sort = 'price' then
    for found_id in
      select w.creator_id from (
        select distinct l.min_price, l.creator_id from unnest(walked) as name(list) cross join lateral (
          select l.creator_id, l.min_price from catalog_lists l
          where l.list = name.list and (l.min_price, l.creator_id) > (place.min_price, place.creator_id)
            and exists (select from catalog_creators c where c.creator_id = l.creator_id and is_in_lists(c.lists, filter)
              and search_tier(c.lists, c.words, terms) is not null) and has_service(l.creator_id, filter)
          order by l.min_price, l.creator_id limit most) l) w
      order by w.min_price, w.creator_id limit most
    loop
      nth := nth + 1;
      return next;
    end loop;
    return;
  end if;

  -- By activity, all classes are one. Before a class of several words is walked, the index tells how many are at least so good:
  -- few are read and sorted, and nobody is looked for who is not there.
  for class in case sort when 'relevance' then greatest(place.tier, 0) / 100 else 0 end .. case sort when 'relevance' then 8 else 0 end loop
    if sort = 'relevance' and not is_single then
      matching := array(select catalog_matches((
        select string_agg(any_of(lists), '&')::tsquery from (
          select lists_of_classes(t, class) from unnest(terms) t union all select string_to_array(f, chr(31)) from unnest(filter.lists) f
        ) conditions(lists)), 501));
      continue when cardinality(matching) = 0;
      if cardinality(matching) <= 500 then
        for found_id in
          select c.creator_id from (
            select c.creator_id, c.last_modified, search_tier(c.lists, c.words, terms) as tier
            from unnest(matching) m join catalog_creators c on c.creator_id = m
            where is_in_lists(c.lists, filter) and has_service(c.creator_id, filter) offset 0) c
          where c.tier / 100 = class and (place.tier / 100 < class or place.tier < 0
            or (c.last_modified, c.creator_id) < (place.last_modified, place.creator_id))
          order by c.last_modified desc, c.creator_id desc limit most - nth
        loop
          nth := nth + 1;
          return next;
        end loop;
        exit when nth >= most;
        continue;
      end if;
    end if;
    for found_id in
      select w.creator_id from (
        select distinct name.tier, l.last_modified, l.creator_id from (
          select r.list, class * 100 + case when is_single and class in (4, 5, 6, 8) then r.rank else 0 end as tier
          from unnest(case when is_single and sort = 'relevance' then lists_of_class(terms[1], class) else walked end)
            with ordinality as r(list, rank)) name
        cross join lateral (
          select l.creator_id, l.last_modified from catalog_lists l
          where l.list = name.list and (l.last_modified, l.creator_id) < (
              case when sort = 'activity' or name.tier = case when is_single then place.tier else place.tier / 100 * 100 end
                then place.last_modified else 'infinity' end, place.creator_id)
            and (select case when sort = 'activity' then 0 * search_tier(c.lists, c.words, terms)
                when is_single then search_tier(c.lists, c.words, terms) else search_tier(c.lists, c.words, terms) / 100 * 100 end
              from catalog_creators c where c.creator_id = l.creator_id and is_in_lists(c.lists, filter)) = name.tier
            and has_service(l.creator_id, filter)
          order by l.last_modified desc, l.creator_id desc limit most) l
        where sort = 'activity' or name.tier >= case when is_single then place.tier else place.tier / 100 * 100 end) w
      order by w.tier, w.last_modified desc, w.creator_id desc limit most - nth
    loop
      nth := nth + 1;
      return next;
    end loop;
    exit when nth >= most;
  end loop;
end $$;

-- An entry of the index for each list of a creator.
create function catalog_list_rows(creator bigint, modified timestamptz, min_price bigint, max_price bigint, lists text[])
returns setof catalog_lists language sql stable as $$
  select l, creator, modified, min_price, max_price, bits.of_filters
  from unnest(lists) l, catalog_bits(array(select f from unnest(lists) f where f like '%=%')) as bits(of_filters)
$$;

-- Words that a creator has now are known, and those that it had are forgotten when nobody else has them. All are locked in
-- their order, so that whoever takes a word and whoever gives the same one up wait for each other.
create function catalog_change_words(creator bigint, before text[], now text[], at timestamptz) returns void language plpgsql as $$
declare
  w text;
begin
  for w in select x from (select unnest(before) union select unnest(now)) u(x)
    where (x = any (now)) is distinct from (x = any (before)) order by x collate "C"
  loop
    if w = any (now) then
      loop
        insert into catalog_words (word, since) values (w, at) on conflict do nothing;
        perform from catalog_words where word = w for key share;
        exit when found;
      end loop;
    else
      perform from catalog_words where word = w for update;
      delete from catalog_words where word = w and not exists (
        select from catalog_lists l join catalog_creators c on c.creator_id = l.creator_id
        where l.list = any (lists_of('abd', array[stem(w)])) and w = any (c.words) and c.creator_id <> creator);
    end if;
  end loop;
end $$;

-- Brings the catalog up to date with one creator, as a statement of every commit that changes what the public sees of it:
-- publication, prices, channels, suspension, roles, measurements. A creator is listed exactly when its page answers.
-- The lock makes the later of two such commits see what the earlier one did.
create function catalog_refresh(creator bigint, at timestamptz) returns void language plpgsql as $$
declare
  fresh catalog_projection;
  known catalog_creators;
  modified timestamptz(3);
  fresh_entry text;
begin
  perform from creators where user_id = creator for no key update;
  select * into known from catalog_creators where creator_id = creator;
  select * into fresh from catalog_projection where creator_id = creator;
  modified := case when known.content = fresh.content then known.last_modified else greatest(at, known.last_modified) end;

  fresh_entry := catalog_entry(fresh, modified, fresh.entry_channels, fresh.services);

  if known.content is distinct from fresh.content then
    delete from catalog_lists where creator_id = creator and last_modified = known.last_modified and list = any (known.lists);
    delete from catalog_services where creator_id = creator;
    delete from catalog_channels where creator_id = creator;
    if known.creator_id is not null then
      insert into catalog_former (public_id, creator_id, last_modified, min_price, lists, words)
        values (known.public_id, creator, known.last_modified, known.min_price, known.lists, known.words)
        on conflict (creator_id) do update set last_modified = excluded.last_modified, min_price = excluded.min_price,
          lists = excluded.lists, words = excluded.words;
    end if;
    perform catalog_change_words(creator, coalesce(known.words, '{}'), coalesce(fresh.words, '{}'), modified);
  end if;
  if fresh.creator_id is null then
    if known.creator_id is null then return; end if;
    delete from catalog_creators where creator_id = creator;
  elsif known.entry = fresh_entry and known.content = fresh.content then
    return;
  else
    insert into catalog_creators (creator_id, public_id, last_modified, min_price, lists, words, content, entry, frame)
      values (creator, fresh.public_id, modified, fresh.min_price, fresh.lists, fresh.words, fresh.content, fresh_entry,
        case when fresh.is_cut then catalog_entry(fresh, modified, '[]', '[]') end)
      on conflict (creator_id) do update set last_modified = excluded.last_modified, min_price = excluded.min_price,
        lists = excluded.lists, words = excluded.words, content = excluded.content, entry = excluded.entry, frame = excluded.frame;
    insert into catalog_pages (public_id, creator_id, etag, page)
      select fresh.public_id, creator, md5(page), page from catalog_page(fresh, modified) page
      on conflict (public_id) do update set etag = excluded.etag, page = excluded.page;
    if known.content is distinct from fresh.content then
      insert into catalog_services (listing_id, creator_id, channel_id, platform, type, variant, base_price, countries, entry)
        select id, creator_id, channel_id, platform, type, variant, base_price, countries, case when fresh.is_cut then entry end
        from shown_services where creator_id = creator;
      if fresh.is_cut then
        insert into catalog_channels (channel_id, creator_id, position, channel)
          select id, creator_id, position, channel from shown_channels where creator_id = creator;
      end if;
      insert into catalog_lists select * from catalog_list_rows(creator, modified, fresh.min_price, fresh.max_price, fresh.lists);
    end if;
  end if;
  update catalog_generations set value = value + 1
    where shard = get_byte(uuid_send(coalesce(fresh.public_id, known.public_id)), 0) >> 4;
end $$;

-- Everybody who was listed is listed anew, where they stood.
do $$
declare
  listed record;
begin
  create temp table listed on commit drop as select creator_id, last_modified from catalog_creators;
  truncate catalog_creators, catalog_pages, catalog_services, catalog_channels;
  for listed in select * from pg_temp.listed loop
    perform catalog_refresh(listed.creator_id, listed.last_modified);
  end loop;
end $$;

-- Makes a change of the largest shop cheap. A search finds a creator by the first 300 words of its platforms and titles, the cheapest
-- services first, and by the beginnings of at most 200 words, names and topics first. Text is split into words faster.
--
-- Locks: the functions and the view while they are replaced. The lists of a creator are rewritten by its next change. To go back: restore
-- words_of, search_lists and the view of 0050_catalog.sql.

-- Words as search compares them, in their order: without accents and case, split at every character except letters and digits.
create function spaced_words_of(folded text) returns text[] language sql immutable as $$
  select case when length(folded) > 40 then array(select left(w, 40) from unnest(words) w) else words end
  from (select array_remove(string_to_array(btrim(regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g')), ' '), '') as words) split
$$;

-- Splits text without spaces into pairs of neighbouring characters. Thai tone marks are dropped.
create function mixed_words_of(folded text) returns text[] language sql immutable as $$
  select coalesce(array_agg(piece.word order by run.n, piece.n), '{}')
  from regexp_matches(regexp_replace(folded, '[\u0e47-\u0e4e]', '', 'g'),
    unspaced() || '+|(?:(?!' || unspaced() || ')[[:alnum:]])+', 'g') with ordinality as run(found, n)
  cross join lateral (
    select left(run.found[1], 40) as word, 1 as n where not is_unspaced(run.found[1])
    union all
    select substr(run.found[1], i, 2), i from generate_series(1, greatest(length(run.found[1]) - 1, 1)) i where is_unspaced(run.found[1])
  ) piece
$$;

create or replace function words_of(words text) returns text[] language plpgsql stable as $$
declare
  folded constant text := fold(words);
begin
  if octet_length(folded) > length(folded) and folded ~ ('[\u0e47-\u0e4e]|' || unspaced()) then return mixed_words_of(folded); end if;
  return spaced_words_of(folded);
end $$;

-- The lists of a creator's words. Each form of a word is in the list of the best field that holds it: a is the name or a
-- handle, b a topic, c the bio, d a title or a platform. Beginnings of two, three, four and six characters have lists too.
create or replace function search_lists(named text[], topical text[], bio text, titles text, begun text[]) returns text[] language sql stable as $$
  select array(
    select min(field) || ':' || stem(word) from (
      select 'a' as field, word from unnest(named) word
      union all select 'b', word from unnest(topical) word
      union all (select 'c', word from unnest(words_of(bio)) with ordinality as w(word, n) where n <= 400)
      union all (select 'd', word from unnest(words_of(titles)) with ordinality as w(word, n) group by word order by min(n) limit 300)
    ) fields group by stem(word)
    union select 'p:' || left(word, length) from unnest(begun) word, unnest(array[2, 3, 4, 6]) length where length(word) >= length)
$$;

-- All that the public catalog shows of a creator; no row when its page must not answer.
create or replace view catalog_projection as
select shown.*, begun.words,
  array(select distinct l from unnest(array['', 'channelType=' || shown.channel_type] || shown.facets
    || array(select 'topic=' || lower(x) from unnest(shown.topics) x)
    || array(select 'language=' || lower(x) from unnest(shown.languages) x)
    || array(select 'language=' || lower(split_part(x, '-', 1)) from unnest(shown.languages) x)
    || array(select 'geo=' || lower(x) from unnest(shown.geo) x)
    || search_lists(name.words || joined.names, topic.words || joined.topics, shown.bio, shown.platforms || ' ' || shown.titles, begun.words)) l
    order by l) as lists,
  -- A change of this hash changes lastModified. Metrics are not in it: they carry their own time and identifier.
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
      left(string_agg(title, ' ' order by base_price, id), 8000) as titles, min(base_price) as min_price, max(base_price) as max_price,
      -- The filter keys of a service. The number of binary digits of the price in cents finds a rare price without
      -- walking every creator.
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
  select array(select w from (
    select w from unnest(name.words || topic.words || words_of(shown.titles)) with ordinality as all_words(w, n)
    where not is_unspaced(w) and w <> '' group by w order by min(n) limit 200) first_words order by w) as words offset 0
) begun;

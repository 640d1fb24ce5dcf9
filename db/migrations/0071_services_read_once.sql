-- Makes a change of the largest shop cheaper: the services of a creator are read once, and the words of their titles are split once.
--
-- Locks: catalog_services while its index is built, and the functions and the view while they are replaced. To go back: restore the index
-- of 0050_catalog.sql, search_lists and the view of 0053_words_of_a_creator.sql, and catalog_write of 0052_figures_told_together.sql.

-- The entry of a large shop shows first the channels whose services a filter selects.
drop index catalog_services_creator;
create index catalog_services_creator on catalog_services (creator_id, base_price, listing_id) include (channel_id);

-- The lists of a creator's words. Each form of a word is in the list of the best field that holds it: a is the name or a
-- handle, b a topic, c the bio, d a title or a platform. Beginnings of two, three, four and six characters have lists too.
create function search_lists(named text[], topical text[], bio text, titled text[], begun text[]) returns text[] language sql stable as $$
  select array(
    select min(field) || ':' || stem(word) from (
      select 'a' as field, word from unnest(named) word
      union all select 'b', word from unnest(topical) word
      union all (select 'c', word from unnest(words_of(bio)) with ordinality as w(word, n) where n <= 400)
      union all (select 'd', word from unnest(titled) with ordinality as w(word, n) group by word order by min(n) limit 300)
    ) fields group by stem(word)
    union select 'p:' || left(word, length) from unnest(begun) word, unnest(array[2, 3, 4, 6]) length where length(word) >= length)
$$;

-- All that the public catalog shows of a creator; no row when its page must not answer.
create or replace view catalog_projection as
select shown.creator_id, shown.public_id, shown.display_name, shown.bio, shown.avatar_url, shown.published_at, shown.topics,
  shown.languages, shown.geo, shown.channel_type, shown.channels, shown.entry_channels, shown.channels_total, shown.metrics, shown.handles,
  shown.platforms, shown.services, shown.page_services, shown.services_total, shown.is_cut, shown.titles, shown.facets, shown.min_price,
  shown.max_price, begun.words,
  array(select distinct l from unnest(array['', 'channelType=' || shown.channel_type] || shown.facets
    || array(select 'topic=' || lower(x) from unnest(shown.topics) x)
    || array(select 'language=' || lower(x) from unnest(shown.languages) x)
    || array(select 'language=' || lower(split_part(x, '-', 1)) from unnest(shown.languages) x)
    || array(select 'geo=' || lower(x) from unnest(shown.geo) x)
    || search_lists(name.words || joined.names, topic.words || joined.topics, shown.bio, words_of(shown.platforms) || title.words, begun.words)) l
    order by l) as lists,
  -- A change of this hash changes lastModified. Metrics are not in it: they carry their own time and identifier.
  md5(row(shown.display_name, shown.bio, shown.avatar_url, shown.published_at, shown.topics, shown.languages, shown.geo,
    shown.channel_type, shown.channels::text, shown.page_services::text)::text) as content,
  encode(sha256(convert_to(shown.metrics::text, 'UTF8')), 'hex') as metrics_observation_id, shown.service_rows
from (
  select c.user_id as creator_id, c.public_id, p.published_profile->>'displayName' as display_name,
    coalesce(p.published_profile->>'bio', '') as bio, c.avatar_url, p.published_at,
    array(select jsonb_array_elements_text(p.published_profile->'topics')) as topics,
    array(select jsonb_array_elements_text(p.published_profile->'languages')) as languages,
    array(select jsonb_array_elements_text(p.published_profile->'geo')) as geo,
    coalesce(p.published_profile->>'channelType',
      case when ch.first_platform in ('TWITCH', 'KICK') then 'STREAMER' else 'SOCIAL' end) as channel_type,
    ch.channels, ch.entry_channels, ch.total as channels_total, ch.metrics, ch.handles, ch.platforms,
    s.services, s.page_services, s.total as services_total, s.total > 12 or ch.total > 12 as is_cut, s.titles, s.facets, s.min_price, s.max_price,
    s.service_rows
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
        || string_to_array(string_agg(array_to_string(array(select 'audienceGeo=' || c from unnest(countries) c), ' '), ' '), ' ') as facets,
      array_agg(shown_services) as service_rows
    from shown_services group by creator_id
  ) s on s.creator_id = c.user_id
) shown
cross join lateral (
  select words_of(split_case(shown.display_name)) || array(select w from unnest(shown.handles) h, unnest(words_of(split_case(h))) w)
    || array(select left(regexp_replace(fold(h), '[^[:alnum:]]+', '', 'g'), 40) from unnest(shown.handles) h) as words offset 0
) name
cross join lateral (select array(select w from unnest(shown.topics) t, unnest(words_of(t)) w) as words offset 0) topic
cross join lateral (select words_of(shown.titles) as words offset 0) title
cross join lateral (
  select joined_neighbours(words_of(split_case(shown.display_name)))
      || array(select w from unnest(shown.handles) h, unnest(joined_neighbours(words_of(split_case(h)))) w) as names,
    array(select w from unnest(shown.topics) t, unnest(joined_neighbours(words_of(t))) w) as topics offset 0
) joined
cross join lateral (
  select array(select w from (
    select w from unnest(name.words || topic.words || title.words) with ordinality as all_words(w, n)
    where not is_unspaced(w) and w <> '' group by w order by min(n) limit 200) first_words order by w) as words offset 0
) begun;

drop function search_lists(text[], text[], text, text, text[]);

-- Brings the catalog's rows of one creator up to date; null when they already are. The lock makes the later of two such commits see the
-- changes of the earlier one.
create or replace function catalog_write(creator bigint, at timestamptz) returns catalog_change language plpgsql as $$
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
      insert into catalog_former (public_id, creator_id, last_modified, min_price, lists, words, until)
        values (known.public_id, creator, known.last_modified, known.min_price, known.lists, known.words, at)
        on conflict (creator_id) do update set last_modified = excluded.last_modified, min_price = excluded.min_price,
          lists = excluded.lists, words = excluded.words, until = excluded.until;
    end if;
    perform catalog_change_words(creator, coalesce(known.words, '{}'), coalesce(fresh.words, '{}'), modified);
  end if;
  if fresh.creator_id is null then
    if known.creator_id is null then return null; end if;
    delete from catalog_creators where creator_id = creator;
  elsif known.entry = fresh_entry and known.content = fresh.content then
    return null;
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
        from unnest(fresh.service_rows);
      if fresh.is_cut then
        insert into catalog_channels (channel_id, creator_id, position, channel)
          select id, creator_id, position, channel from shown_channels where creator_id = creator;
      end if;
      insert into catalog_lists select * from catalog_list_rows(creator, modified, fresh.min_price, fresh.max_price, fresh.lists);
    end if;
  end if;
  return row(get_byte(uuid_send(coalesce(fresh.public_id, known.public_id)), 0) >> 4, known.content = fresh.content);
end $$;

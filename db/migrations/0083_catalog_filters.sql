-- Filters by several platforms, formats and countries, by verified channels, and by followers and average views.
--
-- Locks: catalog_projection for a moment. To revert: restore catalog_projection of 0077_catalog_figures.sql, catalog_write of 0004_catalog.sql
-- and matching_services of 0005_search.sql.

-- The lowest numbers that the filters take. Each is a list of the index, because a walk of one list costs the same for every number.
create function figure_steps() returns bigint[] language sql immutable as $$
  select '{1000,5000,10000,50000,100000,500000,1000000}'::bigint[]
$$;

-- As before, with lists of verified creators, and of the numbers of their followers and average views.
create or replace view catalog_projection as
select shown.creator_id, shown.public_id, shown.display_name, shown.bio, shown.avatar_url, shown.published_at, shown.topics,
  shown.languages, shown.geo, shown.channel_type, shown.channels, shown.entry_channels, shown.channels_total, shown.metrics, shown.handles,
  shown.platforms, shown.services, shown.page_services, shown.services_total, shown.is_truncated, shown.titles, shown.facets, shown.min_price,
  shown.max_price, prefixed.words,
  array(select distinct l from unnest(array['', 'channelType=' || shown.channel_type] || shown.facets
    || proven.lists
    || array(select 'topic=' || lower(x) from unnest(shown.topics) x)
    || array(select 'language=' || lower(x) from unnest(shown.languages) x)
    || array(select 'language=' || lower(split_part(x, '-', 1)) from unnest(shown.languages) x)
    || array(select 'geo=' || lower(x) from unnest(shown.geo) x)
    || search_lists(name.words || joined.names, topic.words || joined.topics, shown.bio, words_of(shown.platforms) || title.words, prefixed.words)) l
    order by l) as lists,
  -- A change of this hash changes lastModified. It excludes metrics, which have their own time and identifier.
  md5(row(shown.display_name, shown.bio, shown.avatar_url, shown.published_at, shown.topics, shown.languages, shown.geo,
    shown.channel_type, shown.channels::text, shown.page_services::text)::text) as content,
  encode(sha256(convert_to(shown.metrics::text, 'UTF8')), 'hex') as metrics_observation_id, shown.service_rows,
  orders.completed_orders, orders.response_time
from (
  select c.user_id as creator_id, c.public_id, p.published_profile->>'displayName' as display_name,
    coalesce(p.published_profile->>'bio', '') as bio, c.avatar_url, p.published_at,
    array(select jsonb_array_elements_text(p.published_profile->'topics')) as topics,
    array(select jsonb_array_elements_text(p.published_profile->'languages')) as languages,
    array(select jsonb_array_elements_text(p.published_profile->'geo')) as geo,
    coalesce(p.published_profile->>'channelType',
      case when ch.first_platform in ('TWITCH', 'KICK') then 'STREAMER' else 'SOCIAL' end) as channel_type,
    ch.channels, ch.entry_channels, ch.total as channels_total, ch.metrics, ch.handles, ch.platforms,
    s.services, s.page_services, s.total as services_total, s.total > 12 or ch.total > 12 as is_truncated, s.titles, s.facets, s.min_price, s.max_price,
    s.service_rows
  from creators c
  join active_creators active on active.user_id = c.user_id
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
      -- The filter keys of a service. The key with the number of binary digits of the price in cents finds a rare price without
      -- a scan of all creators.
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
  select adjacent_words_joined(words_of(split_case(shown.display_name)))
      || array(select w from unnest(shown.handles) h, unnest(adjacent_words_joined(words_of(split_case(h)))) w) as names,
    array(select w from unnest(shown.topics) t, unnest(adjacent_words_joined(words_of(t))) w) as topics offset 0
) joined
cross join lateral (
  select array(select w from (
    select w from unnest(name.words || topic.words || title.words) with ordinality as all_words(w, n)
    where not is_unspaced(w) and w <> '' group by w order by min(n) limit 200) first_words order by w) as words offset 0
) prefixed
cross join lateral (
  select array(select 'verified=true' where exists (select from json_array_elements(shown.channels) ch where ch->>'ownership' = 'VERIFIED'))
    || array(select 'minFollowers=' || step from unnest(figure_steps()) step
      where step <= (select max((ch->'audience'->>'followers')::bigint) from json_array_elements(shown.channels) ch))
    || array(select 'minViews=' || step from unnest(figure_steps()) step
      where step <= (select max((m->>'value')::bigint) from json_array_elements(shown.metrics) m)) as lists offset 0
) proven
join creator_orders orders on orders.creator_id = shown.creator_id;

-- As before. A creator whose lists change without other changes keeps the place in them.
create or replace function catalog_write(creator bigint, at timestamptz) returns catalog_change language plpgsql as $$
declare
  fresh catalog_projection;
  known catalog_creators;
  modified timestamptz(3);
  fresh_entry text;
  shard int;
  is_relisted boolean;
begin
  perform from creators where user_id = creator for no key update;
  select * into known from catalog_creators where creator_id = creator;
  select * into fresh from catalog_projection where creator_id = creator;
  shard := get_byte(uuid_send(coalesce(fresh.public_id, known.public_id)), 0) >> 4;
  modified := case when known.content = fresh.content then known.last_modified else greatest(at, known.last_modified) end;

  -- A measurement may change the lists of a creator, whose place in them stays the same.
  is_relisted := known.content is distinct from fresh.content or known.lists is distinct from fresh.lists;
  fresh_entry := catalog_entry(fresh, modified, fresh.entry_channels, fresh.services);

  if is_relisted then
    delete from catalog_lists where creator_id = creator and last_modified = known.last_modified and list = any (known.lists);
  end if;
  if known.content is distinct from fresh.content then
    delete from catalog_services where creator_id = creator;
    delete from catalog_channels where creator_id = creator;
    if known.creator_id is not null then
      insert into catalog_former (public_id, creator_id, last_modified, min_price, lists, words, until)
        values (known.public_id, creator, known.last_modified, known.min_price, known.lists, known.words, at)
        on conflict (creator_id) do update set last_modified = excluded.last_modified, min_price = excluded.min_price,
          lists = excluded.lists, words = excluded.words, until = excluded.until;
    end if;
    perform catalog_update_words(creator, coalesce(known.words, '{}'), coalesce(fresh.words, '{}'), modified);
  end if;
  if fresh.creator_id is null then
    if known.creator_id is null then return null; end if;
    delete from catalog_creators where creator_id = creator;
  elsif known.entry = fresh_entry and not is_relisted then
    return null;
  else
    insert into catalog_creators (creator_id, public_id, last_modified, min_price, lists, words, content, entry, frame)
      values (creator, fresh.public_id, modified, fresh.min_price, fresh.lists, fresh.words, fresh.content, fresh_entry,
        case when fresh.is_truncated then catalog_entry(fresh, modified, '[]', '[]') end)
      on conflict (creator_id) do update set last_modified = excluded.last_modified, min_price = excluded.min_price,
        lists = excluded.lists, words = excluded.words, content = excluded.content, entry = excluded.entry, frame = excluded.frame;
    insert into catalog_pages (public_id, creator_id, etag, page)
      select fresh.public_id, creator, md5(page), page from catalog_page(fresh, modified) page
      on conflict (public_id) do update set etag = excluded.etag, page = excluded.page;
    if known.content is distinct from fresh.content then
      insert into catalog_services (listing_id, creator_id, channel_id, platform, type, variant, base_price, countries, entry)
        select id, creator_id, channel_id, platform, type, variant, base_price, countries, case when fresh.is_truncated then entry end
        from unnest(fresh.service_rows);
      if fresh.is_truncated then
        insert into catalog_channels (channel_id, creator_id, position, channel)
          select id, creator_id, position, channel from shown_channels where creator_id = creator;
      end if;
    end if;
    if is_relisted then
      insert into catalog_lists select * from catalog_list_rows(creator, modified, fresh.min_price, fresh.max_price, fresh.lists);
    end if;
  end if;
  if is_relisted then
    perform catalog_count_lists(shard, coalesce(known.lists, '{}'), coalesce(fresh.lists, '{}'));
  end if;
  return row(shard, known.content = fresh.content);
end $$;

-- As before, with alternatives of the platform, of the type with or without a variant, and of the country, separated by character 31. The
-- variant of the filter only tells that a type has one.
create or replace function matching_services(creator bigint, filter search_filter) returns table (listing_id bigint) language sql stable as $$
  select s.listing_id from catalog_services s where s.creator_id = creator
    and s.base_price between coalesce(filter.min_price, 0) and coalesce(filter.max_price, 9223372036854775807)
    and (filter.platform is null or s.platform = any (string_to_array(filter.platform, chr(31))))
    and (filter.type is null or s.type = any (string_to_array(filter.type, chr(31)))
      or s.type || '.' || s.variant = any (string_to_array(filter.type, chr(31))))
    and (filter.country is null or s.countries && string_to_array(filter.country, chr(31))) offset 0
$$;

-- A job writes the lists of all creators.
insert into catalog_figures_due select creator_id from catalog_creators;

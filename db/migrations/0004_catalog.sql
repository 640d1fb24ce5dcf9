-- The read model of the catalog: the public data of creators.
--
-- Locks: none, all objects are new. To revert: drop the database.

set local check_function_bodies = off;

-- The result of a write: the shard of the creator's generation, and whether only metrics changed.
create type catalog_change as (shard int, is_metrics_only boolean);

-- Normalises text for search: without accents, in lower case.
create function fold(words text) returns text language sql stable as $$
  select lower(unaccent(normalize(words, nfkc)))
$$;

-- A regular expression for a character of a script without spaces: Chinese, Japanese, Thai, Lao, Khmer and Burmese.
create function unspaced() returns text language sql immutable as $$
  select '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]'
$$;

create function is_unspaced(word text) returns boolean language sql immutable as $$
  select word ~ ('^' || unspaced())
$$;

-- Splits folded text at every character except letters and digits. Words are cut to 40 characters.
create function spaced_words_of(folded text) returns text[] language sql immutable as $$
  select case when length(folded) > 40 then array(select left(w, 40) from unnest(words) w) else words end
  from (select array_remove(string_to_array(btrim(regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g')), ' '), '') as words) split
$$;

-- Splits folded text that contains a script without spaces. Such a script becomes pairs of adjacent characters, without Thai tone marks.
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

-- Splits text into the words that search compares, in their order: without accents, in lower case, split at every character except letters
-- and digits. A script without spaces becomes pairs of adjacent characters, without Thai tone marks.
create function words_of(words text) returns text[] language plpgsql stable as $$
declare
  folded constant text := fold(words);
begin
  if octet_length(folded) > length(folded) and folded ~ ('[\u0e47-\u0e4e]|' || unspaced()) then return mixed_words_of(folded); end if;
  return spaced_words_of(folded);
end $$;

-- Splits camel case: "NeonPixel" becomes two words.
create function split_case(name text) returns text language sql immutable as $$
  select regexp_replace(name, '([[:lower:]])([[:upper:]])', '\1 \2', 'g')
$$;

-- Returns the stem that all inflections of a word share.
create function stem(word text) returns text language sql stable as $$
  select coalesce((ts_lexize(case when word ~ '[а-я]' then 'castline_russian'::regdictionary else 'castline_english'::regdictionary end, word))[1], word)
$$;

-- Joins each two adjacent words: "K-pop" is also "kpop", "van life" is also "vanlife".
create function adjacent_words_joined(words text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(left(words[i] || words[i + 1], 40)), '{}') from generate_series(1, cardinality(words) - 1) i
  where not is_unspaced(words[i]) and not is_unspaced(words[i + 1])
$$;

-- Returns the search lists of a creator. Each stem is in the list of the best field that contains it: a is the name or a handle, b a
-- topic, c the bio, d a title or a platform. Prefixes of two, three, four and six characters have lists too.
create function search_lists(name_words text[], topic_words text[], bio text, title_words text[], prefixed_words text[]) returns text[] language sql stable as $$
  select array(
    select min(field) || ':' || stem(word) from (
      select 'a' as field, word from unnest(name_words) word
      union all select 'b', word from unnest(topic_words) word
      union all (select 'c', word from unnest(words_of(bio)) with ordinality as w(word, n) where n <= 400)
      union all (select 'd', word from unnest(title_words) with ordinality as w(word, n) group by word order by min(n) limit 300)
    ) fields group by stem(word)
    union select 'p:' || left(word, length) from unnest(prefixed_words) word, unnest(array[2, 3, 4, 6]) length where length(word) >= length)
$$;

-- Creators who are not suspended. Only these can have a public page or picture.
create view active_creators as
select c.user_id, c.public_id
from creators c join users u on u.id = c.user_id and u.suspended_at is null and 'CREATOR' = any (u.roles);

-- Pictures that the service may show: the newest picture of each active, verified account of an active creator.
create view pictures_in_use as
select picture.id, account.owner_id, account.platform, picture.object_key, picture.content_type, picture.stored_at
from avatars picture
join social_accounts account on account.id = picture.social_account_id and account.status = 'ACTIVE' and account.is_verified
  and right(account.avatar_url, 36) = picture.id::text
join active_creators active on active.user_id = account.owner_id;

-- Channels with a proof of ownership: their own, or that of their social account. A block or a suspension does not change the proof. The
-- condition repeats the predicate of the index channels_proofs, because Postgres uses a partial index only for the same condition.
create view proven_channels as
select ch.id, ch.creator_id, ch.platform, ch.canonical_url
from channels ch left join social_accounts account on account.id = ch.social_account_id
where ch.status <> 'REMOVED' and (ch.kind = 'NATIVE' or ch.ownership = 'VERIFIED') and case ch.kind when 'MANUAL' then true
  else account.status = 'ACTIVE' and account.is_verified and account.owner_id = ch.creator_id end;

-- Whether the claim has no proof while another creator has proven the same channel.
create function is_hidden_claim(ch channels) returns boolean language sql stable as $$
  select ch.kind = 'MANUAL' and ch.ownership <> 'VERIFIED' and exists (
    select from proven_channels proven where proven.platform = ch.platform and proven.canonical_url = ch.canonical_url
      and proven.creator_id <> ch.creator_id)
$$;

-- Makes transactions that claim, prove or remove the same channel wait for each other. The lock ends with the transaction.
create function lock_channel_address(platform text, canonical_url text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(platform || ' ' || canonical_url, 0))
$$;

-- Public channels. A native channel is public only while the creator owns its account and the account is active and verified. The order of
-- keys is fixed. Metrics use the order of RFC 8785, so that anyone can check their hash.
create view shown_channels as
select ch.id, ch.creator_id, ch.position, ch.platform, ch.handle, row_to_json(plain) as plain,
  case when audience.captured_at is null then row_to_json(claim)
    else (select row_to_json(j) from (select claim.*, (
      select row_to_json(a) from (select audience.source, iso(audience.captured_at) as "capturedAt",
        iso(audience.verified_at) as "verifiedAt", audience.period_days as "periodDays",
        (select coalesce(array_to_json(array_agg(row_to_json(g) order by g.share desc, g.country)), '[]')
          from jsonb_to_recordset(audience.geo) as g(country text, share numeric)) as geo,
        (select coalesce(array_to_json(array_agg(row_to_json(d) order by d.age, d.gender)), '[]')
          from jsonb_to_recordset(audience.demo) as d(age text, gender text, share numeric)) as demo) a) as audience) j)
  end as channel,
  array(select upper(g.country) from jsonb_to_recordset(audience.geo) as g(country text, share numeric)
    where g.share > 0) as countries,
  (select row_to_json(m) from (select
    (select row_to_json(j) from (select ch.canonical_url as "canonicalUrl", ch.handle, ch.platform) j) as channel,
    'AVERAGE_VIEWS' as kind, iso(sample.measured_at) as "measuredAt", sample.size as "sampleSize", sample.average as value) m) as metric
from channels ch
left join social_accounts account on account.id = ch.social_account_id
left join lateral (
  select * from audience_snapshots s where s.social_account_id = account.id and s.verified_at is not null
  order by s.captured_at desc, s.id desc limit 1
) audience on true
cross join lateral (select ch.platform, ch.handle, ch.canonical_url as "canonicalUrl") plain
cross join lateral (
  select plain.*, case when ch.kind = 'NATIVE' or ch.ownership = 'VERIFIED' then 'VERIFIED' else 'NONE' end as ownership
) claim
cross join lateral (
  select count(*)::int as size, round(avg(views))::bigint as average, min(measured_at) as measured_at
  from (select views, measured_at from channel_posts where channel_id = ch.id and is_public
        order by published_at desc, external_id desc limit 5) latest
  where views >= 0
) sample
where ch.status = 'ACTIVE' and (ch.kind = 'MANUAL'
  or (account.status = 'ACTIVE' and account.is_verified and account.owner_id = ch.creator_id)) and not is_hidden_claim(ch);

-- Public services: published, with a price and usage terms, on a public channel.
create view shown_services as
select l.id, l.creator_id, l.channel_id, ch.position, ch.platform, ch.countries, l.type, l.variant, l.title, l.base_price,
  row_to_json(entry) as entry,
  (select row_to_json(page) from (select entry.*, l.usage_terms as "usageTerms") page) as page
from service_listings l
join shown_channels ch on ch.id = l.channel_id
cross join lateral (
  select l.id as "serviceListingId", l.type, l.variant, ch.plain as channel, l.proof_modes as "proofModes", l.title, l.unit,
    usdt(l.base_price) as "basePrice",
    (select array_to_json(array_agg(row_to_json(p) order by p.quantity)) from (
      select o.quantity, o."discountBps", usdt(package_base(l.base_price, o.quantity, o."discountBps")) as "packageBase"
      from jsonb_to_recordset(l.package_options) as o(quantity int, "discountBps" int)) p) as "packageOptions"
  offset 0 -- otherwise Postgres computes it twice
) entry
where l.is_published and l.usage_terms ~ '\S';

-- All public data of a creator. A creator without a public page has no row.
create view catalog_projection as
select shown.creator_id, shown.public_id, shown.display_name, shown.bio, shown.avatar_url, shown.published_at, shown.topics,
  shown.languages, shown.geo, shown.channel_type, shown.channels, shown.entry_channels, shown.channels_total, shown.metrics, shown.handles,
  shown.platforms, shown.services, shown.page_services, shown.services_total, shown.is_truncated, shown.titles, shown.facets, shown.min_price,
  shown.max_price, prefixed.words,
  array(select distinct l from unnest(array['', 'channelType=' || shown.channel_type] || shown.facets
    || array(select 'topic=' || lower(x) from unnest(shown.topics) x)
    || array(select 'language=' || lower(x) from unnest(shown.languages) x)
    || array(select 'language=' || lower(split_part(x, '-', 1)) from unnest(shown.languages) x)
    || array(select 'geo=' || lower(x) from unnest(shown.geo) x)
    || search_lists(name.words || joined.names, topic.words || joined.topics, shown.bio, words_of(shown.platforms) || title.words, prefixed.words)) l
    order by l) as lists,
  -- A change of this hash changes lastModified. It excludes metrics, which have their own time and identifier.
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
) prefixed;

-- Returns the JSON of an entry with these channels and services. The order of keys is that of the API.
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

-- Returns the preview of a creator's page: the draft of the profile, with the public channels and services. Security definer: `guest` shows
-- previews, and has no rights on drafts.
create function creator_draft_page(creator bigint) returns text language sql stable
security definer set search_path = public, pg_temp as $$
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

-- Returns a Bloom filter. Lists of many creators have a bit of their own, so that none of them passes for another. Other lists share
-- fifty bits, two each.
create function catalog_bits(members text[]) returns bigint language sql immutable as $$
  select coalesce(bit_or(case when own.bit is not null then 1::bigint << (own.bit - 1)
    else 1::bigint << (14 + get_byte(hash, 0) % 50) | 1::bigint << (14 + get_byte(hash, 1) % 50) end), 0)
  from unnest(members) m cross join lateral decode(md5(m), 'hex') as hashed(hash)
  cross join lateral array_position('{channelType=STREAMER,channelType=SOCIAL,platform=TWITCH,platform=KICK,platform=YOUTUBE,platform=TIKTOK,platform=INSTAGRAM,platform=X,format=STREAM,format=VIDEO,format=SHORT_VIDEO,format=POST,format=STORY,format=UGC}'::text[], m) as own(bit)
$$;

-- Returns an index row for each list of a creator. The lists of prices have no bits: the row has the prices.
create function catalog_list_rows(creator bigint, modified timestamptz, min_price bigint, max_price bigint, lists text[])
returns setof catalog_lists language sql stable as $$
  select l, creator, modified, min_price, max_price, bits.filter_bits
  from unnest(lists) l, catalog_bits(array(select f from unnest(lists) f where f like '%=%' and f not like 'price=%')) as bits(filter_bits)
$$;

-- Inserts the new words of a creator and deletes words that no creator has any more. It locks all of them in order, so that concurrent
-- commits with the same word wait for each other.
create function catalog_update_words(creator bigint, before text[], now text[], at timestamptz) returns void language plpgsql as $$
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

-- Changes the counts of the lists that a creator enters or leaves. It locks the generation of the shard, which the commit increments
-- next: so no two commits change the counts of one shard at once, in whatever order their lists are.
create function catalog_count_lists(creators_shard int, before text[], now text[]) returns void language plpgsql as $$
declare
  left_lists constant text[] := array(select unnest(before) except select unnest(now));
  entered_lists constant text[] := array(select unnest(now) except select unnest(before));
begin
  if cardinality(left_lists) + cardinality(entered_lists) = 0 then return; end if;
  perform from catalog_generations where shard = creators_shard for no key update;
  delete from catalog_list_counts where list = any (left_lists) and shard = creators_shard and creators = 1;
  update catalog_list_counts set creators = creators - 1 where list = any (left_lists) and shard = creators_shard;
  insert into catalog_list_counts as counted (list, shard, creators) select l, creators_shard, 1 from unnest(entered_lists) l
    on conflict (list, shard) do update set creators = counted.creators + 1;
end $$;

-- Updates the catalog rows of one creator. Returns null when they are up to date. The lock makes the second of two such commits see the
-- changes of the first.
create function catalog_write(creator bigint, at timestamptz) returns catalog_change language plpgsql as $$
declare
  fresh catalog_projection;
  known catalog_creators;
  modified timestamptz(3);
  fresh_entry text;
  shard int;
begin
  perform from creators where user_id = creator for no key update;
  select * into known from catalog_creators where creator_id = creator;
  select * into fresh from catalog_projection where creator_id = creator;
  shard := get_byte(uuid_send(coalesce(fresh.public_id, known.public_id)), 0) >> 4;
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
    perform catalog_update_words(creator, coalesce(known.words, '{}'), coalesce(fresh.words, '{}'), modified);
  end if;
  if fresh.creator_id is null then
    if known.creator_id is null then return null; end if;
    delete from catalog_creators where creator_id = creator;
  elsif known.entry = fresh_entry and known.content = fresh.content then
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
      insert into catalog_lists select * from catalog_list_rows(creator, modified, fresh.min_price, fresh.max_price, fresh.lists);
    end if;
  end if;
  if known.content is distinct from fresh.content then
    perform catalog_count_lists(shard, coalesce(known.lists, '{}'), coalesce(fresh.lists, '{}'));
  end if;
  return row(shard, known.content = fresh.content);
end $$;

-- Updates the catalog rows of one creator and increments its generation. Every commit that changes its public data includes this
-- statement: publication, prices, channels, suspension, roles. The catalog lists a creator if and only if its page is public.
create function catalog_refresh(creator bigint, at timestamptz) returns void language plpgsql as $$
declare
  change constant catalog_change := catalog_write(creator, at);
begin
  update catalog_generations set value = value + 1 where shard = change.shard;
end $$;

-- Replaces catalog_refresh after a measurement. Lists show the new metrics after the next catalog_publish_metrics.
create function catalog_refresh_metrics(creator bigint, at timestamptz) returns void language plpgsql as $$
declare
  change constant catalog_change := catalog_write(creator, at);
begin
  if change.is_metrics_only then
    insert into catalog_unpublished_metrics values (change.shard);
  else
    update catalog_generations set value = value + 1 where shard = change.shard;
  end if;
end $$;

-- Increments the generations of several shards. A commit locks generations last, and in the order of their shards.
create function catalog_advance_generations(shards int[]) returns void language plpgsql as $$
begin
  perform from catalog_generations where shard = any (shards) order by shard for no key update;
  update catalog_generations set value = value + 1 where shard = any (shards);
end $$;

-- Increments the generations of all shards with new metrics, at most once in five minutes.
create function catalog_publish_metrics(now timestamptz) returns void language plpgsql as $$
declare
  shards int[];
begin
  update catalog_metrics_published set at = now where at <= now - interval '5 minutes' and exists (select from catalog_unpublished_metrics);
  if not found then return; end if;
  with deleted as (delete from catalog_unpublished_metrics returning shard) select array_agg(distinct shard) into shards from deleted;
  perform catalog_advance_generations(shards);
end $$;

-- Marks creators whose catalog rows are outdated, and increments their generations.
create function catalog_mark_due(creators_changed bigint[], at timestamptz, may_be_unlisted boolean) returns void language plpgsql as $$
begin
  insert into catalog_due as due (creator_id, public_id, at, may_be_unlisted)
    select c.user_id, c.public_id, catalog_mark_due.at, catalog_mark_due.may_be_unlisted from creators c where c.user_id = any (creators_changed) order by 1
    on conflict (creator_id) do update set at = greatest(due.at, excluded.at), may_be_unlisted = due.may_be_unlisted or excluded.may_be_unlisted;
  perform catalog_advance_generations(array(select get_byte(uuid_send(c.public_id), 0) >> 4 from creators c where c.user_id = any (creators_changed)));
end $$;

-- Every commit that proves a channel or removes a proof includes this statement after lock_channel_address. It updates the rows of the
-- creator. If other creators claim the same channel, it marks all of them instead.
create function catalog_refresh_claims(channel bigint, at timestamptz) returns void language plpgsql as $$
declare
  owner bigint;
  other_creators bigint[];
begin
  select creator_id into owner from channels where id = channel;
  other_creators := array(select distinct other.creator_id from channels own
    join channels other on other.platform = own.platform and other.canonical_url = own.canonical_url and other.status <> 'REMOVED'
    where own.id = channel and other.creator_id <> owner);
  if cardinality(other_creators) = 0 then
    perform catalog_refresh(owner, at);
  else
    perform catalog_mark_due(other_creators || owner, at, true);
  end if;
end $$;

-- Updates the rows of a marked creator, unless another transaction has locked the mark.
create function catalog_refresh_due(creator bigint) returns void language plpgsql as $$
declare
  marked timestamptz;
begin
  delete from catalog_due where creator_id = (select due.creator_id from catalog_due due where due.creator_id = creator for update skip locked)
    returning at into marked;
  if marked is not null then
    perform catalog_refresh(creator, marked);
  end if;
end $$;

-- Returns the projection of a creator without words and lists. In plpgsql, because Postgres would inline an SQL function into a join and
-- compute it for all creators. Security definer, like catalog_is_listed_now: `guest` has no rights on the tables behind the catalog.
create function catalog_projection_now(creator bigint) returns catalog_projection language plpgsql stable
security definer set search_path = public, pg_temp as $$
declare
  shown catalog_projection;
begin
  select p.creator_id, p.public_id, p.display_name, p.bio, p.avatar_url, p.published_at, p.topics, p.languages, p.channel_type, p.channels,
      p.entry_channels, p.channels_total, p.metrics, p.services, p.page_services, p.services_total, p.content, p.metrics_observation_id
    into shown.creator_id, shown.public_id, shown.display_name, shown.bio, shown.avatar_url, shown.published_at, shown.topics, shown.languages,
      shown.channel_type, shown.channels, shown.entry_channels, shown.channels_total, shown.metrics, shown.services, shown.page_services,
      shown.services_total, shown.content, shown.metrics_observation_id
    from catalog_projection p where p.creator_id = creator;
  return shown;
end $$;

-- Returns the lastModified that a refresh would write.
create function catalog_modified_now(shown catalog_projection, at timestamptz) returns timestamptz language sql stable as $$
  select coalesce((select case when known.content = shown.content then known.last_modified else greatest(at, known.last_modified) end
    from catalog_creators known where known.creator_id = shown.creator_id), at)
$$;

-- Returns the page that a refresh would write, or null.
create function catalog_page_now(creator bigint, at timestamptz) returns text language plpgsql stable as $$
declare
  shown constant catalog_projection := catalog_projection_now(creator);
begin
  if shown.creator_id is null then return null; end if;
  return catalog_page(shown, catalog_modified_now(shown, at));
end $$;

create function catalog_entry_now(creator bigint, at timestamptz) returns text language plpgsql stable as $$
declare
  shown constant catalog_projection := catalog_projection_now(creator);
begin
  if shown.creator_id is null then return null; end if;
  return catalog_entry(shown, catalog_modified_now(shown, at), shown.entry_channels, shown.services);
end $$;

create function catalog_is_listed_now(creator bigint) returns boolean language plpgsql stable
security definer set search_path = public, pg_temp as $$
begin
  return exists (select from catalog_projection p where p.creator_id = creator);
end $$;

-- Invalidates all caches. Every restore of the database includes it.
create function catalog_renew_epoch() returns void language sql as $$
  update catalog_epochs set value = left(md5(gen_random_uuid()::text), 12)
$$;

-- Engagement rates of channels on pages and in lists, and a filter by them.
--
-- Locks: channel_posts, shown_channels and catalog_projection for a moment. To revert: restore shown_channels of 0077_catalog_figures.sql and
-- catalog_projection of 0083_catalog_filters.sql, and drop the functions and the columns.

-- Posts that were measured before have no likes and comments. Until the next measurement of a channel its rate is unknown.
ALTER TABLE "channel_posts" ADD COLUMN "likes" bigint;
ALTER TABLE "channel_posts" ADD COLUMN "comments" bigint;

-- In percent with two decimals, rounded half up; null without views or measurements. As rateOf of schema/metrics/engagement.ts.
create function engagement_rate(views numeric, reactions numeric) returns numeric language sql immutable as $$
  select case when views > 0 then trim_scale(div(20000 * reactions + views, 2 * views) * 0.01) end
$$;

-- The lowest rates in percent that the filter takes. Each is a list of the index, as for figure_steps.
create function er_steps() returns int[] language sql immutable as $$
  select '{1,2,3,5,8,10}'::int[]
$$;

-- As before, with the engagement rate of the same posts.
create or replace view shown_channels as
select ch.id, ch.creator_id, ch.position, ch.platform, ch.handle, row_to_json(plain) as plain,
  case when audience.captured_at is null then row_to_json(claim)
    else (select row_to_json(j) from (select claim.*, (
      select row_to_json(a) from (select audience.source, iso(audience.captured_at) as "capturedAt",
        iso(audience.verified_at) as "verifiedAt", audience.period_days as "periodDays", audience.followers,
        (select coalesce(array_to_json(array_agg(row_to_json(g) order by g.share desc, g.country)), '[]')
          from jsonb_to_recordset(audience.geo) as g(country text, share numeric)) as geo,
        (select coalesce(array_to_json(array_agg(row_to_json(d) order by d.age, d.gender)), '[]')
          from jsonb_to_recordset(audience.demo) as d(age text, gender text, share numeric)) as demo) a) as audience) j)
  end as channel,
  array(select upper(g.country) from jsonb_to_recordset(audience.geo) as g(country text, share numeric)
    where g.share > 0) as countries,
  (select row_to_json(m) from (select
    (select row_to_json(j) from (select ch.canonical_url as "canonicalUrl", ch.handle, ch.platform) j) as channel,
    sample.er,
    (select row_to_json(j) from (select sample.complete as "measuredPosts", sample.posts as "totalPosts") j) as "erCoverage",
    iso(sample.er_measured_at) as "erMeasuredAt",
    'AVERAGE_VIEWS' as kind, iso(sample.measured_at) as "measuredAt", sample.size as "sampleSize", sample.average as value) m) as metric
from channels ch
left join social_accounts account on account.id = ch.social_account_id
left join lateral (
  select * from audience_snapshots s where s.social_account_id = account.id and s.verified_at is not null and s.expired_at is null
    and (s.source <> 'PLATFORM_API' or exists (select from social_grants g
      where g.social_account_id = s.social_account_id and g.status = 'ACTIVE' and g.shared_at is not null))
  order by s.captured_at desc, s.id desc limit 1
) audience on true
cross join lateral (select ch.platform, ch.handle, ch.canonical_url as "canonicalUrl") plain
cross join lateral (
  select plain.*, case when ch.kind = 'NATIVE' or ch.ownership = 'VERIFIED' then 'VERIFIED' else 'NONE' end as ownership
) claim
cross join lateral (
  select count(*) filter (where views >= 0)::int as size, round(avg(views) filter (where views >= 0))::bigint as average,
    min(measured_at) filter (where views >= 0) as measured_at,
    engagement_rate(sum(views) filter (where is_complete), sum(likes::numeric + comments) filter (where is_complete)) as er,
    count(*) filter (where is_complete)::int as complete, count(*)::int as posts,
    min(measured_at) filter (where is_complete) as er_measured_at
  from (select views, likes, comments, measured_at, views >= 0 and likes >= 0 and comments >= 0 as is_complete
        from channel_posts where channel_id = ch.id and is_public
        order by published_at desc, external_id desc limit 5) latest
) sample
where ch.status = 'ACTIVE' and (ch.kind = 'MANUAL'
  or (account.status = 'ACTIVE' and account.is_verified and account.owner_id = ch.creator_id)) and not is_hidden_claim(ch);

-- As before, with lists of the engagement rates.
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
      where step <= (select max((m->>'value')::bigint) from json_array_elements(shown.metrics) m))
    || array(select 'minEr=' || step from unnest(er_steps()) step
      where step <= (select max((m->>'er')::numeric) from json_array_elements(shown.metrics) m)) as lists offset 0
) proven
join creator_orders orders on orders.creator_id = shown.creator_id;

-- A job writes the new fields of all entries.
insert into catalog_figures_due select creator_id from catalog_creators;

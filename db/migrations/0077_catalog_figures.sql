-- Figures of creators from our own orders, and followers of verified audiences, on pages and in lists.
--
-- Locks: placement_assignments, shown_channels and catalog_projection for a moment. To revert: drop the trigger, its function and the table,
-- and restore shown_channels of 0027_audience_ages.sql and the functions of 0004_catalog.sql. The columns of catalog_projection and the view
-- creator_orders stay.

CREATE TABLE "catalog_figures_due" (
	"creator_id" bigint NOT NULL
);

CREATE INDEX "catalog_figures_due_creator" ON "catalog_figures_due" USING btree ("creator_id");

-- What the orders of a creator say. The answer to an order is its acceptance or its refusal; fewer than three answers say nothing.
create view creator_orders as
select c.user_id as creator_id,
  (select json_build_object('count', count(*)::int, 'latestAt', iso(max(a.ended_at)))
    from placement_assignments a where a.creator_id = c.user_id and a.status = 'APPROVED') as completed_orders,
  (select case when count(*) >= 3 then json_build_object(
      'medianMinutes', ceil(percentile_cont(0.5) within group (order by answer.minutes))::int,
      'answers', count(*)::int, 'latestAt', iso(max(answer.at))) end
    from (select coalesce(a.accepted_at, a.ended_at) as at,
        extract(epoch from coalesce(a.accepted_at, a.ended_at) - a.created_at) / 60 as minutes
      from placement_assignments a
      where a.creator_id = c.user_id and (a.accepted_at is not null or a.status = 'DECLINED')
      order by a.id desc limit 20) answer) as response_time
from creators c;

-- As before, with the followers of the audience.
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
  select count(*)::int as size, round(avg(views))::bigint as average, min(measured_at) as measured_at
  from (select views, measured_at from channel_posts where channel_id = ch.id and is_public
        order by published_at desc, external_id desc limit 5) latest
  where views >= 0
) sample
where ch.status = 'ACTIVE' and (ch.kind = 'MANUAL'
  or (account.status = 'ACTIVE' and account.is_verified and account.owner_id = ch.creator_id)) and not is_hidden_claim(ch);

-- As before, with the figures of orders.
create or replace view catalog_projection as
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
join creator_orders orders on orders.creator_id = shown.creator_id;

-- As before, with the picture and the figures of orders.
create or replace function catalog_entry(p catalog_projection, modified timestamptz, channels json, services json) returns text language sql stable as $$
  select row_to_json(e)::text from (select p.public_id as "publicId", p.metrics_observation_id as "metricsObservationId",
    iso(modified) as "lastModified", p.display_name as "displayName", p.topics, p.languages, p.channel_type as "channelType",
    channels, p.channels_total as "channelsTotal", services, p.services_total as "servicesTotal", p.metrics,
    p.avatar_url as "avatarUrl", p.completed_orders as "completedOrders", p.response_time as "responseTime") e
$$;

create or replace function catalog_page(p catalog_projection, modified timestamptz) returns text language sql stable as $$
  select row_to_json(e)::text from (select p.public_id as "publicId", p.metrics_observation_id as "metricsObservationId",
    iso(modified) as "lastModified", p.display_name as "displayName", p.topics, p.languages, p.channel_type as "channelType",
    p.channels, p.channels_total as "channelsTotal", p.page_services as services, p.services_total as "servicesTotal", p.metrics,
    p.avatar_url as "avatarUrl", p.completed_orders as "completedOrders", p.response_time as "responseTime", p.bio,
    iso(p.published_at) as "publishedAt") e
$$;

create or replace function creator_draft_page(creator bigint) returns text language sql stable
security definer set search_path = public, pg_temp as $$
  select row_to_json(e)::text from (select c.public_id as "publicId",
    encode(sha256(convert_to(coalesce(ch.metrics, '[]')::text, 'UTF8')), 'hex') as "metricsObservationId",
    iso(c.updated_at) as "lastModified", c.display_name as "displayName", c.topics, c.languages,
    coalesce(c.channel_type, case when ch.first_platform in ('TWITCH', 'KICK') then 'STREAMER' else 'SOCIAL' end) as "channelType",
    coalesce(ch.channels, '[]') as channels, ch.total as "channelsTotal", coalesce(s.services, '[]') as services, s.total as "servicesTotal", coalesce(ch.metrics, '[]') as metrics,
    c.avatar_url as "avatarUrl", orders.completed_orders as "completedOrders", orders.response_time as "responseTime", c.bio,
    iso(p.published_at) as "publishedAt"
  from creators c
  join creator_orders orders on orders.creator_id = c.user_id
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

create or replace function catalog_projection_now(creator bigint) returns catalog_projection language plpgsql stable
security definer set search_path = public, pg_temp as $$
declare
  shown catalog_projection;
begin
  select p.creator_id, p.public_id, p.display_name, p.bio, p.avatar_url, p.published_at, p.topics, p.languages, p.channel_type, p.channels,
      p.entry_channels, p.channels_total, p.metrics, p.services, p.page_services, p.services_total, p.content, p.metrics_observation_id,
      p.completed_orders, p.response_time
    into shown.creator_id, shown.public_id, shown.display_name, shown.bio, shown.avatar_url, shown.published_at, shown.topics, shown.languages,
      shown.channel_type, shown.channels, shown.entry_channels, shown.channels_total, shown.metrics, shown.services, shown.page_services,
      shown.services_total, shown.content, shown.metrics_observation_id, shown.completed_orders, shown.response_time
    from catalog_projection p where p.creator_id = creator;
  return shown;
end $$;

-- A job refreshes the rows of the creator. The commit does not, because it would hold the counter of the generation.
create function catalog_figures_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into catalog_figures_due (creator_id) values (new.creator_id);
  return null;
end $$;
revoke execute on function catalog_figures_changed from public;
create trigger catalog_figures_changed after update of status on placement_assignments
  for each row when (old.status <> new.status and new.status in ('ACCEPTED', 'DECLINED', 'APPROVED'))
  execute function catalog_figures_changed();

-- Updates the rows of a creator after new answers or completed orders. Lists show them after the next catalog_publish_metrics.
create function catalog_refresh_figures(creator bigint, at timestamptz) returns void language plpgsql as $$
begin
  delete from catalog_figures_due where creator_id = creator;
  perform catalog_refresh_metrics(creator, at);
end $$;

-- The job writes the new fields of all entries.
insert into catalog_figures_due select creator_id from catalog_creators;

grant select on catalog_figures_due, creator_orders to castline_service, castline_jobs;
grant delete on catalog_figures_due to castline_jobs;

-- Portfolios: pictures that creators show on their pages. Their public copies are in the table of the pictures of creators.
--
-- Locks: avatars and private_uploads, while the constraints are checked; catalog_projection, creators and catalog_generations for a
-- moment; all rows of catalog_pages, because each page gets a portfolio. To revert: delete the portfolios with their files, restore
-- catalog_projection of 0087_channel_er.sql with '[]'::json as portfolio as its last column, the functions of 0077_catalog_figures.sql,
-- and pictures_in_use and picture_released of 0067_factory_pictures.sql, and drop the trigger, the view shown_portfolios, the table and
-- the columns. The pages keep the property until they are rebuilt.

CREATE TABLE "portfolio_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" bigint NOT NULL,
	"upload_id" uuid NOT NULL,
	"url" text NOT NULL,
	"caption" text,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"position" smallint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "portfolio_pictures_upload_id_key" UNIQUE("upload_id"),
	CONSTRAINT "portfolio_pictures_caption_check" CHECK (length("portfolio_pictures"."caption") between 1 and 200),
	CONSTRAINT "portfolio_pictures_position_check" CHECK ("portfolio_pictures"."position" between 1 and 12),
	CONSTRAINT "portfolio_pictures_size_check" CHECK ("portfolio_pictures"."width" > 0 and "portfolio_pictures"."height" > 0)
);

ALTER TABLE "avatars" DROP CONSTRAINT "avatars_holder";
ALTER TABLE "private_uploads" DROP CONSTRAINT "private_uploads_one_purpose";
ALTER TABLE "avatars" ADD COLUMN "portfolio_creator_id" bigint;
ALTER TABLE "private_uploads" ADD COLUMN "portfolio_creator_id" bigint;
ALTER TABLE "portfolio_pictures" ADD CONSTRAINT "portfolio_pictures_id_avatars_id_fk" FOREIGN KEY ("id") REFERENCES "public"."avatars"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "portfolio_pictures" ADD CONSTRAINT "portfolio_pictures_creator_id_creators_user_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "portfolio_pictures" ADD CONSTRAINT "portfolio_pictures_upload_id_private_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."private_uploads"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "portfolio_pictures_creator" ON "portfolio_pictures" USING btree ("creator_id","position");
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_portfolio_creator_id_creators_user_id_fk" FOREIGN KEY ("portfolio_creator_id") REFERENCES "public"."creators"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "private_uploads" ADD CONSTRAINT "private_uploads_portfolio_creator_id_creators_user_id_fk" FOREIGN KEY ("portfolio_creator_id") REFERENCES "public"."creators"("user_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_holder" CHECK (num_nonnulls("avatars"."social_account_id", "avatars"."factory_account_id", "avatars"."portfolio_creator_id") = 1);
ALTER TABLE "private_uploads" ADD CONSTRAINT "private_uploads_one_purpose" CHECK ((num_nonnulls("private_uploads"."channel_id", "private_uploads"."assignment_id", "private_uploads"."stats_session_id", "private_uploads"."campaign_post_id", "private_uploads"."portfolio_creator_id") = 1) and (("private_uploads"."assignment_id" is null) = ("private_uploads"."deliverable_id" is null)));

-- As before, and a picture of a portfolio that was removed: its file is deleted next.
create or replace function picture_released() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'factory_accounts' then
    update avatars set is_released = true where id = right(old.avatar_url, 36)::uuid;
  elsif tg_table_name = 'portfolio_pictures' then
    update avatars set is_released = true where id = old.id;
  else
    update avatars set is_released = true where id = right(old.cover_url, 36)::uuid;
  end if;
  return null;
end $$;
create trigger portfolio_picture_removed after delete on portfolio_pictures for each row execute function picture_released();

-- The portfolio of each creator who has one, as pages show it.
create view shown_portfolios as
select creator_id, json_agg(json_build_object('id', id, 'position', position, 'caption', caption, 'width', width, 'height', height,
  'url', url) order by position) as portfolio
from portfolio_pictures group by creator_id;

-- As before, with the pictures of portfolios, which have no platform.
create or replace view pictures_in_use as
select picture.id, account.owner_id, account.platform, picture.object_key, picture.content_type, picture.stored_at, false as is_of_factory
from avatars picture
join social_accounts account on account.id = picture.social_account_id and account.status = 'ACTIVE' and account.is_verified
  and right(account.avatar_url, 36) = picture.id::text
join active_creators active on active.user_id = account.owner_id
union all
select picture.id, factory.owner_id, account.platform, picture.object_key, picture.content_type, picture.stored_at, true
from avatars picture
join factory_accounts account on account.id = picture.factory_account_id
join factories factory on factory.id = account.factory_id and factory.deleted_at is null
join users owner on owner.id = factory.owner_id and owner.suspended_at is null
where not picture.is_released and (account.social_account_id is null
  or exists (select from social_grants g join social_accounts s on s.id = g.social_account_id join users u on u.id = s.owner_id
    where g.social_account_id = account.social_account_id and g.status = 'ACTIVE' and s.status = 'ACTIVE' and u.suspended_at is null
      and (s.owner_id = factory.owner_id or g.shared_at is not null)))
union all
select picture.id, shown.creator_id, null, picture.object_key, picture.content_type, picture.stored_at, false
from portfolio_pictures shown
join avatars picture on picture.id = shown.id
join active_creators active on active.user_id = shown.creator_id;

-- As before, with the portfolio. Without one the content keeps its hash, and the page its lastModified.
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
    shown.channel_type, shown.channels::text, shown.page_services::text)::text || coalesce(pictures.portfolio::text, '')) as content,
  encode(sha256(convert_to(shown.metrics::text, 'UTF8')), 'hex') as metrics_observation_id, shown.service_rows,
  orders.completed_orders, orders.response_time, coalesce(pictures.portfolio, '[]') as portfolio
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
join creator_orders orders on orders.creator_id = shown.creator_id
left join shown_portfolios pictures on pictures.creator_id = shown.creator_id;

create or replace function catalog_page(p catalog_projection, modified timestamptz) returns text language sql stable as $$
  select row_to_json(e)::text from (select p.public_id as "publicId", p.metrics_observation_id as "metricsObservationId",
    iso(modified) as "lastModified", p.display_name as "displayName", p.topics, p.languages, p.channel_type as "channelType",
    p.channels, p.channels_total as "channelsTotal", p.page_services as services, p.services_total as "servicesTotal", p.metrics,
    p.avatar_url as "avatarUrl", p.completed_orders as "completedOrders", p.response_time as "responseTime", p.bio, p.portfolio,
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
    coalesce(pictures.portfolio, '[]') as portfolio,
    iso(p.published_at) as "publishedAt"
  from creators c
  join creator_orders orders on orders.creator_id = c.user_id
  join creator_pages p on p.creator_id = c.user_id
  left join shown_portfolios pictures on pictures.creator_id = c.user_id
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
      p.completed_orders, p.response_time, p.portfolio
    into shown.creator_id, shown.public_id, shown.display_name, shown.bio, shown.avatar_url, shown.published_at, shown.topics, shown.languages,
      shown.channel_type, shown.channels, shown.entry_channels, shown.channels_total, shown.metrics, shown.services, shown.page_services,
      shown.services_total, shown.content, shown.metrics_observation_id, shown.completed_orders, shown.response_time, shown.portfolio
    from catalog_projection p where p.creator_id = creator;
  return shown;
end $$;

-- The pages that exist have no portfolio yet.
update catalog_pages set (page, etag) = (select page, md5(page) from (select left(catalog_pages.page, -1) || ',"portfolio":[]}' as page) fresh);
select catalog_advance_generations(array(select generate_series(0, 15)));

grant select, insert, update, delete on portfolio_pictures to castline_service;
grant select, delete on portfolio_pictures to castline_jobs;
grant select on shown_portfolios to castline_service, castline_jobs;

-- Posts of campaigns and factories keep the source of their last measurement, and the definition of a view that applied to their last known views.
-- The sums of campaigns keep the definitions that their views mix.
--
-- Locks: campaign_posts, campaign_accounts, campaign_platforms and factory_posts, exclusively, while the stored posts get their values. To revert: create
-- campaign_record_scan and campaign_account_sums as in 0046, campaign_roll_up as in 0044 and factory_store_readings as in 0110, and drop the columns.

ALTER TABLE "campaign_posts" ADD COLUMN "source" text;
ALTER TABLE "campaign_posts" ADD COLUMN "view_definition" text;
ALTER TABLE "campaign_accounts" ADD COLUMN "view_definitions" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "campaign_platforms" ADD COLUMN "view_definitions" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "factory_posts" ADD COLUMN "source" text;
ALTER TABLE "factory_posts" ADD COLUMN "view_definition" text;

set local check_function_bodies = off;

grant update (source, view_definition) on campaign_posts to castline_jobs;
grant select (source, view_definition) on factory_posts to castline_guest;

update campaign_posts p set source = m.source from post_measurements m where m.post_id = p.post_id and m.measured_at = p.scanned_at;
update campaign_posts p set view_definition = m.view_definition
from post_measurements m where m.post_id = p.post_id and m.measured_at = p.views_measured_at and m.view_definition is not null;
update factory_posts p set source = m.source
from factory_measurements m where m.account_id = p.account_id and m.post_id = p.id and m.measured_at = p.last_scanned_at;
update factory_posts p set view_definition = m.view_definition
from factory_measurements m
where m.account_id = p.account_id and m.post_id = p.id and m.measured_at = p.views_at and m.view_definition is not null;

-- As in 0046, with the definitions of the views.
create or replace function campaign_account_sums(counted bigint, accounts bigint[], since timestamptz) returns setof campaign_accounts
language sql stable set search_path = public, pg_temp as $$
  select counted, account_id, min(creator_id), min(platform), count(*)::int, count(*) filter (where status = 'ON_MODERATION')::int,
    count(*) filter (where status = 'ACCEPTED')::int, count(*) filter (where status = 'REJECTED')::int,
    count(*) filter (where status = 'UNAVAILABLE')::int, sum(earned_cents)::bigint,
    sum(views) filter (where has_views)::bigint, min(views_measured_at) filter (where has_views),
    count(*) filter (where is_video)::int, count(*) filter (where is_counted)::int,
    coalesce(sum(counted_views) filter (where is_counted), 0)::bigint, coalesce(sum(counted_likes) filter (where is_counted), 0)::bigint,
    coalesce(sum(counted_comments) filter (where is_counted), 0)::bigint, min(counts_measured_at) filter (where is_counted),
    count(*) filter (where is_saved)::int, sum(saves) filter (where is_saved)::bigint, min(saves_measured_at) filter (where is_saved),
    coalesce(array_agg(distinct view_definition) filter (where has_views), '{}')
  from (
    select p.*, p.social_account_id as account_id, video.is_video,
      p.views_measured_at >= shown.since as has_views,
      video.is_video and p.counts_measured_at >= shown.since as is_counted,
      video.is_video and p.saves_measured_at >= shown.since as is_saved
    from (select id, campaign_shared_since(id) as shared_since from (select distinct unnest(accounts) as id) named offset 0) account
    join campaign_posts p on p.campaign_id = counted and p.social_account_id = account.id
    join posts s on s.id = p.post_id
    cross join lateral (select case when p.sharing = 'ALWAYS' then campaign_account_sums.since
      when p.sharing = 'WITH_CONSENT' and account.shared_since is not null
        then greatest(campaign_account_sums.since, account.shared_since) end as since) shown
    cross join lateral (select p.status = 'ACCEPTED' and campaign_is_video(s.media_type) as is_video) video) post
  group by account_id
$$;

-- As in 0044, with the definitions of the views.
create or replace function campaign_roll_up(changed bigint, accounts bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into campaign_accounts select * from campaign_account_sums(changed, accounts, '-infinity')
    on conflict (campaign_id, social_account_id) do update set creator_id = excluded.creator_id, posts = excluded.posts,
      on_moderation = excluded.on_moderation, accepted = excluded.accepted, rejected = excluded.rejected, unavailable = excluded.unavailable,
      earned_cents = excluded.earned_cents, total_views = excluded.total_views, views_since = excluded.views_since, videos = excluded.videos,
      counted = excluded.counted, views = excluded.views, likes = excluded.likes, comments = excluded.comments,
      counted_since = excluded.counted_since, saved = excluded.saved, saves = excluded.saves, saved_since = excluded.saved_since,
      view_definitions = excluded.view_definitions;
  insert into campaign_platforms (campaign_id, platform, posts, on_moderation, accepted, rejected, unavailable, earned_cents, total_views,
      views_since, videos, counted, views, likes, comments, counted_since, saved, saves, saved_since, view_definitions)
    select changed, platform, sum(posts), sum(on_moderation), sum(accepted), sum(rejected), sum(unavailable), sum(earned_cents),
      sum(total_views), min(views_since), sum(videos), sum(counted), sum(views), sum(likes), sum(comments), min(counted_since), sum(saved),
      sum(saves), min(saved_since), array(select distinct named from campaign_accounts one cross join unnest(one.view_definitions) named
        where one.campaign_id = changed and one.platform = campaign_accounts.platform)
    from campaign_accounts
    where campaign_id = changed and platform in (select a.platform from social_accounts a where a.id = any (accounts))
    group by platform
    on conflict (campaign_id, platform) do update set posts = excluded.posts, on_moderation = excluded.on_moderation,
      accepted = excluded.accepted, rejected = excluded.rejected, unavailable = excluded.unavailable, earned_cents = excluded.earned_cents,
      total_views = excluded.total_views, views_since = excluded.views_since, videos = excluded.videos, counted = excluded.counted,
      views = excluded.views, likes = excluded.likes, comments = excluded.comments, counted_since = excluded.counted_since,
      saved = excluded.saved, saves = excluded.saves, saved_since = excluded.saved_since, view_definitions = excluded.view_definitions;
end $$;

-- As in 0046, with the source and the definition of the views.
create or replace function campaign_record_scan(post campaign_posts, seen posts, measured post_measurements, sharing text, rules jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  at timestamptz := measured.measured_at;
  is_complete boolean := num_nulls(measured.views, measured.likes, measured.comments) = 0;
  is_kept boolean := coalesce(post.sharing = sharing, true);
  flagged jsonb := campaign_flags(post, measured, rules);
  returned boolean := coalesce(post.status = 'UNAVAILABLE' and seen.missing_scans = 0
    and (post.former_status = 'ACCEPTED' or seen.visibility = 'PUBLIC'), false);
  gone boolean := post.status in ('ON_MODERATION', 'ACCEPTED') and seen.missing_scans >= (rules->>'missingScans')::int;
begin
  update campaign_posts p set
    scanned_at = at, sharing = campaign_record_scan.sharing, reasons = measured.reasons, flags = p.flags || flagged,
    status = case when returned then p.former_status when gone then 'UNAVAILABLE' else p.status end,
    former_status = case when returned then null when gone then p.status else p.former_status end,
    decide_by = case when gone then null when returned and p.former_status = 'ON_MODERATION'
      then at + (rules->>'moderationHours')::int * interval '1 hour' else p.decide_by end,
    postponed_until = case when not gone then p.postponed_until end,
    views = case when measured.views is null and is_kept then p.views else measured.views end,
    views_measured_at = case when measured.views is not null then at when is_kept then p.views_measured_at end,
    view_definition = case when measured.views is not null then measured.view_definition when is_kept then p.view_definition end,
    source = measured.source,
    counted_views = case when is_complete then measured.views when is_kept then p.counted_views end,
    counted_likes = case when is_complete then measured.likes when is_kept then p.counted_likes end,
    counted_comments = case when is_complete then measured.comments when is_kept then p.counted_comments end,
    counts_measured_at = case when is_complete then at when is_kept then p.counts_measured_at end,
    saves = case when measured.saves is null and is_kept then p.saves else measured.saves end,
    saves_measured_at = case when measured.saves is not null then at when is_kept then p.saves_measured_at end,
    updated_at = at
    where p.id = post.id;
  if is_complete and is_kept and sharing <> 'NEVER' and not gone and 'ACCEPTED' in (post.status, post.former_status)
    and campaign_is_video(seen.media_type) then
    perform campaign_add_metrics(post, measured, sharing);
  end if;
  if gone then
    perform campaign_notify(post.campaign_id, post.id, 'post.unavailable', 'SYSTEM', at);
  end if;
  if flagged <> '{}' then
    perform campaign_notify(post.campaign_id, post.id, 'post.flagged', 'SYSTEM', at,
      jsonb_build_object('flags', (select jsonb_agg(name order by name) from jsonb_object_keys(flagged) as name)));
  end if;
end $$;

-- As in 0110, with the source and the definition of the views.
create or replace function factory_store_readings(scan factory_scans, at timestamptz, readings jsonb, terms jsonb) returns jsonb language plpgsql as $$
declare
  stored integer;
  counted integer;
  flagged jsonb;
begin
  with raised as (
    select p.id, r.*, r."isGone" and p.gone_scans >= 3 as is_free, array_remove(array[
        case when r.views < p.views then 'VIEWS_FELL' end, case when r.likes < p.likes then 'LIKES_FELL' end,
        case when r.comments < p.comments then 'COMMENTS_FELL' end, case when r.saves < p.saves then 'SAVES_FELL' end,
        case when p.views >= (terms ->> 'jumpFrom')::bigint and r.views >= (terms ->> 'jumpFactor')::bigint * p.views then 'VIEWS_JUMPED' end,
        case when r."isGone" and p.gone_scans = 2 then 'GONE' end], null) as flags
    from jsonb_to_recordset(readings) as r("contentId" text, "isGone" boolean, title text, "mediaType" text, "durationSeconds" integer, hashtags text[],
      views bigint, likes bigint, comments bigint, saves bigint, reasons jsonb)
    join factory_posts p on p.account_id = scan.account_id and p.content_id = r."contentId"
    where p.last_scanned_at is null or p.last_scanned_at < scan.opened_at
  ), updated as (
    update factory_posts p set
      title = case when r."isGone" then p.title else r.title end, media_type = coalesce(r."mediaType", p.media_type),
      duration_seconds = coalesce(r."durationSeconds", p.duration_seconds),
      hashtags = case when r."isGone" then p.hashtags else r.hashtags end,
      views = coalesce(r.views, p.views), views_at = case when r.views is null then p.views_at else at end,
      view_definition = case when r.views is null then p.view_definition else terms ->> 'viewDefinition' end, source = terms ->> 'source',
      likes = coalesce(r.likes, p.likes), likes_at = case when r.likes is null then p.likes_at else at end,
      comments = coalesce(r.comments, p.comments), comments_at = case when r.comments is null then p.comments_at else at end,
      saves = coalesce(r.saves, p.saves), saves_at = case when r.saves is null then p.saves_at else at end,
      complete_views = case when num_nulls(r.views, r.likes, r.comments) = 0 then r.views else p.complete_views end,
      complete_reactions = case when num_nulls(r.views, r.likes, r.comments) = 0 then r.likes + r.comments else p.complete_reactions end,
      complete_at = case when num_nulls(r.views, r.likes, r.comments) = 0 then at else p.complete_at end,
      reasons = r.reasons, flags = case when r."isGone" then p.flags else p.flags - 'GONE' end || coalesce((select jsonb_object_agg(flag, iso(at)) from unnest(r.flags) flag), '{}'),
      last_scanned_at = at, gone_scans = case when r."isGone" then least(p.gone_scans + 1, 1000) else 0 end
    from raised r where p.id = r.id
    returning p.*, r.views as read_views, r.likes as read_likes, r.comments as read_comments, r.saves as read_saves, r.flags as raised, r.is_free
  ), measured as (
    insert into factory_measurements (account_id, post_id, measured_at, views, likes, comments, saves, source, view_definition, reasons, flags)
    select u.account_id, u.id, at, u.read_views, u.read_likes, u.read_comments, u.read_saves, terms ->> 'source', terms ->> 'viewDefinition', u.reasons, u.raised
    from updated u
  ), days as (
    insert into factory_post_days as d (account_id, post_id, day, taken_at, views, views_at, likes, likes_at, comments, comments_at, saves, saves_at,
      complete_views, complete_reactions, complete_at)
    select u.account_id, u.id, (at at time zone 'UTC')::date, at, u.views, u.views_at, u.likes, u.likes_at, u.comments, u.comments_at, u.saves, u.saves_at,
      u.complete_views, u.complete_reactions, u.complete_at
    from updated u where num_nonnulls(u.read_views, u.read_likes, u.read_comments, u.read_saves) > 0
    on conflict (account_id, post_id, day) do update set taken_at = excluded.taken_at, views = excluded.views, views_at = excluded.views_at,
      likes = excluded.likes, likes_at = excluded.likes_at, comments = excluded.comments, comments_at = excluded.comments_at,
      saves = excluded.saves, saves_at = excluded.saves_at, complete_views = excluded.complete_views,
      complete_reactions = excluded.complete_reactions, complete_at = excluded.complete_at
  )
  select count(*) filter (where not u.is_free), count(*) filter (where num_nonnulls(u.read_views, u.read_likes, u.read_comments, u.read_saves) > 0),
    coalesce(jsonb_agg(jsonb_build_object('postId', u.id, 'flags', u.raised) order by u.id) filter (where u.raised <> '{}'), '[]')
  into stored, counted, flagged from updated u;
  update factory_scans s set answered = s.answered + stored where s.id = scan.id and stored > 0;
  if counted = 0 then return flagged; end if;
  insert into factory_account_days as d (account_id, day, taken_at, views, likes, comments, saves, complete_views, complete_reactions)
  select scan.account_id, (at at time zone 'UTC')::date, at, sum(p.views), sum(p.likes), sum(p.comments), sum(p.saves), sum(p.complete_views), sum(p.complete_reactions)
  from factory_posts p where p.account_id = scan.account_id
  on conflict (account_id, day) do update set taken_at = excluded.taken_at, views = excluded.views, likes = excluded.likes, comments = excluded.comments,
    saves = excluded.saves, complete_views = excluded.complete_views, complete_reactions = excluded.complete_reactions;
  return flagged;
end $$;

update campaign_accounts a set view_definitions = s.view_definitions
from (select distinct campaign_id from campaign_accounts) c
cross join lateral campaign_account_sums(c.campaign_id, array(select social_account_id from campaign_accounts where campaign_id = c.campaign_id), '-infinity') s
where a.campaign_id = s.campaign_id and a.social_account_id = s.social_account_id and s.view_definitions <> '{}';
update campaign_platforms p set view_definitions = array(
  select distinct named from campaign_accounts a cross join unnest(a.view_definitions) named where a.campaign_id = p.campaign_id and a.platform = p.platform);

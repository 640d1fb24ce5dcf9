-- A post counts once in totalViews, also if two accounts of one channel have submitted it.
-- Its creator gives up the first account, proves the channel again, and submits the post again.
--
-- Locks: the sums of campaigns with such posts, for a moment. To revert: create campaign_account_sums as in 0131 and campaign_roll_up
-- as in 0119, and drop campaign_shown_since.

-- The time from which a reader sees the measurements of a post, null for none: `shared` is the time since when its account shares them.
create function campaign_shown_since(post campaign_posts, shared timestamptz, since timestamptz) returns timestamptz language sql immutable as $$
  select case when post.sharing = 'ALWAYS' then since when post.sharing = 'WITH_CONSENT' and shared is not null then greatest(since, shared) end
$$;

-- As in 0131, but another submission of the same post counts whatever its account. All submissions of a post but one are rejected.
create or replace function campaign_account_sums(counted bigint, accounts bigint[], since timestamptz) returns setof campaign_accounts
language sql stable set search_path = public, pg_temp as $$
  with again as materialized (
    select distinct rejected.post_id from campaign_posts rejected
    where rejected.campaign_id = counted and rejected.status = 'REJECTED' and exists (select from campaign_posts other
      where other.post_id = rejected.post_id and other.campaign_id = counted and other.id <> rejected.id))
  select counted, account_id, min(creator_id), min(platform), count(*)::int, count(*) filter (where status = 'ON_MODERATION')::int,
    count(*) filter (where status = 'ACCEPTED')::int, count(*) filter (where status = 'REJECTED')::int,
    count(*) filter (where status = 'UNAVAILABLE')::int, sum(earned_cents)::bigint,
    sum(views) filter (where has_views and is_newest)::bigint, min(views_measured_at) filter (where has_views and is_newest),
    count(*) filter (where is_video)::int, count(*) filter (where is_counted)::int,
    coalesce(sum(counted_views) filter (where is_counted), 0)::bigint, coalesce(sum(counted_likes) filter (where is_counted), 0)::bigint,
    coalesce(sum(counted_comments) filter (where is_counted), 0)::bigint, min(counts_measured_at) filter (where is_counted),
    count(*) filter (where is_saved)::int, sum(saves) filter (where is_saved)::bigint, min(saves_measured_at) filter (where is_saved),
    coalesce(array_agg(distinct view_definition) filter (where has_views and is_newest), '{}')
  from (
    select p.*, p.social_account_id as account_id, video.is_video,
      p.views_measured_at >= shown.since as has_views,
      case when p.post_id in (select again.post_id from again) then not exists (select from campaign_posts other
        cross join lateral (select campaign_shown_since(other, campaign_shared_since(other.social_account_id), campaign_account_sums.since) as since) seen
        where other.post_id = p.post_id and other.campaign_id = counted and other.id <> p.id
          and (coalesce(other.views_measured_at >= seen.since, false), other.id) > (coalesce(p.views_measured_at >= shown.since, false), p.id))
        else true end as is_newest,
      video.is_video and p.counts_measured_at >= shown.since as is_counted,
      video.is_video and p.saves_measured_at >= shown.since as is_saved
    from (select id, campaign_shared_since(id) as shared_since from (select distinct unnest(accounts) as id) named offset 0) account
    join campaign_posts p on p.campaign_id = counted and p.social_account_id = account.id
    join posts s on s.id = p.post_id
    cross join lateral (select campaign_shown_since(p, account.shared_since, campaign_account_sums.since) as since) shown
    cross join lateral (select p.status = 'ACCEPTED' and campaign_is_video(s.media_type) as is_video) video) post
  group by account_id
$$;

-- As in 0119, with the other accounts that have submitted one of the posts.
create or replace function campaign_roll_up(changed bigint, accounts bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  accounts := array(select unnest(accounts) union
    select unnest(array[rejected.social_account_id, other.social_account_id]) from campaign_posts rejected
    join campaign_posts other on other.post_id = rejected.post_id and other.campaign_id = changed
      and other.social_account_id <> rejected.social_account_id
    where rejected.campaign_id = changed and rejected.status = 'REJECTED'
      and (rejected.social_account_id = any (accounts) or other.social_account_id = any (accounts)) order by 1);
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

select campaign_roll_up(again.campaign_id, array_agg(distinct again.social_account_id))
from (select p.campaign_id, p.social_account_id from campaign_posts p join campaign_posts other on other.post_id = p.post_id
    and other.campaign_id = p.campaign_id and other.social_account_id <> p.social_account_id) again
group by again.campaign_id;

-- A post that a creator has withdrawn and submitted again counts once in totalViews, by the newest submission whose views are known.
--
-- Locks: the sums of campaigns with such posts, for a moment. To revert: create the function again as in 0119.

create or replace function campaign_account_sums(counted bigint, accounts bigint[], since timestamptz) returns setof campaign_accounts
language sql stable set search_path = public, pg_temp as $$
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
      row_number() over (partition by p.post_id order by p.views_measured_at >= shown.since desc nulls last, p.id desc) = 1 as is_newest,
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

-- As campaign_roll_up sums them.
select campaign_roll_up(again.campaign_id, array_agg(distinct again.social_account_id))
from (select campaign_id, social_account_id from campaign_posts group by campaign_id, social_account_id, post_id having count(*) > 1) again
group by again.campaign_id;

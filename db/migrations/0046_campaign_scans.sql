-- What scans, consents, reconnections and the sweep of old metrics change in campaigns.
-- Each function locks posts, then campaigns, then the posts of the campaigns, each in one order.
--
-- Locks: none, it only replaces functions. To revert: restore the functions of 0044 and of 0022, and drop the new ones.

set local check_function_bodies = off;

drop function campaign_record_scan(campaign_posts, posts, post_measurements, text, jsonb);
drop function campaign_withdraw(bigint, timestamptz);

-- The sums of the posts of these accounts in a campaign: those of its row in campaign_accounts. Metrics that were measured before `since` are unknown.
create or replace function campaign_account_sums(counted bigint, accounts bigint[], since timestamptz) returns setof campaign_accounts
language sql stable set search_path = public, pg_temp as $$
  select counted, account_id, min(creator_id), min(platform), count(*)::int, count(*) filter (where status = 'ON_MODERATION')::int,
    count(*) filter (where status = 'ACCEPTED')::int, count(*) filter (where status = 'REJECTED')::int,
    count(*) filter (where status = 'UNAVAILABLE')::int, sum(earned_cents)::bigint,
    sum(views) filter (where has_views)::bigint, min(views_measured_at) filter (where has_views),
    count(*) filter (where is_video)::int, count(*) filter (where is_counted)::int,
    coalesce(sum(counted_views) filter (where is_counted), 0)::bigint, coalesce(sum(counted_likes) filter (where is_counted), 0)::bigint,
    coalesce(sum(counted_comments) filter (where is_counted), 0)::bigint, min(counts_measured_at) filter (where is_counted),
    count(*) filter (where is_saved)::int, sum(saves) filter (where is_saved)::bigint, min(saves_measured_at) filter (where is_saved)
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

drop function campaign_roll_up_days(bigint, bigint[], date);

-- Adds what these accounts gained on each day to the days of their platforms, or takes it back, if the advertiser may see it now, or no more. The
-- caller has locked the campaign.
create function campaign_show_days(changed bigint, accounts bigint[]) returns void
language sql set search_path = public, pg_temp as $$
  with account as materialized (
    select id, campaign_shared_since(id) as shared_since from (select distinct unnest(accounts) as id) named
  ), turned as (
    update campaign_account_days a set is_shown = not a.is_shown from account
    where a.campaign_id = changed and a.social_account_id = account.id and a.is_shown is distinct from case a.sharing
      when 'ALWAYS' then true
      when 'WITH_CONSENT' then coalesce(a.day::timestamp at time zone 'UTC' >= account.shared_since, false)
      else false end
    returning a.day, a.platform, case when a.is_shown then 1 else -1 end as sign, a.views, a.likes, a.comments
  ), sums as (
    select day, platform, sum(sign)::int as accounts, sum(sign * views) as views, sum(sign * likes) as likes, sum(sign * comments) as comments
    from turned group by 1, 2
  )
  update campaign_days d set shown_accounts = d.shown_accounts + sums.accounts,
    views = case when d.shown_accounts + sums.accounts > 0 then coalesce(d.views, 0) + sums.views end,
    likes = case when d.shown_accounts + sums.accounts > 0 then coalesce(d.likes, 0) + sums.likes end,
    comments = case when d.shown_accounts + sums.accounts > 0 then coalesce(d.comments, 0) + sums.comments end
  from sums where d.campaign_id = changed and d.day = sums.day and d.platform = sums.platform
$$;

drop function campaign_is_shown(bigint, text);

-- Takes over the measurements of these posts at a time: the state of the posts, their last known metrics, their flags and what they have
-- earned. It skips posts whose account cannot be used. The caller has stored the
-- measurements in this transaction. `rules` are the limits of the flags.
create or replace function campaign_record_scans(scanned bigint[], sharing text, at timestamptz, rules jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  scan record;
  affected bigint[];
  campaign bigint;
  recorded bigint[];
  accounts bigint[];
begin
  affected := array(select id from campaigns
    where status in ('RUNNING', 'PAUSED') and id in (select campaign_id from campaign_posts where post_id = any (scanned) and status <> 'REJECTED')
    order by id for no key update);
  foreach campaign in array affected loop
    recorded := '{}';
    for scan in
      select p as post, s as seen, m as measured from campaign_posts p
      join posts s on s.id = p.post_id
      join post_measurements m on m.post_id = p.post_id and m.measured_at = campaign_record_scans.at
      where p.campaign_id = campaign and p.post_id = any (scanned) and p.status <> 'REJECTED'
        and (p.scanned_at is null or p.scanned_at < campaign_record_scans.at) and campaign_account_is_usable(p.social_account_id)
      order by p.id for no key update of p
    loop
      perform campaign_record_scan(scan.post, scan.seen, scan.measured, sharing, rules);
      recorded := recorded || (scan.post).id;
    end loop;
    continue when cardinality(recorded) = 0;
    perform campaign_decide(campaign, recorded, at, rules);
    perform campaign_accrue(campaign, array(select p.id from campaign_posts p join posts s on s.id = p.post_id
      where p.id = any (recorded) and p.status = 'ACCEPTED' and s.missing_scans = 0), at);
    accounts := array(select distinct social_account_id from campaign_posts where id = any (recorded));
    perform campaign_roll_up(campaign, accounts);
    perform campaign_show_days(campaign, accounts);
    perform campaign_check_budget(campaign, at);
  end loop;
end $$;

-- Takes over one measurement of a post. A post that is missing in three scans is unavailable until the platform shows it again. When
-- the sharing of a post has changed, its metrics of the former sharing are cleared.
create function campaign_record_scan(post campaign_posts, seen posts, measured post_measurements, sharing text, rules jsonb) returns void
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

-- Adds what a post has gained since its last complete measurement to the day, if it was measured on the day before too.
create or replace function campaign_add_metrics(was campaign_posts, measured post_measurements, sharing text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  today date := (measured.measured_at at time zone 'UTC')::date;
  counted boolean;
begin
  insert into campaign_days (campaign_id, day, platform) values (was.campaign_id, today, was.platform) on conflict do nothing;
  if (was.counts_measured_at at time zone 'UTC')::date is distinct from today - 1 and not (
      (was.counts_measured_at at time zone 'UTC')::date = today and exists (select from post_measurements m
        where m.post_id = was.post_id and m.measured_at >= (today - 1)::timestamp at time zone 'UTC'
          and m.measured_at < today::timestamp at time zone 'UTC' and num_nulls(m.views, m.likes, m.comments) = 0)) then
    return;
  end if;
  insert into campaign_account_days (campaign_id, social_account_id, day, platform, sharing, views, likes, comments)
    values (was.campaign_id, was.social_account_id, today, was.platform, campaign_add_metrics.sharing,
      measured.views - was.counted_views, measured.likes - was.counted_likes, measured.comments - was.counted_comments)
    on conflict (campaign_id, day, social_account_id) do update set
      -- A day that was measured under a consent stays so.
      sharing = case when campaign_account_days.sharing = 'ALWAYS' then excluded.sharing else campaign_account_days.sharing end,
      views = campaign_account_days.views + excluded.views, likes = campaign_account_days.likes + excluded.likes,
      comments = campaign_account_days.comments + excluded.comments
    returning is_shown into counted;
  -- What campaign_show_days has not counted yet it counts as a whole.
  update campaign_days d set views = d.views + measured.views - was.counted_views, likes = d.likes + measured.likes - was.counted_likes,
    comments = d.comments + measured.comments - was.counted_comments
    where counted and d.campaign_id = was.campaign_id and d.day = today and d.platform = was.platform;
end $$;

-- Decides about those of these posts whose window has ended, right after a scan. They wait while a party is
-- suspended, and while the budget does not cover their reward.
create function campaign_decide(deciding bigint, scanned bigint[], at timestamptz, rules jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  due bigint[];
  hidden bigint[];
begin
  due := array(select p.id from campaign_posts p
    where p.id = any (scanned) and p.status = 'ON_MODERATION' and p.decide_by <= campaign_decide.at
      and not exists (select from campaigns c join users u on u.id in (c.advertiser_id, p.creator_id)
        where c.id = deciding and u.suspended_at is not null)
    order by p.id);
  if cardinality(due) = 0 then
    return;
  end if;
  hidden := array(select p.id from campaign_posts p join posts s on s.id = p.post_id
    where p.id = any (due) and (s.missing_scans > 0 or s.visibility is distinct from 'PUBLIC') order by p.id);
  update campaign_posts set status = 'UNAVAILABLE', former_status = 'ON_MODERATION', decide_by = null, postponed_until = null,
    updated_at = campaign_decide.at where id = any (hidden);
  perform campaign_notify_posts(deciding, hidden, 'post.unavailable', 'SYSTEM', at);
  perform campaign_accept(deciding,
    campaign_genuine(array(select id from campaign_posts where id = any (due) and status = 'ON_MODERATION')), 'SYSTEM', at);
  update campaign_posts set postponed_until = campaign_decide.at + (rules->>'retryMinutes')::int * interval '1 minute'
    where id = any (due) and status = 'ON_MODERATION';
end $$;

-- Makes undecided posts due at their platforms after their moderation window, at most max_posts, and returns their number. A post that another caller
-- has leased, until `leased_until` at the latest, keeps its lease: its scan is running. Each is made due again at `retry_at` if it is undecided then.
create function campaign_scan_undecided(at timestamptz, leased_until timestamptz, retry_at timestamptz, max_posts int) returns int
language plpgsql set search_path = public, pg_temp as $$
declare
  chosen bigint[];
begin
  chosen := array(select p.id from campaign_posts p join campaigns c on c.id = p.campaign_id and c.status in ('RUNNING', 'PAUSED')
    where p.status = 'ON_MODERATION' and greatest(p.decide_by, p.postponed_until) <= campaign_scan_undecided.at
      and coalesce(c.reward_cents <= c.budget_cents - c.spent_cents, true) and campaign_account_is_usable(p.social_account_id)
      and not exists (select from users u where u.id = c.advertiser_id and u.suspended_at is not null)
    order by greatest(p.decide_by, p.postponed_until) limit max_posts);
  update posts set due_at = campaign_scan_undecided.at where id = any (array(
    select s.id from posts s where s.id in (select post_id from campaign_posts where id = any (chosen))
      and (s.due_at is null or s.due_at > leased_until) order by s.content_id for no key update));
  perform from campaigns where id in (select campaign_id from campaign_posts where id = any (chosen)) order by id for no key update;
  update campaign_posts set postponed_until = retry_at where id = any (chosen) and status = 'ON_MODERATION';
  return cardinality(chosen);
end $$;

-- Brings the sums of all campaigns of these accounts up to date, because the metrics that others may see have changed.
create function campaign_follow_accounts(accounts bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  campaign bigint;
begin
  for campaign in
    select id from campaigns where id in (select campaign_id from campaign_accounts where social_account_id = any (accounts))
    order by id for no key update
  loop
    perform campaign_roll_up(campaign, accounts);
    perform campaign_show_days(campaign, accounts);
  end loop;
end $$;

-- Deletes the metrics of these posts that were measured before a time, and the views of their accruals. What was earned stays.
create function campaign_forget(forgotten bigint[], before timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  campaign bigint;
begin
  for campaign in
    select id from campaigns where id in (select campaign_id from campaign_posts where id = any (forgotten)) order by id for no key update
  loop
    perform from campaign_posts where campaign_id = campaign and id = any (forgotten) order by id for no key update;
    update campaign_posts set
      views = case when views_measured_at >= before then views end,
      views_measured_at = case when views_measured_at >= before then views_measured_at end,
      counted_views = case when counts_measured_at >= before then counted_views end,
      counted_likes = case when counts_measured_at >= before then counted_likes end,
      counted_comments = case when counts_measured_at >= before then counted_comments end,
      counts_measured_at = case when counts_measured_at >= before then counts_measured_at end,
      saves = case when saves_measured_at >= before then saves end,
      saves_measured_at = case when saves_measured_at >= before then saves_measured_at end
      where campaign_id = campaign and id = any (forgotten);
    update campaign_earnings set views = null where measured_at < before and views is not null
      and campaign_post_id in (select id from campaign_posts where campaign_id = campaign and id = any (forgotten));
    perform campaign_roll_up(campaign, array(select distinct social_account_id from campaign_posts where campaign_id = campaign and id = any (forgotten)));
  end loop;
end $$;

-- Removes metrics of a platform that were measured before a time from posts of campaigns, at most so many, and returns their number.
create function delete_old_campaign_metrics(of_platform text, before timestamptz, max_deleted int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten bigint[];
begin
  forgotten := array(
    select id from campaign_posts
      where platform = of_platform and least(views_measured_at, counts_measured_at, saves_measured_at) < before
    union
    select e.campaign_post_id from campaign_earnings e join campaign_posts p on p.id = e.campaign_post_id
      where p.platform = of_platform and e.views is not null and e.measured_at < before
    limit max_deleted);
  perform campaign_forget(forgotten, before);
  return cardinality(forgotten);
end $$;

-- Deletes what accounts and platforms added on days before a time, in the campaigns of at most max_deleted such days, and returns the number of days.
create function delete_old_campaign_days(of_platform text, before timestamptz, max_deleted int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_day date := (before at time zone 'UTC')::date - 1;
  affected bigint[];
  deleted int;
begin
  affected := array(select distinct campaign_id from (
    select campaign_id from campaign_account_days where platform = of_platform and day <= last_day limit max_deleted) old order by 1);
  perform from campaigns where id = any (affected) order by id for no key update;
  delete from campaign_account_days where campaign_id = any (affected) and platform = of_platform and day <= last_day;
  get diagnostics deleted = row_count;
  update campaign_days set shown_accounts = 0, views = null, likes = null, comments = null
    where campaign_id = any (affected) and platform = of_platform and day <= last_day and shown_accounts > 0;
  return deleted;
end $$;

-- The accounts whose grants have ended or were renewed, of which campaigns have metrics that were read before.
create function campaign_accounts_to_forget() returns table (account bigint, before timestamptz)
language sql stable set search_path = public, pg_temp as $$
  select g.social_account_id, g.forget_before from social_grants g
  where g.forget_before is not null and (
    exists (select from campaign_posts p where p.social_account_id = g.social_account_id and p.sharing <> 'ALWAYS' and (
      least(p.views_measured_at, p.counts_measured_at, p.saves_measured_at) < g.forget_before
      or exists (select from campaign_earnings e where e.campaign_post_id = p.id and e.views is not null and e.measured_at < g.forget_before)))
    or exists (select from campaign_account_days d where d.social_account_id = g.social_account_id and d.sharing <> 'ALWAYS'
      and d.day <= (g.forget_before at time zone 'UTC')::date))
  order by 1
$$;

-- Deletes from campaigns what was read under the ended grant of an account.
create function delete_campaign_metrics_of_ended_grant(ended bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  until timestamptz := (select before from campaign_accounts_to_forget() where account = ended);
begin
  perform from campaigns where id in (select campaign_id from campaign_accounts where social_account_id = ended) order by id for no key update;
  perform campaign_forget(array(select id from campaign_posts where social_account_id = ended and sharing <> 'ALWAYS'), until);
  perform campaign_follow_accounts(array[ended]);
  delete from campaign_account_days where social_account_id = ended and sharing <> 'ALWAYS' and not is_shown
    and day <= (until at time zone 'UTC')::date;
end $$;

-- Deletes measurements that were read under grants that have ended, and returns their number, at most max_deleted.
create or replace function delete_measurements_of_ended_grants(max_deleted int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deleted int;
begin
  with ended as (
    select m.post_id, m.measured_at from social_grants g
    join post_measurements m on m.grant_account_id = g.social_account_id and m.measured_at < g.forget_before
    where g.forget_before is not null limit max_deleted
  ), gone as (
    delete from post_measurements m using ended where m.post_id = ended.post_id and m.measured_at = ended.measured_at returning 1
  )
  select count(*) into deleted from gone;
  if deleted = 0 then
    update social_grants g set forget_before = null where g.forget_before is not null and not exists (
      select from post_measurements m where m.grant_account_id = g.social_account_id and m.measured_at < g.forget_before)
      and g.social_account_id not in (select account from campaign_accounts_to_forget());
  end if;
  return deleted;
end $$;

revoke execute on function delete_old_campaign_metrics, delete_old_campaign_days, delete_campaign_metrics_of_ended_grant from public;
grant execute on function delete_old_campaign_metrics, delete_old_campaign_days, delete_campaign_metrics_of_ended_grant to castline_jobs;

-- The service stores what a platform says of a submitted post.
grant update (media_type, visibility, published_at, owner_external_id, missing_scans) on posts to castline_service;

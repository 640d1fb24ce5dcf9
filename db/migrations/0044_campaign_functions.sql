-- The money of campaigns, the sums of their posts, and the rights of the edge functions on them.
-- Each change locks its rows in one order: social accounts and their grants, posts, campaigns, campaign_posts, campaign_creators, holds, ledger
-- accounts, each by id. A function that takes the id of a campaign locks its row.
--
-- Locks: none, all objects are new. To revert: drop the functions.

set local check_function_bodies = off;

-- Reserves the part of a campaign's budget that its hold does not cover. The caller has counted this reserve in `reserves`.
create function ledger_campaign_reserve(funded bigint, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  campaign campaigns;
  uncovered bigint;
begin
  select * into campaign from campaigns where id = funded and status in ('RUNNING', 'PAUSED') for no key update;
  perform from campaign_holds where campaign_id = funded for no key update;
  uncovered := campaign.budget_cents * 10000 - coalesce((select amount from campaign_holds where campaign_id = funded), 0);
  if uncovered is null or uncovered <= 0 then
    raise exception 'campaign % needs no reserve', funded using errcode = 'CL500';
  end if;
  perform ledger_post('CAMPAIGN_RESERVE', 'campaign', funded || ':' || campaign.reserves, at, jsonb_build_array(
    jsonb_build_object('owner', campaign.advertiser_id, 'account', 'AVAILABLE', 'amount', -uncovered),
    jsonb_build_object('owner', campaign.advertiser_id, 'account', 'RESERVED', 'amount', uncovered)));
  insert into campaign_holds (campaign_id, owner_id, amount, created_at)
    values (funded, campaign.advertiser_id, uncovered, at)
    on conflict (campaign_id) do update set amount = campaign_holds.amount + excluded.amount;
end $$;

-- Pays these creators what they have earned and not been paid, each by one transfer, and returns the number of transfers.
create function ledger_campaign_pay(paying bigint, creators bigint[], at timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  advertiser bigint;
  due record;
  cents bigint := 0;
  paid int := 0;
begin
  select advertiser_id into advertiser from campaigns where id = paying for no key update;
  creators := array(select creator_id from campaign_creators
    where campaign_id = paying and creator_id = any (creators) and paid_cents < earned_cents order by creator_id for no key update);
  if cardinality(creators) = 0 then
    return 0;
  end if;
  perform from campaign_holds where campaign_id = paying for no key update;
  insert into ledger_accounts (owner_id, kind, balance, updated_at)
    select creator, 'AVAILABLE', 0, at from unnest(creators) as creator
    where not exists (select from ledger_accounts l where l.owner_id = creator and l.kind = 'AVAILABLE')
    order by creator
    on conflict do nothing;
  perform from ledger_accounts where owner_id = any (advertiser || creators) and kind in ('AVAILABLE', 'RESERVED') order by id for no key update;
  for due in
    select creator_id, earned_cents - paid_cents as cents, payouts + 1 as payout from campaign_creators
    where campaign_id = paying and creator_id = any (creators) order by creator_id
  loop
    perform ledger_post('CAMPAIGN_EARNING', 'campaign-payout', paying || ':' || due.creator_id || ':' || due.payout, at, jsonb_build_array(
      jsonb_build_object('owner', advertiser, 'account', 'RESERVED', 'amount', -due.cents * 10000),
      jsonb_build_object('owner', due.creator_id, 'account', 'AVAILABLE', 'amount', due.cents * 10000)));
    cents := cents + due.cents;
    paid := paid + 1;
  end loop;
  insert into campaign_earnings (campaign_post_id, kind, at, amount_cents, earned_after_cents)
    select p.id, 'PAYOUT', ledger_campaign_pay.at, p.earned_cents - p.paid_cents, p.earned_cents from campaign_posts p
    where p.campaign_id = paying and p.creator_id = any (creators) and p.paid_cents < p.earned_cents order by p.id;
  update campaign_posts set paid_cents = earned_cents
    where campaign_id = paying and creator_id = any (creators) and paid_cents < earned_cents;
  update campaign_creators set paid_cents = earned_cents, payouts = payouts + 1, paid_on = (ledger_campaign_pay.at at time zone 'UTC')::date
    where campaign_id = paying and creator_id = any (creators);
  update campaigns set paid_cents = paid_cents + cents where id = paying;
  update campaign_holds set released = released + cents * 10000 where campaign_id = paying;
  return paid;
end $$;

-- Refunds what an ended campaign has not spent. Its creators are paid before.
create function ledger_campaign_refund(ended bigint, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  hold campaign_holds;
  rest bigint;
begin
  perform from campaigns where id = ended and status in ('COMPLETED', 'CANCELLED') and paid_cents = spent_cents for no key update;
  if not found then
    raise exception 'campaign % is not paid and ended', ended using errcode = 'CL500';
  end if;
  select * into hold from campaign_holds where campaign_id = ended for no key update;
  rest := hold.amount - hold.released - hold.refunded;
  if rest > 0 then
    perform ledger_post('CAMPAIGN_REFUND', 'campaign', ended::text, at, jsonb_build_array(
      jsonb_build_object('owner', hold.owner_id, 'account', 'RESERVED', 'amount', -rest),
      jsonb_build_object('owner', hold.owner_id, 'account', 'AVAILABLE', 'amount', rest)));
    update campaign_holds set refunded = refunded + rest where campaign_id = ended;
  end if;
end $$;

-- Whether the service may use an account: it is active, and its owner is not suspended.
create function campaign_account_is_usable(account bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from social_accounts a join users u on u.id = a.owner_id
    where a.id = account and a.status = 'ACTIVE' and u.suspended_at is null)
$$;

-- Whether the advertiser may see what was measured of an account's posts.
create function campaign_is_shown(account bigint, sharing text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case sharing
    when 'ALWAYS' then true
    when 'WITH_CONSENT' then campaign_account_is_usable(account)
      and exists (select from social_grants where social_account_id = account and status = 'ACTIVE' and shared_at is not null)
    else false end
$$;

-- Whether a post is a video. Not known yet is not a video.
create function campaign_is_video(media_type text) returns boolean language sql immutable as $$
  select coalesce(media_type in ('VIDEO', 'SHORT_VIDEO', 'STREAM'), false)
$$;

-- Notifies the advertiser of a campaign, and for an event of a post also its creator.
create function campaign_notify(notified bigint, of_post bigint, kind text, actor text, at timestamptz, data jsonb default '{}') returns void
language sql set search_path = public, pg_temp as $$
  insert into outbox (topic, payload, created_at)
  values ('campaign', jsonb_build_object('campaignId', notified, 'postId', of_post, 'kind', kind, 'actor', actor, 'data', data), at)
$$;

-- Books what an accepted post has earned since its last accrual, at most what is left of the budget, and returns the cents. A reward above
-- what is left is refused as a whole.
create function campaign_accrue(accepted bigint, at timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  post campaign_posts;
  campaign campaigns;
  by_views numeric;
  target numeric;
  left_cents bigint;
  cents bigint;
begin
  select * into post from campaign_posts where id = accepted for no key update;
  select * into campaign from campaigns where id = post.campaign_id and status in ('RUNNING', 'PAUSED') for no key update;
  if campaign.id is null or post.status <> 'ACCEPTED' or not campaign_account_is_usable(post.social_account_id) then
    return 0;
  end if;
  left_cents := campaign.budget_cents - campaign.spent_cents;
  if campaign.payment_model = 'FIXED' then
    if post.earned_cents > 0 then
      return 0;
    end if;
    if campaign.reward_cents > left_cents then
      raise exception using errcode = 'CL409', message = 'INSUFFICIENT_FUNDS';
    end if;
    by_views := campaign.reward_cents;
    target := campaign.reward_cents;
  else
    if post.views is null or not campaign_is_shown(post.social_account_id, post.sharing) then
      return 0;
    end if;
    by_views := div(post.views::numeric * campaign.cpm_cents, 1000);
    target := least(by_views, campaign.max_per_post_cents);
  end if;
  cents := least(target - post.earned_cents, left_cents);
  if cents <= 0 then
    return 0;
  end if;
  insert into campaign_earnings (campaign_post_id, kind, at, views, measured_at, amount_cents, earned_after_cents, limited_by)
    values (post.id, 'ACCRUAL', campaign_accrue.at, case when campaign.payment_model = 'CPM' then post.views end,
      case when campaign.payment_model = 'CPM' then post.views_measured_at end, cents, post.earned_cents + cents,
      case when cents < target - post.earned_cents then 'BUDGET' when target < by_views then 'MAX_PER_POST' end);
  update campaign_posts set earned_cents = earned_cents + cents where id = post.id;
  update campaign_creators set earned_cents = earned_cents + cents where campaign_id = campaign.id and creator_id = post.creator_id;
  update campaigns set spent_cents = spent_cents + cents where id = campaign.id;
  perform campaign_count_day(campaign.id, post.platform, campaign_accrue.at, 0, 0, cents);
  return cents;
end $$;

-- Adds events to the sums of a UTC day.
create function campaign_count_day(counted bigint, of_platform text, at timestamptz, submissions int, acceptances int, cents bigint) returns void
language sql set search_path = public, pg_temp as $$
  insert into campaign_days (campaign_id, day, platform, submitted, accepted, spent_cents)
  values (counted, (at at time zone 'UTC')::date, of_platform, submissions, acceptances, cents)
  on conflict (campaign_id, day, platform) do update set submitted = campaign_days.submitted + excluded.submitted,
    accepted = campaign_days.accepted + excluded.accepted, spent_cents = campaign_days.spent_cents + excluded.spent_cents
$$;

-- Pauses a running campaign whose budget pays nothing more, and notifies the advertiser once when 80 % of the budget are spent.
create function campaign_check_budget(spending bigint, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update campaigns set budget_low_at = campaign_check_budget.at
    where id = spending and status in ('RUNNING', 'PAUSED') and budget_low_at is null and spent_cents * 100 >= budget_cents * 80;
  if found then
    perform campaign_notify(spending, null, 'campaign.budget_low', 'SYSTEM', at);
  end if;
  update campaigns set status = 'PAUSED', pause_reason = 'BUDGET_EXHAUSTED', version = version + 1, updated_at = campaign_check_budget.at
    where id = spending and status = 'RUNNING' and budget_cents - spent_cents < coalesce(reward_cents, 1);
  if found then
    perform campaign_notify(spending, null, 'campaign.paused', 'SYSTEM', at);
  end if;
end $$;

-- The sums of the posts of these accounts in a campaign: those of its row in campaign_accounts. Metrics that were measured before `since` are unknown.
create function campaign_account_sums(counted bigint, accounts bigint[], since timestamptz) returns setof campaign_accounts
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
      shown.is_shown and p.views_measured_at >= since as has_views,
      shown.is_shown and video.is_video and p.counts_measured_at >= since as is_counted,
      shown.is_shown and video.is_video and p.saves_measured_at >= since as is_saved
    from (select id, campaign_is_shown(id, 'WITH_CONSENT') as is_shared from unnest(accounts) as account(id)) account
    join campaign_posts p on p.campaign_id = counted and p.social_account_id = account.id
    join posts s on s.id = p.post_id
    cross join lateral (select p.sharing = 'ALWAYS' or (p.sharing = 'WITH_CONSENT' and account.is_shared) as is_shown) shown
    cross join lateral (select p.status = 'ACCEPTED' and campaign_is_video(s.media_type) as is_video) video) post
  group by account_id
$$;

-- Makes the sums of these accounts, and of their platforms, equal to their posts. The caller has locked the campaign.
create function campaign_roll_up(changed bigint, accounts bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into campaign_accounts select * from campaign_account_sums(changed, accounts, '-infinity')
    on conflict (campaign_id, social_account_id) do update set creator_id = excluded.creator_id, posts = excluded.posts,
      on_moderation = excluded.on_moderation, accepted = excluded.accepted, rejected = excluded.rejected, unavailable = excluded.unavailable,
      earned_cents = excluded.earned_cents, total_views = excluded.total_views, views_since = excluded.views_since, videos = excluded.videos,
      counted = excluded.counted, views = excluded.views, likes = excluded.likes, comments = excluded.comments,
      counted_since = excluded.counted_since, saved = excluded.saved, saves = excluded.saves, saved_since = excluded.saved_since;
  insert into campaign_platforms (campaign_id, platform, posts, on_moderation, accepted, rejected, unavailable, earned_cents, total_views,
      views_since, videos, counted, views, likes, comments, counted_since, saved, saves, saved_since)
    select changed, platform, sum(posts), sum(on_moderation), sum(accepted), sum(rejected), sum(unavailable), sum(earned_cents),
      sum(total_views), min(views_since), sum(videos), sum(counted), sum(views), sum(likes), sum(comments), min(counted_since), sum(saved),
      sum(saves), min(saved_since)
    from campaign_accounts
    where campaign_id = changed and platform in (select a.platform from social_accounts a where a.id = any (accounts))
    group by platform
    on conflict (campaign_id, platform) do update set posts = excluded.posts, on_moderation = excluded.on_moderation,
      accepted = excluded.accepted, rejected = excluded.rejected, unavailable = excluded.unavailable, earned_cents = excluded.earned_cents,
      total_views = excluded.total_views, views_since = excluded.views_since, videos = excluded.videos, counted = excluded.counted,
      views = excluded.views, likes = excluded.likes, comments = excluded.comments, counted_since = excluded.counted_since,
      saved = excluded.saved, saves = excluded.saves, saved_since = excluded.saved_since;
end $$;

-- Makes the metrics that platforms added since a day equal to those that the advertiser may see. The caller has locked the campaign.
create function campaign_roll_up_days(changed bigint, accounts bigint[], since date) returns void
language sql set search_path = public, pg_temp as $$
  update campaign_days d set views = added.views, likes = added.likes, comments = added.comments
  from campaign_days old
  cross join lateral (
    select sum(a.views) as views, sum(a.likes) as likes, sum(a.comments) as comments from campaign_account_days a
    where a.campaign_id = old.campaign_id and a.day = old.day and a.platform = old.platform
      and campaign_is_shown(a.social_account_id, a.sharing)) added
  where old.campaign_id = changed and old.day >= since
    and old.platform in (select a.platform from social_accounts a where a.id = any (accounts))
    and d.campaign_id = old.campaign_id and d.day = old.day and d.platform = old.platform
    and (d.views, d.likes, d.comments) is distinct from (added.views, added.likes, added.comments)
$$;

-- Accepts a post, or returns false if the budget does not cover its reward. It does not bring the sums up to date.
create function campaign_accept(accepted bigint, actor text, at timestamptz) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  post campaign_posts;
begin
  select * into post from campaign_posts where id = accepted and status = 'ON_MODERATION' for no key update;
  if exists (select from campaigns c where c.id = post.campaign_id and c.reward_cents > c.budget_cents - c.spent_cents) then
    return false;
  end if;
  update campaign_posts set status = 'ACCEPTED', decided_at = campaign_accept.at, decide_by = null, postponed_until = null,
    updated_at = campaign_accept.at where id = post.id;
  perform campaign_accrue(post.id, at);
  perform campaign_count_day(post.campaign_id, post.platform, at, 0, 1, 0);
  perform campaign_notify(post.campaign_id, post.id, 'post.accepted', actor, at);
  return true;
end $$;

-- Rejects a post that is not decided about, and releases it for another use. It does not bring the sums up to date.
create function campaign_reject(rejected bigint, why text, remark text, actor text, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  campaign bigint;
begin
  update campaign_posts set status = 'REJECTED', former_status = null, reason = why, note = remark, decided_at = campaign_reject.at,
    decide_by = null, postponed_until = null, updated_at = campaign_reject.at
    where id = rejected and decided_at is null returning campaign_id into campaign;
  delete from proven_posts where campaign_post_id = rejected;
  perform campaign_notify(campaign, rejected, 'post.rejected', actor, at);
end $$;

-- Hides a post that its platform does not show any more. It does not bring the sums up to date.
create function campaign_withdraw(gone bigint, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  campaign bigint;
begin
  update campaign_posts set former_status = status, status = 'UNAVAILABLE', decide_by = null, postponed_until = null,
    updated_at = campaign_withdraw.at
    where id = gone and status in ('ON_MODERATION', 'ACCEPTED') returning campaign_id into campaign;
  perform campaign_notify(campaign, gone, 'post.unavailable', 'SYSTEM', at);
end $$;

-- Whether everybody can see a post of a campaign, and its account has published it, as the platform said last.
create function campaign_is_genuine(post campaign_posts) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from posts s join social_accounts a on a.id = post.social_account_id
    where s.id = post.post_id and s.visibility = 'PUBLIC' and s.missing_scans = 0 and a.external_id = s.owner_external_id
      and campaign_account_is_usable(a.id))
$$;

-- Ends a campaign: decides about its posts as far as the budget reaches, pays its creators and refunds the rest.
create function campaign_end(ended bigint, ending text, actor text, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  post campaign_posts;
begin
  perform from campaigns where id = ended and status in ('RUNNING', 'PAUSED') for no key update;
  if not found then
    raise exception using errcode = 'CL409', message = 'VERSION_CONFLICT';
  end if;
  for post in
    select * from campaign_posts where campaign_id = ended and decided_at is null order by id for no key update
  loop
    continue when post.status = 'ON_MODERATION' and campaign_is_genuine(post)
      and exists (select from campaigns where id = ended and spent_cents < budget_cents)
      and campaign_accept(post.id, 'SYSTEM', at);
    perform campaign_reject(post.id, 'CAMPAIGN_ENDED', null, 'SYSTEM', at);
  end loop;
  perform campaign_roll_up(ended, array(select social_account_id from campaign_accounts where campaign_id = ended));
  perform ledger_campaign_pay(ended,
    array(select creator_id from campaign_creators where campaign_id = ended and paid_cents < earned_cents), at);
  update campaigns set status = ending, pause_reason = null, ended_at = campaign_end.at, version = version + 1, updated_at = campaign_end.at
    where id = ended;
  perform ledger_campaign_refund(ended, at);
  perform campaign_notify(ended, null, 'campaign.' || lower(ending), actor, at);
end $$;

-- Takes over the measurements of these posts at a time: the state of the posts, their last known metrics, their flags and what they have
-- earned. The caller has stored the measurements in this transaction. `rules` are the limits of the flags.
create function campaign_record_scans(scanned bigint[], sharing text, at timestamptz, rules jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  affected bigint[];
  found record;
  campaign bigint;
  accounts bigint[];
begin
  affected := array(select id from campaigns
    where status in ('RUNNING', 'PAUSED') and id in (select campaign_id from campaign_posts where post_id = any (scanned) and status <> 'REJECTED')
    order by id for no key update);
  foreach campaign in array affected loop
    accounts := '{}';
    for found in
      select p as post, s as seen, m as measured from campaign_posts p
      join posts s on s.id = p.post_id
      join post_measurements m on m.post_id = p.post_id and m.measured_at = campaign_record_scans.at
      where p.campaign_id = campaign and p.post_id = any (scanned) and p.status <> 'REJECTED'
        and (p.scanned_at is null or p.scanned_at < campaign_record_scans.at)
      order by p.id for no key update of p
    loop
      perform campaign_record_scan(found.post, found.seen, found.measured, sharing, rules);
      accounts := accounts || (found.post).social_account_id;
    end loop;
    continue when cardinality(accounts) = 0;
    perform campaign_roll_up(campaign, accounts);
    perform campaign_roll_up_days(campaign, accounts, (at at time zone 'UTC')::date);
    perform campaign_check_budget(campaign, at);
  end loop;
end $$;

-- Takes over one measurement of a post. A post that is missing in three scans is unavailable until the platform shows it again.
create function campaign_record_scan(post campaign_posts, seen posts, measured post_measurements, sharing text, rules jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  at timestamptz := measured.measured_at;
  was campaign_posts := post;
  is_complete boolean := num_nulls(measured.views, measured.likes, measured.comments) = 0;
  flagged jsonb := campaign_flags(post, measured, rules);
  returned boolean := post.status = 'UNAVAILABLE' and seen.missing_scans = 0 and (post.former_status = 'ACCEPTED' or seen.visibility = 'PUBLIC');
begin
  update campaign_posts p set
    scanned_at = at, sharing = campaign_record_scan.sharing, reasons = measured.reasons, flags = p.flags || flagged,
    status = case when returned then p.former_status else p.status end,
    former_status = case when not returned then p.former_status end,
    decide_by = case when returned and p.former_status = 'ON_MODERATION' then at + (rules->>'moderationHours')::int * interval '1 hour' else p.decide_by end,
    views = coalesce(measured.views, p.views), views_measured_at = case when measured.views is null then p.views_measured_at else at end,
    counted_views = case when is_complete then measured.views else p.counted_views end,
    counted_likes = case when is_complete then measured.likes else p.counted_likes end,
    counted_comments = case when is_complete then measured.comments else p.counted_comments end,
    counts_measured_at = case when is_complete then at else p.counts_measured_at end,
    saves = coalesce(measured.saves, p.saves), saves_measured_at = case when measured.saves is null then p.saves_measured_at else at end,
    updated_at = at
    where p.id = post.id returning * into post;
  if post.status = 'ACCEPTED' and is_complete and sharing <> 'NEVER' and campaign_is_video(seen.media_type) then
    perform campaign_add_metrics(was, measured, sharing);
  end if;
  if post.status in ('ON_MODERATION', 'ACCEPTED') and seen.missing_scans >= (rules->>'missingScans')::int then
    perform campaign_withdraw(post.id, at);
  elsif post.status = 'ON_MODERATION' and post.decide_by <= at then
    perform campaign_decide(post, at, rules);
  elsif post.status = 'ACCEPTED' and seen.missing_scans = 0 then
    perform campaign_accrue(post.id, at);
  end if;
  if flagged <> '{}' then
    perform campaign_notify(post.campaign_id, post.id, 'post.flagged', 'SYSTEM', at,
      jsonb_build_object('flags', (select jsonb_agg(name order by name) from jsonb_object_keys(flagged) as name)));
  end if;
end $$;

-- Adds what a post has gained since its last complete measurement to the day, if that was on the same day or the day before.
create function campaign_add_metrics(was campaign_posts, measured post_measurements, sharing text) returns void
language sql set search_path = public, pg_temp as $$
  insert into campaign_days (campaign_id, day, platform) values (was.campaign_id, (measured.measured_at at time zone 'UTC')::date, was.platform)
    on conflict do nothing;
  insert into campaign_account_days (campaign_id, social_account_id, day, platform, sharing, views, likes, comments)
    select was.campaign_id, was.social_account_id, (measured.measured_at at time zone 'UTC')::date, was.platform, campaign_add_metrics.sharing,
      measured.views - was.counted_views, measured.likes - was.counted_likes, measured.comments - was.counted_comments
    where (was.counts_measured_at at time zone 'UTC')::date >= (measured.measured_at at time zone 'UTC')::date - 1
    on conflict (campaign_id, day, social_account_id) do update set sharing = excluded.sharing,
      views = campaign_account_days.views + excluded.views, likes = campaign_account_days.likes + excluded.likes,
      comments = campaign_account_days.comments + excluded.comments
$$;

-- The flags that a measurement raises and the post does not have yet, each with its time.
create function campaign_flags(was campaign_posts, measured post_measurements, rules jsonb) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select coalesce(jsonb_object_agg(name, iso(measured.measured_at)), '{}') from (values
    ('VIEWS_FELL', 'views' = any (measured.fallen)),
    ('LIKES_FELL', 'likes' = any (measured.fallen)),
    ('COMMENTS_FELL', 'comments' = any (measured.fallen)),
    ('VIEWS_JUMPED', was.views >= (rules->>'jumpFrom')::bigint and measured.views::numeric >= was.views::numeric * (rules->>'jumpFactor')::int),
    ('FEW_LIKES', measured.views >= (rules->>'fewLikesFrom')::bigint
      and measured.likes::numeric * 10000 < measured.views::numeric * (rules->>'fewLikesBps')::int),
    ('MANY_LIKES', measured.views >= (rules->>'manyLikesFrom')::bigint
      and measured.likes::numeric * 10000 > measured.views::numeric * (rules->>'manyLikesBps')::int)
  ) as flag(name, is_raised)
  where is_raised and not was.flags ? name
$$;

-- Decides about a post whose window has ended, right after a scan. The post waits while a party is suspended, and while the budget does not
-- cover its reward.
create function campaign_decide(post campaign_posts, at timestamptz, rules jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  seen posts;
begin
  select * into seen from posts where id = post.post_id;
  if exists (select from campaigns c join users u on u.id in (c.advertiser_id, post.creator_id)
      where c.id = post.campaign_id and u.suspended_at is not null) then
    return;
  end if;
  if seen.missing_scans > 0 or seen.visibility is distinct from 'PUBLIC' then
    perform campaign_withdraw(post.id, at);
  elsif not campaign_is_genuine(post) or not campaign_accept(post.id, 'SYSTEM', at) then
    update campaign_posts set postponed_until = campaign_decide.at + (rules->>'retryMinutes')::int * interval '1 minute' where id = post.id;
  end if;
end $$;

revoke execute on function ledger_campaign_reserve, ledger_campaign_pay, ledger_campaign_refund, campaign_accrue from public;
grant execute on function ledger_campaign_reserve to castline_service;
grant execute on function ledger_campaign_pay, ledger_campaign_refund, campaign_accrue to castline_service, castline_jobs;

-- Only the functions above change what is earned and paid.
grant select on campaign_account_days, campaign_accounts, campaign_creators, campaign_days, campaign_earnings, campaign_holds,
  campaign_platforms, campaign_posts, campaigns to castline_service, castline_jobs;
grant insert, update on campaign_account_days, campaign_accounts, campaign_days, campaign_platforms to castline_service, castline_jobs;
grant insert on campaigns, campaign_creators, campaign_posts to castline_service;
grant update (status, pause_reason, version, title, brief, platforms, payment_model, cpm_cents, reward_cents, max_per_post_cents, requirements,
  budget_cents, ends_at, reserves, creators, budget_low_at, started_at, ended_at, updated_at) on campaigns to castline_service;
grant update (status, pause_reason, version, budget_low_at, ended_at, updated_at) on campaigns to castline_jobs;
grant update (posts) on campaign_creators to castline_service;
grant update (status, former_status, reason, note, decide_by, decided_at, postponed_until, updated_at) on campaign_posts to castline_service;
grant update (status, former_status, reason, note, decide_by, decided_at, postponed_until, views, views_measured_at, counted_views, counted_likes,
  counted_comments, counts_measured_at, saves, saves_measured_at, scanned_at, sharing, reasons, flags, updated_at) on campaign_posts to castline_jobs;
grant update (missing_scans) on posts to castline_jobs;
grant usage, select on sequence campaigns_id_seq, campaign_posts_id_seq to castline_service;

create trigger no_delete before delete or truncate on campaigns for each statement execute function refuse_change();

create trigger no_delete before delete or truncate on campaign_posts for each statement execute function refuse_change();

create trigger no_delete before delete or truncate on campaign_earnings for each statement execute function refuse_change();

create trigger no_delete before delete or truncate on campaign_holds for each statement execute function refuse_change();

-- What accepted posts have earned is booked also when a budget is raised and when a campaign ends, and is limited by the budget before it is a bigint.
-- A submission stores to whom the metrics of its post may be shown.
--
-- Locks: none, it replaces functions and changes rights. To revert: restore the functions and rights of 0045.

set local check_function_bodies = off;

drop function campaign_is_shown(bigint, text, timestamptz);
drop function campaign_wanted(campaigns, bigint[]);
drop function campaign_accrue(bigint, bigint[], timestamptz);

-- For each of these posts: the cents that it has earned but that are not booked, and the sum of these cents of the posts with lower ids. Both ignore
-- the budget. A post whose account cannot be used earns nothing, and so do views that the advertiser may not see, and views that are unknown.
-- Postgres expects ten posts of an array, and would join ten thousand with their accounts in a nested loop.
create function campaign_wanted(campaign campaigns, wanting bigint[])
returns table (post_id bigint, by_views numeric, target numeric, cents numeric, cents_before numeric)
language sql stable set search_path = public, pg_temp set enable_nestloop = off as $$
  select id, price.by_views, price.target, wanted.cents,
    coalesce(sum(wanted.cents) over (order by id rows between unbounded preceding and 1 preceding), 0)
  from (select p.*, account.is_usable,
      p.sharing = 'ALWAYS' or (p.sharing = 'WITH_CONSENT' and p.views_measured_at >= account.shared_since) as is_shown
    from campaign_posts p
    join (select id, campaign_account_is_usable(id) as is_usable, campaign_shared_since(id) as shared_since
      from (select distinct social_account_id as id from campaign_posts where id = any (wanting)) named offset 0) account on account.id = p.social_account_id
    where p.campaign_id = campaign.id and p.id = any (wanting)) post
  left join lateral (
    select campaign.reward_cents::numeric as by_views, campaign.reward_cents::numeric as target
      where campaign.payment_model = 'FIXED' and post.is_usable and post.earned_cents = 0
    union all
    select counted.by_views, least(counted.by_views, campaign.max_per_post_cents)
      from (select div(post.views::numeric * campaign.cpm_cents, 1000) as by_views) counted
      where campaign.payment_model = 'CPM' and post.is_usable and post.is_shown and post.views is not null) price on true
  cross join lateral (select coalesce(greatest(price.target - post.earned_cents, 0), 0) as cents) wanted
$$;

-- Books what accepted posts have earned since their last accruals, in the order of their ids, at most what is left of the budget, and returns the
-- accounts of the posts that have earned more. A reward is booked as a whole or not at all.
create function campaign_accrue(accruing bigint, accepted bigint[], at timestamptz) returns bigint[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  campaign campaigns;
  by_platform jsonb;
  earning bigint[];
begin
  select * into campaign from campaigns where id = accruing and status in ('RUNNING', 'PAUSED') for no key update;
  if not found then
    return '{}';
  end if;
  accepted := array(select id from campaign_posts where campaign_id = accruing and id = any (accepted) and status = 'ACCEPTED'
    order by id for no key update);
  with due as materialized (
    select post.*, wanted.by_views, wanted.target, wanted.cents as wanted_cents,
      case when campaign.payment_model = 'FIXED' and wanted.cents_before + wanted.cents > campaign.budget_cents - campaign.spent_cents then 0
        else least(wanted.cents, greatest(campaign.budget_cents - campaign.spent_cents - wanted.cents_before, 0)) end::bigint as cents
    from campaign_wanted(campaign, accepted) wanted join campaign_posts post on post.id = wanted.post_id
  ), booked as (
    insert into campaign_earnings (campaign_post_id, kind, at, views, measured_at, amount_cents, earned_after_cents, limited_by)
    select id, 'ACCRUAL', campaign_accrue.at, case when campaign.payment_model = 'CPM' then views end,
      case when campaign.payment_model = 'CPM' then views_measured_at end, cents, earned_cents + cents,
      case when cents < wanted_cents then 'BUDGET' when target < by_views then 'MAX_PER_POST' end
    from due where cents > 0 order by id
  ), earning_posts as (
    update campaign_posts p set earned_cents = p.earned_cents + due.cents from due where p.id = due.id and due.cents > 0
  ), earning_creators as (
    update campaign_creators c set earned_cents = c.earned_cents + sums.cents
    from (select creator_id, sum(cents) as cents from due where cents > 0 group by 1) sums
    where c.campaign_id = accruing and c.creator_id = sums.creator_id
  ), sums as (
    select platform, sum(cents) as cents, array_agg(distinct social_account_id) as accounts from due where cents > 0 group by 1
  )
  select jsonb_object_agg(platform, cents), coalesce(array(select unnest(s.accounts) from sums s), '{}') into by_platform, earning from sums;
  if by_platform is null then
    return '{}';
  end if;
  update campaigns set spent_cents = spent_cents + (select sum(value::bigint) from jsonb_each_text(by_platform)) where id = accruing;
  perform campaign_count_day(accruing, key, campaign_accrue.at, 0, 0, value::bigint) from jsonb_each_text(by_platform);
  return earning;
end $$;

-- Books what all accepted posts of a campaign have earned, and returns the accounts of the posts that have earned more.
create function campaign_accrue_all(accruing bigint, at timestamptz) returns bigint[]
language sql set search_path = public, pg_temp as $$
  select campaign_accrue(accruing, array(select id from campaign_posts where campaign_id = accruing and status = 'ACCEPTED'), at)
$$;

-- Books what accepted posts of a campaign wait for, after a raise of its budget.
create function campaign_book_owed(raised bigint, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform campaign_roll_up(raised, campaign_accrue_all(raised, at));
  perform campaign_check_budget(raised, at);
end $$;

-- Ends a campaign: books what its posts have earned, decides about the others as far as the budget reaches, pays its creators and refunds the rest.
create or replace function campaign_end(ended bigint, ending text, actor text, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  campaign campaigns;
  undecided bigint[];
  genuine bigint[];
  covered bigint[];
begin
  perform from campaigns where id = ended and status in ('RUNNING', 'PAUSED') for no key update;
  if not found then
    raise exception using errcode = 'CL409', message = 'VERSION_CONFLICT';
  end if;
  perform campaign_accrue_all(ended, at);
  select * into campaign from campaigns where id = ended;
  undecided := array(select id from campaign_posts where campaign_id = ended and decided_at is null order by id for no key update);
  genuine := campaign_genuine(array(select id from campaign_posts where id = any (undecided) and status = 'ON_MODERATION'));
  covered := array(select post_id from campaign_wanted(campaign, genuine) where cents_before < campaign.budget_cents - campaign.spent_cents);
  perform campaign_accrue(ended, campaign_accept(ended, covered, 'SYSTEM', at), at);
  perform campaign_reject(ended, undecided, 'CAMPAIGN_ENDED', null, 'SYSTEM', at);
  perform campaign_roll_up(ended, array(select social_account_id from campaign_accounts where campaign_id = ended));
  perform ledger_campaign_pay(ended,
    array(select creator_id from campaign_creators where campaign_id = ended and paid_cents < earned_cents), at);
  update campaigns set status = ending, pause_reason = null, ended_at = campaign_end.at, version = version + 1, updated_at = campaign_end.at
    where id = ended;
  perform ledger_campaign_refund(ended, at);
  perform campaign_notify(ended, null, 'campaign.' || lower(ending), actor, at);
end $$;

revoke execute on function campaign_accrue from public;
grant execute on function campaign_accrue to castline_service, castline_jobs;

grant insert (sharing) on campaign_posts to castline_service;

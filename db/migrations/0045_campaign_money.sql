-- Decisions, earnings and payouts of campaigns for many posts at once.
-- So a campaign with thousands of posts and creators ends in one transaction. No role may invent what was earned.
-- Lock order: the campaign, its posts, creators, hold and ledger accounts, each by id.
--
-- Locks: none, it replaces functions and changes rights. To revert: restore the functions and rights of 0044.

set local check_function_bodies = off;

drop function campaign_accept(bigint, text, timestamptz);
drop function campaign_reject(bigint, text, text, text, timestamptz);
drop function campaign_accrue(bigint, timestamptz);
drop function campaign_decide(campaign_posts, timestamptz, jsonb);
drop function campaign_is_genuine(campaign_posts);

-- The earliest time of the metrics read under an account's grant that the advertiser may see; null where none may be seen.
create function campaign_shared_since(account bigint) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select connected_at from social_grants
  where social_account_id = account and status = 'ACTIVE' and shared_at is not null and campaign_account_is_usable(account)
$$;

-- Whether the advertiser may see what was measured of an account's posts at a time.
create function campaign_is_shown(account bigint, sharing text, measured_at timestamptz) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case sharing
    when 'ALWAYS' then true
    when 'WITH_CONSENT' then coalesce(measured_at >= campaign_shared_since(account), false)
    else false end
$$;

-- Books one transfer from the reserved money of a payer to the available money of each of these owners, and returns the sum. `payments` is a list of
-- {owner, reference, amount}, with each owner once. It has the effect of ledger_post for each of them, in the order of the owners.
create function ledger_pay_from_reserve(kind text, reference_type text, payer bigint, payments jsonb, at timestamptz) returns bigint
language plpgsql as $$
declare
  total bigint := (select sum(amount) from jsonb_to_recordset(payments) as p(amount bigint));
begin
  if exists (select from jsonb_to_recordset(payments) as p(owner bigint, amount bigint)
      where p.owner = payer or p.amount is null or p.amount <= 0) then
    raise exception 'a payment is above zero and goes to another user' using errcode = 'CL500';
  end if;
  insert into ledger_accounts (owner_id, kind, balance, updated_at)
    select p.owner, 'AVAILABLE', 0, at from jsonb_to_recordset(payments) as p(owner bigint)
    where not exists (select from ledger_accounts l where l.owner_id = p.owner and l.kind = 'AVAILABLE')
    order by p.owner
    on conflict do nothing;
  perform from ledger_accounts l where (l.owner_id = payer and l.kind = 'RESERVED')
    or (l.owner_id in (select p.owner from jsonb_to_recordset(payments) as p(owner bigint)) and l.kind = 'AVAILABLE')
    order by l.id for no key update;
  with payment as materialized (
    select p.owner, p.reference, p.amount, sum(p.amount) over (order by p.owner) as paid_until
    from jsonb_to_recordset(payments) as p(owner bigint, reference text, amount bigint)
  ), transfer as (
    insert into ledger_transfers (kind, reference_type, reference_id, created_at)
    select ledger_pay_from_reserve.kind, ledger_pay_from_reserve.reference_type, reference, at from payment order by owner
    returning id, reference_id
  ), debited as (
    update ledger_accounts l set balance = l.balance - total, updated_at = at
    where l.owner_id = payer and l.kind = 'RESERVED' returning l.id, l.balance
  ), credited as (
    update ledger_accounts l set balance = l.balance + payment.amount, updated_at = at
    from payment where l.owner_id = payment.owner and l.kind = 'AVAILABLE' returning l.id, l.owner_id, l.balance
  )
  insert into ledger_entries (account_id, transfer_id, amount, balance_after)
    select debited.id, transfer.id, -payment.amount, debited.balance + total - payment.paid_until
      from payment join transfer on transfer.reference_id = payment.reference cross join debited
    union all
    select credited.id, transfer.id, payment.amount, credited.balance
      from payment join transfer on transfer.reference_id = payment.reference join credited on credited.owner_id = payment.owner;
  return total;
end $$;

-- Pays these creators what they have earned and not been paid, each by one transfer, and returns the number of transfers.
create or replace function ledger_campaign_pay(paying bigint, creators bigint[], at timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  campaign campaigns;
  payments jsonb;
  unpaid bigint;
  cents bigint;
begin
  select * into campaign from campaigns where id = paying for no key update;
  perform from campaign_posts where campaign_id = paying and creator_id = any (creators) and paid_cents < earned_cents order by id for no key update;
  perform from campaign_creators where campaign_id = paying and creator_id = any (creators) order by creator_id for no key update;
  select jsonb_agg(jsonb_build_object('owner', creator_id, 'reference', paying || ':' || creator_id || ':' || payouts + 1,
      'amount', (earned_cents - paid_cents) * 10000)), sum(earned_cents - paid_cents)
    into payments, cents
    from campaign_creators where campaign_id = paying and creator_id = any (creators) and paid_cents < earned_cents;
  if payments is null then
    return 0;
  end if;
  select sum(earned_cents - paid_cents) into unpaid from campaign_posts where campaign_id = paying and creator_id = any (creators);
  if unpaid is distinct from cents then
    raise exception 'the posts of campaign % have earned other amounts than their creators', paying using errcode = 'CL500';
  end if;
  perform from campaign_holds where campaign_id = paying for no key update;
  perform ledger_pay_from_reserve('CAMPAIGN_EARNING', 'campaign-payout', campaign.advertiser_id, payments, at);
  insert into campaign_earnings (campaign_post_id, kind, at, amount_cents, earned_after_cents)
    select p.id, 'PAYOUT', ledger_campaign_pay.at, p.earned_cents - p.paid_cents, p.earned_cents from campaign_posts p
    where p.campaign_id = paying and p.creator_id = any (creators) and p.paid_cents < p.earned_cents order by p.id;
  update campaign_posts set paid_cents = earned_cents
    where campaign_id = paying and creator_id = any (creators) and paid_cents < earned_cents;
  update campaign_creators set paid_cents = earned_cents, payouts = payouts + 1, paid_on = (ledger_campaign_pay.at at time zone 'UTC')::date
    where campaign_id = paying and creator_id = any (creators) and paid_cents < earned_cents;
  update campaigns set paid_cents = paid_cents + cents where id = paying;
  update campaign_holds set released = released + cents * 10000 where campaign_id = paying;
  return jsonb_array_length(payments);
end $$;

-- The cents that each of these posts has still to earn, and their sum for the posts before it in the order of ids, whatever is left of the budget. A
-- post whose account cannot be used earns nothing, and so do views that the advertiser may not see. Postgres expects ten posts of an array, and would
-- join ten thousand with their accounts in a nested loop.
create function campaign_wanted(campaign campaigns, wanting bigint[])
returns table (post_id bigint, by_views numeric, target numeric, cents bigint, cents_before bigint)
language sql stable set search_path = public, pg_temp set enable_nestloop = off as $$
  select id, price.by_views, price.target, wanted.cents,
    (coalesce(sum(wanted.cents) over (order by id rows between unbounded preceding and 1 preceding), 0))::bigint
  from (select p.*, account.is_usable, p.sharing = 'ALWAYS' or (p.sharing = 'WITH_CONSENT' and p.views_measured_at >= account.shared_since) as is_shown
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
      where campaign.payment_model = 'CPM' and post.is_usable and post.is_shown) price on true
  cross join lateral (select coalesce(greatest(price.target - post.earned_cents, 0), 0)::bigint as cents) wanted
$$;

-- Books what accepted posts have earned since their last accruals, in the order of their ids, at most what is left of the budget. A reward is
-- booked as a whole or not at all.
create function campaign_accrue(accruing bigint, accepted bigint[], at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  campaign campaigns;
  by_platform jsonb;
begin
  select * into campaign from campaigns where id = accruing and status in ('RUNNING', 'PAUSED') for no key update;
  if not found then
    return;
  end if;
  accepted := array(select id from campaign_posts where campaign_id = accruing and id = any (accepted) and status = 'ACCEPTED'
    order by id for no key update);
  with due as materialized (
    select post.*, wanted.by_views, wanted.target, wanted.cents as wanted_cents,
      case when campaign.payment_model = 'FIXED' and wanted.cents_before + wanted.cents > campaign.budget_cents - campaign.spent_cents then 0
        else least(wanted.cents, greatest(campaign.budget_cents - campaign.spent_cents - wanted.cents_before, 0)) end as cents
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
  )
  select jsonb_object_agg(platform, cents) into by_platform
    from (select platform, sum(cents) as cents from due where cents > 0 group by 1) sums;
  if by_platform is null then
    return;
  end if;
  update campaigns set spent_cents = spent_cents + (select sum(value::bigint) from jsonb_each_text(by_platform)) where id = accruing;
  perform campaign_count_day(accruing, key, campaign_accrue.at, 0, 0, value::bigint) from jsonb_each_text(by_platform);
end $$;

-- Notifies the parties of posts of a campaign.
create function campaign_notify_posts(notified bigint, of_posts bigint[], kind text, actor text, at timestamptz) returns void
language sql set search_path = public, pg_temp as $$
  insert into outbox (topic, payload, created_at)
  select 'campaign', jsonb_build_object('campaignId', notified, 'postId', post, 'kind', kind, 'actor', actor, 'data', '{}'::jsonb), at
  from unnest(of_posts) with ordinality as told(post, n) order by n
$$;

-- The accounts of these posts that the service may use.
create function campaign_usable_accounts(of_posts bigint[]) returns bigint[]
language sql stable set search_path = public, pg_temp as $$
  select array(select id from (select distinct social_account_id as id from campaign_posts where id = any (of_posts) offset 0) named
    where campaign_account_is_usable(id))
$$;

-- Those of these posts that everybody can see, and that their account has published, as the platform said last.
create function campaign_genuine(of_posts bigint[]) returns bigint[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  usable bigint[] := campaign_usable_accounts(of_posts);
begin
  return array(select p.id from campaign_posts p join posts s on s.id = p.post_id join social_accounts a on a.id = p.social_account_id
    where p.id = any (of_posts) and s.visibility = 'PUBLIC' and s.missing_scans = 0 and a.external_id = s.owner_external_id and a.id = any (usable));
end $$;

-- Accepts those of these posts that are on moderation, whose account can be used and whose reward the budget covers, in the order of their ids,
-- and returns their ids. campaign_accrue and campaign_roll_up must follow.
create function campaign_accept(accepting bigint, deciding bigint[], actor text, at timestamptz) returns bigint[]
language plpgsql set search_path = public, pg_temp as $$
declare
  rewards bigint := (select (budget_cents - spent_cents) / reward_cents from campaigns where id = accepting);
  usable bigint[];
  accepted bigint[];
begin
  perform from campaign_posts where campaign_id = accepting and id = any (deciding) order by id for no key update;
  usable := campaign_usable_accounts(deciding);
  accepted := array(select id from campaign_posts where campaign_id = accepting and id = any (deciding) and status = 'ON_MODERATION'
    and social_account_id = any (usable) order by id limit rewards);
  update campaign_posts set status = 'ACCEPTED', decided_at = campaign_accept.at, decide_by = null, postponed_until = null,
    updated_at = campaign_accept.at where id = any (accepted);
  perform campaign_count_day(accepting, platform, campaign_accept.at, 0, posts::int, 0)
    from (select platform, count(*) as posts from campaign_posts where id = any (accepted) group by 1) counted;
  perform campaign_notify_posts(accepting, accepted, 'post.accepted', actor, at);
  return accepted;
end $$;

-- Rejects those of these posts that are not decided about, releases them for another use, and returns their ids. campaign_roll_up must follow.
create function campaign_reject(rejecting bigint, deciding bigint[], why text, remark text, actor text, at timestamptz) returns bigint[]
language plpgsql set search_path = public, pg_temp as $$
declare
  rejected bigint[];
begin
  rejected := array(select id from campaign_posts where campaign_id = rejecting and id = any (deciding) and decided_at is null
    order by id for no key update);
  update campaign_posts set status = 'REJECTED', former_status = null, reason = why, note = remark, decided_at = campaign_reject.at,
    decide_by = null, postponed_until = null, updated_at = campaign_reject.at where id = any (rejected);
  delete from proven_posts where campaign_post_id = any (rejected);
  perform campaign_notify_posts(rejecting, rejected, 'post.rejected', actor, at);
  return rejected;
end $$;

-- Accepts a post for its advertiser. INSUFFICIENT_FUNDS if the budget does not cover its reward.
create function campaign_accept_by_advertiser(deciding bigint, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  post campaign_posts;
begin
  perform from campaigns where id = (select campaign_id from campaign_posts where id = deciding) for no key update;
  select * into post from campaign_posts where id = deciding and status = 'ON_MODERATION' and campaign_account_is_usable(social_account_id)
    for no key update;
  if not found then
    raise exception using errcode = 'CL409', message = 'VERSION_CONFLICT';
  end if;
  if cardinality(campaign_accept(post.campaign_id, array[deciding], 'ADVERTISER', at)) = 0 then
    raise exception using errcode = 'CL409', message = 'INSUFFICIENT_FUNDS';
  end if;
  perform campaign_accrue(post.campaign_id, array[deciding], at);
  perform campaign_roll_up(post.campaign_id, array[post.social_account_id]);
  perform campaign_check_budget(post.campaign_id, at);
end $$;

-- Rejects a post for its advertiser.
create function campaign_reject_by_advertiser(deciding bigint, why text, remark text, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  post campaign_posts;
begin
  perform from campaigns where id = (select campaign_id from campaign_posts where id = deciding) for no key update;
  select * into post from campaign_posts where id = deciding and status = 'ON_MODERATION' for no key update;
  if not found then
    raise exception using errcode = 'CL409', message = 'VERSION_CONFLICT';
  end if;
  perform campaign_reject(post.campaign_id, array[deciding], why, remark, 'ADVERTISER', at);
  perform campaign_roll_up(post.campaign_id, array[post.social_account_id]);
end $$;

-- Ends a campaign: decides about its posts as far as the budget reaches, pays its creators and refunds the rest.
create or replace function campaign_end(ended bigint, ending text, actor text, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  campaign campaigns;
  undecided bigint[];
  genuine bigint[];
  covered bigint[];
begin
  select * into campaign from campaigns where id = ended and status in ('RUNNING', 'PAUSED') for no key update;
  if not found then
    raise exception using errcode = 'CL409', message = 'VERSION_CONFLICT';
  end if;
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

revoke execute on function campaign_accrue, ledger_pay_from_reserve from public;
grant execute on function campaign_accrue to castline_service, castline_jobs;

-- What was spent, earned, paid and measured begins with the defaults of the columns.
revoke insert on campaigns, campaign_creators, campaign_posts from castline_service;
grant insert (id, advertiser_id, status, pause_reason, version, title, brief, platforms, payment_model, cpm_cents, reward_cents,
  max_per_post_cents, requirements, budget_cents, ends_at, reserves, started_at, ended_at, created_at, updated_at) on campaigns to castline_service;
grant insert (campaign_id, creator_id, taken_at) on campaign_creators to castline_service;
grant insert (id, campaign_id, creator_id, social_account_id, platform, content_id, url, post_id, published_at, status, submitted_at, decide_by,
  updated_at) on campaign_posts to castline_service;

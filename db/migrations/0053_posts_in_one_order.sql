-- Locks posts in the order of platform and content id, as every other commit does.
--
-- Locks: none, it replaces a function. To revert: restore the function of 0046.

set local check_function_bodies = off;

-- Makes undecided posts due at their platforms after their moderation window, at most max_posts, and returns their number. A post that another caller
-- has leased, until `leased_until` at the latest, keeps its lease: its scan is running. Each is made due again at `retry_at` if it is undecided then.
create or replace function campaign_scan_undecided(at timestamptz, leased_until timestamptz, retry_at timestamptz, max_posts int) returns int
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
      and (s.due_at is null or s.due_at > leased_until) order by s.platform, s.content_id for no key update));
  perform from campaigns where id in (select campaign_id from campaign_posts where id = any (chosen)) order by id for no key update;
  update campaign_posts set postponed_until = retry_at where id = any (chosen) and status = 'ON_MODERATION';
  return cardinality(chosen);
end $$;

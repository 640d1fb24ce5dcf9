-- Stories: the id by which the events of their platform name them, and the decision about undecided ones of campaigns that have ended.
--
-- Locks: posts for a moment, for the new column. To revert: drop the function and the column.

ALTER TABLE "posts" ADD COLUMN "media_id" text;

grant update (media_id) on posts to castline_jobs;

set local check_function_bodies = off;

-- Decides about undecided posts of campaigns that no scan can see any more, by what their last scan has seen. The caller has locked these posts.
-- `rules` is that of campaign_decide.
create function campaign_decide_ended(ended bigint[], at timestamptz, rules jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  campaign bigint;
  undecided bigint[];
begin
  for campaign in
    select id from campaigns where status in ('RUNNING', 'PAUSED')
      and id in (select campaign_id from campaign_posts where post_id = any (ended) and status = 'ON_MODERATION')
    order by id for no key update
  loop
    undecided := array(select p.id from campaign_posts p
      where p.campaign_id = campaign and p.post_id = any (ended) and p.status = 'ON_MODERATION' and p.decide_by <= campaign_decide_ended.at
        and campaign_account_is_usable(p.social_account_id)
      order by p.id for no key update of p);
    continue when cardinality(undecided) = 0;
    perform campaign_decide(campaign, undecided, at, rules);
    perform campaign_accrue(campaign, array(select p.id from campaign_posts p join posts s on s.id = p.post_id
      where p.id = any (undecided) and p.status = 'ACCEPTED' and s.missing_scans = 0), at);
    perform campaign_roll_up(campaign, array(select distinct social_account_id from campaign_posts where id = any (undecided)));
    perform campaign_check_budget(campaign, at);
  end loop;
end $$;

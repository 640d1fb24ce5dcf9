-- A creator withdraws a post that nobody has decided about. It locks the campaign before the post, as the decisions of the advertiser do.
--
-- Locks: campaign_posts while its constraint is checked. To revert: drop the function, and restore the constraint when no post has the
-- reason WITHDRAWN.

ALTER TABLE "campaign_posts" DROP CONSTRAINT "campaign_posts_reason_check";
ALTER TABLE "campaign_posts" ADD CONSTRAINT "campaign_posts_reason_check" CHECK ("campaign_posts"."reason" in ('DUPLICATE', 'OUT_OF_WINDOW', 'CRITERIA_NOT_MET', 'NON_ORGANIC_VIEWS', 'OTHER', 'CAMPAIGN_ENDED', 'WITHDRAWN'));

create function campaign_withdraw_by_creator(withdrawing bigint, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  post campaign_posts;
begin
  perform from campaigns where id = (select campaign_id from campaign_posts where id = withdrawing) for no key update;
  select * into post from campaign_posts where id = withdrawing and decided_at is null for no key update;
  if not found then
    raise exception using errcode = 'CL409', message = 'VERSION_CONFLICT';
  end if;
  perform campaign_reject(post.campaign_id, array[withdrawing], 'WITHDRAWN', null, 'CREATOR', at);
  perform campaign_roll_up(post.campaign_id, array[post.social_account_id]);
end $$;

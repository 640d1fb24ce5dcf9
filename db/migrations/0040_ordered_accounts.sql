-- The creator's account of the ordered channel, for each delivered post: its advertiser sees no metrics of a post that another account published.
--
-- Locks: deliverable_scans for the time of a scan, then its rows of creators who have proven the account. To revert: drop the column.

ALTER TABLE "deliverable_scans" ADD COLUMN "social_account_id" bigint;
ALTER TABLE "deliverable_scans" ADD CONSTRAINT "deliverable_scans_social_account_id_social_accounts_id_fk" FOREIGN KEY ("social_account_id") REFERENCES "public"."social_accounts"("id") ON DELETE no action ON UPDATE no action;

grant update (social_account_id) on deliverable_scans to castline_service, castline_jobs;

update deliverable_scans scan set social_account_id = found.account_id
from (
  select s.id, coalesce(
    (select a.id from social_accounts a where a.id = c.social_account_id and a.status not in ('SOLD', 'DELETED')),
    (select min(a.id) from social_accounts a
      where a.owner_id = work.creator_id and a.platform = work.channel->>'platform' and lower(a.handle) = lower(work.channel->>'handle')
        and a.is_verified and a.status not in ('SOLD', 'DELETED'))) as account_id
  from deliverable_scans s
  join deliverables d on d.id = s.deliverable_id
  join placement_assignments work on work.id = d.assignment_id
  left join service_listings l on l.id = work.service_listing_id
  left join channels c on c.id = l.channel_id) found
where scan.id = found.id and found.account_id is not null;

update deliverable_scans scan
set views = null, likes = null, comments = null, counts_measured_at = null, saves = null, saves_measured_at = null
from posts, social_accounts expected
where posts.id = scan.post_id and expected.id = scan.social_account_id and expected.external_id <> posts.owner_external_id;

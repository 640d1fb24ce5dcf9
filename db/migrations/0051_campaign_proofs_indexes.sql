-- The screenshots of a post of a campaign.
--
-- Locks: none that block reads or writes of the table. To revert: drop the index.

CREATE INDEX CONCURRENTLY "private_uploads_campaign_post" ON "private_uploads" USING btree ("campaign_post_id") WHERE "private_uploads"."campaign_post_id" is not null;

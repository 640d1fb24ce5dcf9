-- The post of a campaign that a row of proven_posts belongs to: its rejection deletes the row.
--
-- Locks: none that block reads or writes of the table. To revert: drop the index.

CREATE UNIQUE INDEX CONCURRENTLY "proven_posts_campaign_post" ON "proven_posts" USING btree ("campaign_post_id") WHERE "proven_posts"."campaign_post_id" is not null;

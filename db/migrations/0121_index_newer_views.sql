-- The cost of a thousand views is unknown while the views of a post are newer than its other counts.
--
-- Locks: none that blocks a commit. To revert: drop the index.

CREATE INDEX CONCURRENTLY "campaign_posts_newer_views" ON "campaign_posts" USING btree ("campaign_id") WHERE "campaign_posts"."status" = 'ACCEPTED' and "campaign_posts"."views_measured_at" > "campaign_posts"."counts_measured_at";

-- Reads the posts at the end of a period by the creation of their assignment.
--
-- Locks: none that block reads or writes of the table. To revert: drop the index.

CREATE INDEX CONCURRENTLY "analytics_posts_created" ON "analytics_posts" USING btree ("advertiser_id","created_at");

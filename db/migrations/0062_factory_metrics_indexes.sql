-- Lists of the posts of a factory by publication, and the nightly sweep of the oldest counts, read these indexes.
--
-- Locks: none that stop reads or writes. To revert: drop the indexes.

CREATE INDEX CONCURRENTLY "factory_posts_published" ON "factory_posts" USING btree ("factory_id","published_at","id");
CREATE INDEX CONCURRENTLY "factory_posts_oldest" ON "factory_posts" USING btree ("platform",least("views_at", "likes_at", "comments_at", "saves_at", "complete_at"));

-- The nightly sweep finds the oldest counts of the posts of factories by this index.
--
-- Locks: none that stop reads or writes. To revert: drop the index.

CREATE INDEX CONCURRENTLY "factory_posts_age" ON "factory_posts" USING btree ("platform",least("views_at", "likes_at", "comments_at", "saves_at"));

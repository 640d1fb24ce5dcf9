-- The posts of campaigns by account, and metrics of campaigns by age: the sweep of old metrics reads them.
--
-- Locks: none that block reads or writes of the tables. To revert: drop the indexes.

CREATE INDEX CONCURRENTLY "campaign_earnings_age" ON "campaign_earnings" USING btree ("measured_at") WHERE "campaign_earnings"."views" is not null;
CREATE INDEX CONCURRENTLY "campaign_posts_social" ON "campaign_posts" USING btree ("social_account_id");
CREATE INDEX CONCURRENTLY "campaign_posts_age" ON "campaign_posts" USING btree ("platform",least("views_measured_at", "counts_measured_at", "saves_measured_at"));

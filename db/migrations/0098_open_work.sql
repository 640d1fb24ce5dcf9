-- The wallet and the check before a deletion read the open work and the unpaid earnings of a user, beside many that have ended.
--
-- Locks: none that block writes. To revert: drop the indexes.

CREATE INDEX CONCURRENTLY "placement_assignments_open_advertiser" ON "placement_assignments" USING btree ("advertiser_id") WHERE "placement_assignments"."ended_at" is null;
CREATE INDEX CONCURRENTLY "placement_assignments_open_creator" ON "placement_assignments" USING btree ("creator_id") WHERE "placement_assignments"."ended_at" is null;
CREATE INDEX CONCURRENTLY "campaign_creators_unpaid_creator" ON "campaign_creators" USING btree ("creator_id") WHERE "campaign_creators"."paid_cents" < "campaign_creators"."earned_cents";

-- For the readings of audiences, the deletion after the end of a grant, the sweep of expired grants, and the deliverables of a post.
--
-- Locks: none that stop writes. To revert: drop the indexes.

CREATE INDEX CONCURRENTLY "social_grants_audience_due" ON "social_grants" USING btree ("platform","audience_due_at") WHERE "social_grants"."audience_due_at" is not null;
CREATE INDEX CONCURRENTLY "social_grants_forget" ON "social_grants" USING btree ("forget_before") WHERE "social_grants"."forget_before" is not null;
CREATE INDEX CONCURRENTLY "social_grants_expired" ON "social_grants" USING btree ("ended_at") WHERE "social_grants"."status" = 'EXPIRED';
CREATE INDEX CONCURRENTLY "deliverable_scans_post" ON "deliverable_scans" USING btree ("post_id");

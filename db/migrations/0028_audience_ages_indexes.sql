-- For the search of audiences that have become too old.
--
-- Locks: none that stop writes. To revert: drop the index.

CREATE INDEX CONCURRENTLY "audience_snapshots_current" ON "audience_snapshots" USING btree ("captured_at") WHERE "audience_snapshots"."verified_at" is not null and "audience_snapshots"."expired_at" is null;

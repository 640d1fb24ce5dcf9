-- One caller at a time renews the tokens of a connection.
--
-- Locks: social_grants for the moment of the change. To revert: drop the column, and revoke the right on audience_snapshots.

ALTER TABLE "social_grants" ADD COLUMN "renewing_until" timestamp (3) with time zone;

-- What was read under a connection that expired long ago is deleted at night.
grant delete on audience_snapshots to castline_jobs;

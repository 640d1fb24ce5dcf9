-- An outage knows the rows whose requests have failed since the last answer, so that the others are asked first when a pause ends.
--
-- Locks: platform_windows for a moment, for the columns. To revert: add failed_by again as in 0115, and drop "failing".

ALTER TABLE "platform_windows" DROP COLUMN "failed_by";
ALTER TABLE "platform_windows" ADD COLUMN "failing" text[] DEFAULT '{}' NOT NULL;

-- Tells whether the failures of a platform are of the same rows. While they are, the other rows are asked when they are due.
--
-- Locks: platform_windows for a moment, for the new column. To revert: drop the column.

ALTER TABLE "platform_windows" ADD COLUMN "failed_by" text;

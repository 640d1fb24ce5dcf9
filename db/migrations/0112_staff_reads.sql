-- Reads of data of users by staff are in the audit log, too.
--
-- Locks: staff_actions for a moment. To revert: drop the column; its reads look like changes then.

ALTER TABLE "staff_actions" ADD COLUMN "is_read" boolean DEFAULT false NOT NULL;

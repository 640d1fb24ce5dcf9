-- The list of changes without reads.
--
-- Locks: none that blocks a commit. To revert: drop the index.

CREATE INDEX CONCURRENTLY "staff_actions_changes" ON "staff_actions" USING btree ("id") WHERE not "staff_actions"."is_read";

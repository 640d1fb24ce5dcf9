-- The nightly sweep deletes the windows of buckets that are not used any more: Instagram has one for each account.
--
-- Locks: platform_windows for a moment. To revert: revoke the right.

grant delete on platform_windows to castline_jobs;

-- When another key has replaced an API key: such a key is not replaced again, and expires soon.
--
-- Locks: api_keys for a moment. To revert: drop the column.

ALTER TABLE "api_keys" ADD COLUMN "replaced_at" timestamp (3) with time zone;
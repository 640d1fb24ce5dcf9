-- When the platform last accepted a grant. One that it has not accepted for 29 days is ended, as while its account is blocked.
-- Connections from before count from now.
--
-- Locks: social_grants for a moment, then its active rows. To revert: drop the column.

ALTER TABLE "social_grants" ADD COLUMN "confirmed_at" timestamp (3) with time zone;

UPDATE "social_grants" SET "confirmed_at" = now() WHERE "status" = 'ACTIVE';

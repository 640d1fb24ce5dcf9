-- Profiles of accounts without a picture are read again, too.
-- Proven accounts are due now at the platforms whose terms limit how long a profile may be stored.
--
-- Locks: the rows of these accounts, briefly. To revert: nothing, an account that is due without a picture is put off.

UPDATE "social_accounts" SET "picture_due_at" = now()
WHERE "picture_due_at" IS NULL AND "status" = 'ACTIVE' AND "is_verified" AND "platform" IN ('YOUTUBE', 'TWITCH', 'KICK');

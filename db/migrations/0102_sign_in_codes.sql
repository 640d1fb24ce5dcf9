-- Codes that sign in to an account with too many wrong passwords.
-- Their rows are those of verifications, which a change of the password
-- and the deletion of the account delete.
--
-- Locks: verifications for a moment. To revert: drop the columns.

ALTER TABLE "verifications" ADD COLUMN "code_sha256" "bytea";
ALTER TABLE "verifications" ADD COLUMN "tries_left" smallint;
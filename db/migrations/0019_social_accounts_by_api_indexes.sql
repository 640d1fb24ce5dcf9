-- One claim of an account per user, and the search for the user who has proven an account.
--
-- Locks: none that block reads or writes of the table. To revert: drop the indexes.

CREATE UNIQUE INDEX CONCURRENTLY "social_accounts_one_claim" ON "social_accounts" USING btree ("owner_id","platform",lower("handle")) WHERE "social_accounts"."status" = 'PENDING';
CREATE INDEX CONCURRENTLY "social_accounts_proven_handle" ON "social_accounts" USING btree ("platform",lower("handle")) WHERE "social_accounts"."is_verified" and ("social_accounts"."status" not in ('SOLD', 'DELETED'));

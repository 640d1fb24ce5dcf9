-- The job reads deleted accounts that are not erased, and the messages of an account.
--
-- Locks: none that block writes. To revert: drop the indexes.

CREATE INDEX CONCURRENTLY "users_unerased" ON "users" USING btree ("deleted_at") WHERE "users"."deleted_at" is not null and "users"."erased_at" is null;
CREATE INDEX CONCURRENTLY "messages_recipient" ON "messages" USING btree ("recipient_id","id");
